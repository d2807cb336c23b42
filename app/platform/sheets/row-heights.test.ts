import { expect, it } from 'vitest'
import { countLines, wrappedHeight } from './row-heights.ts'

it.each([
  ['', 12, 1],
  ['Una línea', 12, 1],
  ['Una línea y otra', 12, 2],
  ['uno\ndos\n', 12, 3],
  ['x'.repeat(25), 11, 3],
  ['a de x', 3, 3],
])('%j takes in a column of %i characters %i lines', (text, width, lines) => {
  expect(countLines(text, width)).toBe(lines)
})

it('a row is as high as its longest text, within what Excel takes', () => {
  const columns = [{ width: 10 }, { width: 5 }]
  expect(wrappedHeight(['Uno', 12, null], columns)).toBeUndefined()
  expect(wrappedHeight(['Uno', 'dos tres'], columns)).toBe(30)
  expect(wrappedHeight(['palabra '.repeat(200)], columns)).toBe(409)
})
