import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { priceOf } from './pricing.ts'
import { cheaperTopUp, topUpPrice } from './top-up.ts'

const BASE = pesos(100_000)
const list = (seats: number, base = BASE) => priceOf({ basePriceClp: base, mode: 'business', seats }).totalClp
const bought = (seats: number) => ({ basePriceClp: BASE, seats, chargedClp: list(seats) })

/** Seats and their cumulative cost after buying `first` and adding each step, at one base price. */
function afterSteps(first: number, steps: readonly number[]) {
  let item = bought(first)
  for (const more of steps.filter(count => count > 0)) {
    if (item.seats + more > 1000) break
    const { totalClp } = topUpPrice(item, more)
    item = { ...item, seats: item.seats + more, chargedClp: pesos(item.chargedClp + totalClp) }
  }
  return item
}
const anyPath = [
  fc.integer({ min: 1, max: 100 }),
  fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 8 }),
] as const

describe('the price of added seats', () => {
  it.each([
    [2, 9, 160_000],
    [1, 1, 40_000],
    [10, 1, 0],
    [10, 10, 20_000],
    [45, 5, 0],
    [11, 39, 290_000],
    [50, 950, 9_500_000],
  ])('from %i, %i more cost the difference to the larger count: %i', (seats, more, total) => {
    expect(topUpPrice(bought(seats), more)).toEqual({ largerClp: list(seats + more), totalClp: total })
  })

  it('adds up, over any steps, to the list price of the final count or to what was paid before it', () => {
    fc.assert(
      fc.property(...anyPath, (first, steps) => {
        const { seats, chargedClp } = afterSteps(first, steps)
        const counts = [first]
        for (const more of steps) {
          const next = (counts.at(-1) ?? 0) + more
          if (next > 1000) break
          counts.push(next)
        }
        expect(counts.at(-1)).toBe(seats)
        expect(chargedClp).toBe(Math.max(...counts.map(count => list(count))))
      }),
    )
  })

  it('is never below 0 nor above the price of a separate purchase, whatever was paid before', () => {
    const any = fc.integer({ min: 0, max: 50_000_000 })
    const count = fc.integer({ min: 1, max: 500 })
    fc.assert(
      fc.property(any, any, count, count, (base, charged, seats, more) => {
        const { totalClp } = topUpPrice({ basePriceClp: pesos(base), seats, chargedClp: pesos(charged) }, more)
        expect(totalClp).toBeGreaterThanOrEqual(0)
        expect(totalClp).toBeLessThanOrEqual(list(more, pesos(base)))
      }),
    )
  })

  it('keeps the benefit of a lower price paid before: each step costs the lesser of difference and purchase', () => {
    const cheap = { basePriceClp: BASE, seats: 49, chargedClp: pesos(0) }
    expect(topUpPrice(cheap, 1).totalClp).toBe(list(1))
    expect(topUpPrice(cheap, 11).totalClp).toBe(list(11))
  })
})

describe('a larger step that costs less', () => {
  it('is offered where a band begins, for the whole item or for the added seats', () => {
    expect(cheaperTopUp(bought(2), 8, 998)).toEqual({ more: 9, savingClp: 160_000 })
    expect(cheaperTopUp(bought(11), 38, 989)).toEqual({ more: 39, savingClp: 470_000 })
    expect(cheaperTopUp({ basePriceClp: BASE, seats: 60, chargedClp: pesos(0) }, 10, 940)).toEqual({
      more: 11,
      savingClp: 160_000,
    })
  })

  it('is not offered beyond the limit, nor where none is cheaper', () => {
    expect(cheaperTopUp(bought(2), 8, 8)).toBeUndefined()
    expect(cheaperTopUp(bought(2), 1, 998)).toBeUndefined()
    expect(cheaperTopUp(bought(50), 5, 950)).toBeUndefined()
  })
})
