import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pesos, sumPesos, ZERO } from '#app/kernel/money.ts'
import type { CartChoice } from './cart.ts'
import { buildQuote, checkChoices, type ProductForQuote, priceLines } from './quote.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const B = '00000000-0000-4000-8000-00000000000b'

const product = (input: Partial<ProductForQuote> = {}): ProductForQuote => ({
  id: A,
  slug: 'ia-madurez',
  name: 'Madurez en IA',
  image_url: null,
  category_slug: 'inteligencia-artificial',
  type: 'assessment',
  format: 'Online',
  duration_min: 15,
  duration_max: 20,
  base_price_clp: pesos(590_000),
  allow_business: true,
  min_seats: 1,
  max_seats: 200,
  ...input,
})

const choice = (input: Partial<CartChoice> = {}): CartChoice => ({
  product_id: A,
  mode: 'business',
  seats: 5,
  ...input,
})

const quoteOf = (choices: CartChoice[], products: ProductForQuote[], discount = 0) => {
  const { lines, notices } = checkChoices(choices, products)
  return buildQuote({
    lines: priceLines(lines),
    notices,
    discount: discount ? { code: 'DEMO20', amount: pesos(discount) } : null,
    discountProblem: null,
    vatText: 'IVA incluido',
  })
}

describe('choices checked against the products on sale', () => {
  it('are returned in order when they are valid', () => {
    const { lines, notices } = checkChoices([choice(), choice({ mode: 'self', seats: 1 })], [product()])
    expect(lines.map(line => line.choice)).toEqual([choice(), choice({ mode: 'self', seats: 1 })])
    expect(notices).toEqual([])
  })

  it('leave out a product that is gone, and report it', () => {
    const { lines, notices } = checkChoices([choice({ product_id: B }), choice()], [product()])
    expect(lines).toHaveLength(1)
    expect(notices).toEqual([{ code: 'unavailable', product_id: B }])
  })

  it('switch to the mode that the product has, with its seats', () => {
    const team = checkChoices([choice({ mode: 'self', seats: 1 })], [product({ min_seats: 5 })])
    expect(team.lines[0]?.choice).toEqual(choice({ mode: 'business', seats: 5 }))
    expect(team.notices.map(notice => notice.code)).toEqual(['mode_unavailable', 'seats_clamped'])
    const alone = checkChoices([choice({ seats: 12 })], [product({ allow_business: false, max_seats: 1 })])
    expect(alone.lines[0]?.choice).toEqual(choice({ mode: 'self', seats: 1 }))
    expect(alone.notices).toContainEqual({
      code: 'mode_unavailable',
      product_id: A,
      name: 'Madurez en IA',
      mode: 'self',
    })
  })

  it.each([
    [0, 3],
    [-5, 3],
    [2, 3],
    [201, 200],
    [1e9, 200],
    [2.5, 3],
    [Number.NaN, 3],
    [Number.POSITIVE_INFINITY, 3],
  ])('have %d seats changed to %i', (seats, expected) => {
    const { lines, notices } = checkChoices([choice({ seats })], [product({ min_seats: 3 })])
    expect(lines[0]?.choice.seats).toBe(expected)
    expect(notices).toEqual([{ code: 'seats_clamped', product_id: A, name: 'Madurez en IA', seats: expected }])
  })

  // shows: S9.5
  it('have one seat in self mode', () => {
    const { lines, notices } = checkChoices([choice({ mode: 'self', seats: 9 })], [product()])
    expect(lines[0]?.choice.seats).toBe(1)
    expect(notices.map(notice => notice.code)).toEqual(['seats_clamped'])
  })

  it('are merged when duplicated, and report it', () => {
    const { lines, notices } = checkChoices([choice({ seats: 2 }), choice({ seats: 3 })], [product()])
    expect(lines.map(line => line.choice)).toEqual([choice({ seats: 5 })])
    expect(notices).toEqual([{ code: 'merged', product_id: A, name: 'Madurez en IA' }])
  })

  it('are ignored beyond the maximum number of lines', () => {
    const many = Array.from({ length: 51 }, (_, at) =>
      choice({ product_id: A.slice(0, -2) + String(at).padStart(2, '0') }),
    )
    const products = many.map(({ product_id }) => product({ id: product_id }))
    expect(checkChoices(many, products).lines).toHaveLength(50)
  })
})

describe('a quote', () => {
  // shows: S9.6
  it('prices lines by the formula and offers the larger count that costs less', () => {
    const quote = quoteOf([choice({ seats: 10 }), choice({ mode: 'self', seats: 1 })], [product()])
    expect(quote.lines[0]).toMatchObject({
      total_clp: 2_714_000,
      pricing_band: '1-10',
      per_extra_rate: 0.4,
      cheaper: { seats: 11, savingClp: 944_000 },
    })
    expect(quote.lines[1]).toMatchObject({ total_clp: 590_000, pricing_band: 'self', cheaper: null })
    expect(quote).toMatchObject({ subtotal_clp: 3_304_000, total_clp: 3_304_000, net_clp: 2_776_471, vat_clp: 527_529 })
    expect(quote.total_items).toBe(11)
  })

  // shows: S9.9
  it('subtracts the discount, never below zero', () => {
    expect(quoteOf([choice({ mode: 'self' })], [product()], 90_000)).toMatchObject({
      total_clp: 500_000,
      net_clp: 420_168,
      vat_clp: 79_832,
    })
    expect(quoteOf([choice({ mode: 'self' })], [product()], 900_000)).toMatchObject({
      discount: { code: 'DEMO20', amount: 590_000 },
      total_clp: 0,
      net_clp: 0,
      vat_clp: 0,
    })
  })

  it('of an empty cart is zero', () => {
    expect(quoteOf([], [])).toMatchObject({ lines: [], subtotal_clp: 0, total_clp: 0, total_items: 0 })
  })

  it('always adds up, whatever a browser sends', () => {
    const anyProduct = fc
      .record({
        id: fc.constantFrom(A, B),
        base_price_clp: fc.integer({ min: 0, max: 100_000_000 }).map(pesos),
        allow_business: fc.boolean(),
        min: fc.integer({ min: 1, max: 1000 }),
        max: fc.integer({ min: 1, max: 1000 }),
      })
      .map(({ min, max, ...input }) =>
        product({
          ...input,
          // The database's constraint: the minimum is not above the maximum, and 1 without business mode.
          min_seats: input.allow_business ? Math.min(min, max) : 1,
          max_seats: Math.max(min, max),
        }),
      )
    const anyChoice = fc.record({
      product_id: fc.constantFrom(A, B, 'no-es-un-id'),
      mode: fc.constantFrom('self' as const, 'business' as const),
      seats: fc.oneof(fc.integer(), fc.double()),
    })
    fc.assert(
      fc.property(
        fc.array(anyChoice, { maxLength: 60 }),
        fc.uniqueArray(anyProduct, { selector: one => one.id }),
        fc.nat(),
        (choices, products, amount) => {
          const quote = quoteOf(choices, products, amount)
          expect(quote.subtotal_clp).toBe(sumPesos(quote.lines.map(line => line.total_clp)))
          const discount = quote.discount?.amount ?? ZERO
          expect(discount).toBeLessThanOrEqual(quote.subtotal_clp)
          expect(quote.total_clp).toBe(quote.subtotal_clp - discount)
          expect(quote.total_clp).toBeGreaterThanOrEqual(0)
          expect(quote.net_clp + quote.vat_clp).toBe(quote.total_clp)
          for (const { mode, seats, assessment } of quote.lines) {
            if (mode === 'self') expect([seats, assessment.min_seats]).toEqual([1, 1])
            else expect(assessment.allow_business).toBe(true)
            expect(seats).toBeGreaterThanOrEqual(assessment.min_seats)
            expect(seats).toBeLessThanOrEqual(assessment.max_seats)
          }
        },
      ),
    )
  })
})
