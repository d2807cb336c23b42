import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { allowsMode, clampSeats, priceOf } from './pricing.ts'
import { cheaperSeats, parseTypedSeats } from './seats.ts'

const terms = { allowBusiness: true, minSeats: 1, maxSeats: 1000 }

describe('price of a line', () => {
  // shows: S9.3
  it.each([
    [590_000, 'business', 1, 590_000, '1-10'],
    [590_000, 'business', 10, 2_714_000, '1-10'],
    [590_000, 'business', 11, 1_770_000, '11-49'],
    [590_000, 'business', 49, 6_254_000, '11-49'],
    [590_000, 'business', 50, 3_481_000, '50+'],
    [24_990, 'self', 1, 24_990, 'self'],
    [0, 'business', 1000, 0, '50+'],
  ] as const)('base %i in %s mode for %i people is %i in band %s', (basePriceClp, mode, seats, total, band) => {
    const price = priceOf({ basePriceClp, mode, seats })
    expect(price.totalClp).toBe(total)
    expect(price.pricingBand).toBe(band)
  })

  // shows: S1.2, S3.7, S9.3, S9.5
  it.each([
    ['self', 1, 'self', 0.4, '100000 × 1'],
    ['business', 10, '1-10', 0.4, '100000 + 9 × 40% × 100000 = 460000'],
    ['business', 11, '11-49', 0.2, '100000 + 10 × 20% × 100000 = 300000'],
    ['business', 50, '50+', 0.1, '100000 + 49 × 10% × 100000 = 590000'],
  ] as const)(
    '%s mode for %i people has band %s, rate %d and its calculation',
    (mode, seats, pricingBand, rate, calculation) => {
      const price = priceOf({ basePriceClp: 100_000, mode, seats })
      expect(price).toEqual({
        basePriceClp: 100_000,
        seats,
        totalClp: expect.any(Number),
        pricingBand,
        perExtraRate: rate,
        calculation,
      })
    },
  )

  // shows: S5.8
  it.each([
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 1],
    [1000, 0],
    [1000, -3],
    [1000, 1.5],
    [1000, Number.NaN],
  ])('refuses base %d and seats %d', (basePriceClp, seats) => {
    expect(() => priceOf({ basePriceClp, mode: 'business', seats })).toThrow('Entrada inválida')
  })

  // shows: S9.4
  it('rounds to whole pesos by the formula, for every product and count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 1, max: 1000 }), (base, seats) => {
        const rate = seats >= 50 ? 10n : seats >= 11 ? 20n : 40n
        const hundredths = BigInt(base) * (100n + BigInt(seats - 1) * rate)
        expect(priceOf({ basePriceClp: base, mode: 'business', seats }).totalClp).toBe(
          Number((hundredths + 50n) / 100n),
        )
      }),
    )
  })
})

describe('a larger count that costs less', () => {
  // shows: S9.6
  it('is returned with its saving', () => {
    expect(cheaperSeats(pesos(590_000), 10, 1000)).toEqual({ seats: 11, savingClp: 944_000 })
    expect(cheaperSeats(pesos(590_000), 49, 1000)).toEqual({ seats: 50, savingClp: 2_773_000 })
  })

  it('is undefined where none exists or the product does not allow it', () => {
    expect(cheaperSeats(pesos(590_000), 2, 1000)).toBeUndefined()
    expect(cheaperSeats(pesos(590_000), 10, 10)).toBeUndefined()
    expect(cheaperSeats(pesos(590_000), 50, 1000)).toBeUndefined()
  })
})

describe('seats', () => {
  // shows: S5.4, S5.5, S5.6, S9.7
  it.each([
    ['12', { ok: true, seats: 12, clamped: false }],
    [' 7 ', { ok: true, seats: 7, clamped: false }],
    ['', { ok: false, message: 'Ingresa un número válido' }],
    ['doce', { ok: false, message: 'Ingresa un número válido' }],
    ['1.5', { ok: false, message: 'Ingresa un número válido' }],
    ['1e3', { ok: false, message: 'Ingresa un número válido' }],
    ['0', { ok: false, message: 'Ingresa un número válido (1 o más)' }],
    ['-4', { ok: false, message: 'Ingresa un número válido (1 o más)' }],
    ['1001', { ok: false, message: 'Máximo 1000 personas' }],
  ])('are parsed from %j', (text, expected) => {
    expect(parseTypedSeats(text, terms)).toEqual(expected)
  })

  // shows: S5.7, S9.8
  it("are clamped to the product's limits, and the change is reported", () => {
    expect(parseTypedSeats('2', { ...terms, minSeats: 5 })).toEqual({ ok: true, seats: 5, clamped: true })
    expect(parseTypedSeats('90', { ...terms, maxSeats: 40 })).toEqual({ ok: true, seats: 40, clamped: true })
    expect(clampSeats(terms, 'self', 12)).toBe(1)
  })

  // shows: S5.12
  it('decide which modes a product has', () => {
    expect(allowsMode({ ...terms, minSeats: 5 }, 'self')).toBe(false)
    expect(allowsMode({ ...terms, allowBusiness: false }, 'business')).toBe(false)
    expect(allowsMode(terms, 'self')).toBe(true)
  })
})
