import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countOf, formatClock, formatInteger, formatMinutesSeconds, formatPesos, inNumber, partOf } from './format.ts'
import { pesos } from './money.ts'

// shows: S1.7, S9.1
it('writes pesos as es-CL does', () => {
  expect(formatPesos(pesos(1_770_000))).toBe('$1.770.000')
  expect(formatPesos(pesos(-125_000))).toBe('-$125.000')
  expect(formatPesos(pesos(0))).toBe('$0')
  expect(formatPesos(pesos(-0))).toBe('$0')
})

it('groups every count as the platform does', () => {
  const platform = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0 })
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      count => formatInteger(count) === platform.format(count),
    ),
  )
})

it('writes counts with their noun', () => {
  expect(countOf(1, 'persona', 'personas')).toBe('1 persona')
  expect(countOf(11, 'persona', 'personas')).toBe('11 personas')
  expect(formatInteger(12_345)).toBe('12.345')
})

// shows: A9.3
it('writes durations', () => {
  expect(formatMinutesSeconds(245)).toBe('4:05')
  expect(formatClock(245)).toBe('04:05')
  expect(formatClock(3_661)).toBe('61:01')
})

it('lets a noun agree with the whole, and a verb with the part', () => {
  const goals = (part: number, whole: number) =>
    `${partOf(part, whole, 'área', 'áreas')} ${inNumber(part, 'alcanza', 'alcanzan')} su objetivo`
  expect([goals(1, 8), goals(7, 8), goals(0, 8), goals(1, 1), goals(2000, 20_014)]).toEqual([
    '1 de 8 áreas alcanza su objetivo',
    '7 de 8 áreas alcanzan su objetivo',
    '0 de 8 áreas alcanzan su objetivo',
    '1 de 1 área alcanza su objetivo',
    '2.000 de 20.014 áreas alcanzan su objetivo',
  ])
})
