import fc from 'fast-check'
import { expect, it } from 'vitest'
import { correct, editDistance } from './spelling.ts'

const candidate = (input: string, word: string, products = 1) => ({
  input,
  word,
  sound: word,
  input_sound: input,
  products,
})

it.each([
  ['', '', 0],
  ['datos', 'datos', 0],
  ['datos', 'dattos', 1],
  ['datos', 'daots', 1],
  ['datos', 'data', 2],
  ['', 'abc', 3],
])('the distance from %j to %j is %i', (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits)
})

it('is symmetric, and zero only between equal words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a))
      expect(editDistance(a, b) === 0).toBe(a === b)
    }),
  )
})

it('picks the nearest word, and of equally near ones the most used', () => {
  expect(correct('gato', ['gato'], [candidate('gato', 'pato'), candidate('gato', 'raton', 2)])?.text).toBe('pato')
  expect(correct('datso', ['datso'], [candidate('datso', 'dasto', 1), candidate('datso', 'datos', 2)])?.text).toBe(
    'datos',
  )
})

it('keeps known words as they were typed', () => {
  expect(correct('Gobierno de «dattos»', ['dattos'], [candidate('dattos', 'datos')])).toEqual({
    text: 'Gobierno de datos',
    sure: true,
  })
})

it('finds no correction for words without a similar one', () => {
  expect(correct('zzzzzz', ['zzzzzz'], [candidate('zzzzzz', 'liderazgo')])).toBeUndefined()
  const buzz = { input: 'zzzz', word: 'seguridad', sound: 'seguridad', input_sound: 's', products: 1 }
  expect(correct('zzzz', ['zzzz'], [buzz])).toBeUndefined()
  expect(correct('kanban', [], [])).toBeUndefined()
})
