import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seatStops, stopIndex, tableSeats } from './seat-stops.ts'

const limits = fc
  .tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }))
  .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }))

describe('the stops of a seat slider', () => {
  it("rise from the product's minimum to its maximum", () => {
    fc.assert(
      fc.property(limits, ({ min, max }) => {
        const stops = seatStops(min, max)
        expect(stops[0]).toBe(min)
        expect(stops.at(-1)).toBe(max)
        expect(stops).toEqual([...new Set(stops)].toSorted((a, b) => a - b))
      }),
    )
  })

  it('have both sides of each price band', () => {
    expect(seatStops(1, 1000)).toEqual(expect.arrayContaining([10, 11, 49, 50]))
  })

  it('map every count to the stop at or below it', () => {
    fc.assert(
      fc.property(limits, fc.integer({ min: 1, max: 1000 }), ({ min, max }, requested) => {
        const stops = seatStops(min, max)
        const seats = Math.min(Math.max(requested, min), max)
        expect(stops[stopIndex(stops, seats)]).toBeLessThanOrEqual(seats)
      }),
    )
  })
})

it('a price table contains only counts that can be bought', () => {
  expect(tableSeats(5, 40)).toEqual([5, 10, 11, 25, 40])
  expect(tableSeats(1, 1)).toEqual([1])
})
