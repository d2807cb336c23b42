import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pesos, prorate, splitVat, sumPesos } from './money.ts'

const amount = fc.integer({ min: 0, max: 2_000_000_000 }).map(pesos)

describe('pesos', () => {
  // shows: S9.1
  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d', value => {
    expect(() => pesos(value)).toThrow(RangeError)
  })
})

describe('VAT', () => {
  it.each([
    [125_000, 105_042, 19_958],
    [680, 571, 109],
    [0, 0, 0],
    [1_770_000, 1_487_395, 282_605],
  ])('of %i is split into %i net and %i', (total, net, vat) => {
    expect(splitVat(pesos(total))).toEqual({ net, vat })
  })

  // shows: S2.42, S9.2
  it('always adds up to the total', () => {
    fc.assert(fc.property(amount, total => sumPesos(Object.values(splitVat(total))) === total))
  })
})

describe('prorating a discount', () => {
  it('gives the remaining pesos to the largest remainders, earlier lines first', () => {
    expect(prorate(pesos(100), [pesos(1), pesos(1), pesos(1)])).toEqual([34, 33, 33])
    expect(prorate(pesos(10), [pesos(333), pesos(333), pesos(334)])).toEqual([3, 3, 4])
    expect(prorate(pesos(0), [pesos(5)])).toEqual([0])
    expect(prorate(pesos(0), [])).toEqual([])
  })

  // shows: S7.16
  it('adds up exactly and takes no more from a line than it costs', () => {
    const lines = fc.array(amount, { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (weights, share) => {
        const total = sumPesos(weights)
        const discount = pesos(Math.floor(total * share))
        const parts = prorate(discount, weights)
        expect(sumPesos(parts)).toBe(discount)
        parts.forEach((part, index) => {
          expect(part).toBeLessThanOrEqual(weights[index] ?? 0)
          expect(part).toBeGreaterThanOrEqual(0)
        })
      }),
    )
  })
})
