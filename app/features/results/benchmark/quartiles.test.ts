import fc from 'fast-check'
import { expect, it } from 'vitest'
import { quantile, quartilesOf } from './quartiles.ts'

const levels = fc.array(
  fc.integer({ min: 10, max: 50 }).map(tenths => tenths / 10),
  { minLength: 1, maxLength: 40 },
)

it('are those of spreadsheets and of R: type 7', () => {
  // quantile(c(1.2, 2.0, 2.4, 2.9, 3.3, 3.8), c(.25, .5, .75), type = 7)
  expect([0.25, 0.5, 0.75].map(share => quantile([3.8, 2, 2.4, 1.2, 3.3, 2.9], share))).toEqual([
    expect.closeTo(2.1, 9),
    expect.closeTo(2.65, 9),
    expect.closeTo(3.2, 9),
  ])
  expect(quartilesOf([3.8, 2, 2.4, 1.2, 3.3, 2.9])).toEqual({ q1: 2.1, median: 2.7, q3: 3.2 })
  // quantile(1:10, c(.25, .5, .75))
  expect([0.25, 0.5, 0.75].map(share => quantile([9, 1, 10, 2, 8, 3, 7, 4, 6, 5], share))).toEqual([3.25, 5.5, 7.75])
  expect(() => quantile([], 0.5)).toThrow(RangeError)
})

it('lie in order between the least and the highest, whatever the order of the values', () => {
  fc.assert(
    fc.property(levels, values => {
      const { q1, median, q3 } = quartilesOf(values)
      expect(quartilesOf(values.toReversed())).toEqual({ q1, median, q3 })
      expect([Math.min(...values), q1, median, q3, Math.max(...values)]).toEqual(
        [Math.min(...values), q1, median, q3, Math.max(...values)].toSorted((a, b) => a - b),
      )
    }),
  )
})

it('have at least a quarter of the values at or below, and three quarters at or above', () => {
  fc.assert(
    fc.property(levels, fc.constantFrom(0.25, 0.5, 0.75), (values, share) => {
      const found = quantile(values, share)
      // Of n values the one at place share × (n − 1), counted from 0.
      const below = values.filter(value => value <= found + 1e-9).length
      const above = values.filter(value => value >= found - 1e-9).length
      expect(below).toBeGreaterThanOrEqual(Math.floor(share * (values.length - 1)) + 1)
      expect(above).toBeGreaterThanOrEqual(Math.floor((1 - share) * (values.length - 1)) + 1)
    }),
  )
})
