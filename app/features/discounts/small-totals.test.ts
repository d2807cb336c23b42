import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct } from '#tests/support/factories.ts'
import { validateDiscount } from './discounts.server.ts'
import { type DiscountTerms, smallTotals, smallTotalsText, totalAfter, typedTerms } from './small-totals.ts'

const MINIMUM = pesos(50)
const PRODUCT = {
  id: 'a',
  name: 'Madurez',
  isOnSale: true,
  base_price_clp: pesos(10_000),
  allow_business: true,
  min_seats: 1,
  max_seats: 1000,
}
const fixed = (value: number, more: Partial<DiscountTerms> = {}): DiscountTerms => ({
  type: 'fixed_amount',
  value,
  min_order_amount: pesos(0),
  max_discount_amount: null,
  product_ids: [],
  ...more,
})
const percent = (value: number, more: Partial<DiscountTerms> = {}) => fixed(value, { ...more, type: 'percentage' })
const found = (terms: DiscountTerms, product: Partial<typeof PRODUCT> = {}) =>
  smallTotals(terms, [{ ...PRODUCT, ...product }], MINIMUM)

describe('the totals that a code would leave below what a card is charged', () => {
  it.each([
    { terms: fixed(9_999), price: 10_000, total: 1 },
    { terms: fixed(9_951), price: 10_000, total: 49 },
    { terms: percent(99), price: 4_000, total: 40 },
  ])('names the smallest purchase of a product: $total of $price', ({ terms, price, total }) => {
    expect(found(terms, { base_price_clp: pesos(price) })).toEqual([{ name: 'Madurez', seats: 1, total }])
  })

  it('looks at every number of people that can be bought', () => {
    // 3 people pay 18.000, 11 pay 30.000, 50 pay 59.000.
    expect(found(fixed(17_960))).toEqual([{ name: 'Madurez', seats: 3, total: 40 }])
    expect(found(fixed(58_990), { min_seats: 40 })).toEqual([{ name: 'Madurez', seats: 50, total: 10 }])
    expect(found(fixed(17_960), { allow_business: false })).toEqual([])
    expect(found(fixed(17_960), { min_seats: 4 })).toEqual([])
    expect(found(fixed(17_960), { max_seats: 2 })).toEqual([])
  })

  it('finds none where the rest is free, enough, or never bought so', () => {
    expect(found(fixed(10_000))).toEqual([])
    expect(found(fixed(9_950))).toEqual([])
    expect(found(percent(100))).toEqual([])
    expect(found(percent(20))).toEqual([])
    expect(found(fixed(9_990), { isOnSale: false })).toEqual([])
    expect(found(fixed(9_990, { product_ids: ['b'] }))).toEqual([])
    expect(found(fixed(9_990, { product_ids: ['a'] }))).toHaveLength(1)
    expect(found(fixed(9_990, { min_order_amount: pesos(10_001) }))).toEqual([])
    expect(found(percent(100, { max_discount_amount: pesos(9_980) }))).toEqual([
      { name: 'Madurez', seats: 1, total: 20 },
    ])
  })

  it('says where, how much and what to do', () => {
    expect(smallTotalsText([], MINIMUM)).toBeUndefined()
    const one = { name: 'Madurez', seats: 1, total: pesos(40) }
    expect(smallTotalsText([one], MINIMUM)).toBe(
      'Quedarían por pagar $40 en Madurez (1 persona). Con tarjeta no se cobra menos de $50: quien compra tendría que agregar algo o pagar por transferencia. Cambia el valor, o exige una compra mínima.',
    )
    expect(smallTotalsText([one, { ...one, seats: 2 }, one, one], MINIMUM)).toMatch(
      /\$40 en Madurez \(1 persona\), \$40 en Madurez \(2 personas\), .* y lo mismo pasa en 1 producto más\. /,
    )
  })

  it('reads the form as it is typed, without the limits that are off', () => {
    const form = new FormData()
    const type = (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) form.set(name, value)
      return typedTerms(form)
    }
    expect(type({ type: 'fixed_amount', value: '' })).toBeUndefined()
    expect(type({ value: '9.990', max_discount_amount: '100', products: 'a' })).toEqual(fixed(9_990))
    expect(type({ has_max_discount_amount: 'on', has_products: 'on', min_order_amount: '5000' })).toEqual(
      fixed(9_990, { max_discount_amount: pesos(100), product_ids: ['a'], min_order_amount: pesos(5000) }),
    )
    expect(type({ type: 'percentage', value: '101' })).toBeUndefined()
  })
})

describe('what remains of a total', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase()
  })
  afterAll(() => database.close())

  it('is what the database takes off', async () => {
    const product = await createProduct(database.ownerPool, { basePriceClp: 1000 })
    const now = new Date('2026-11-21T15:00:00Z')
    const cases = [fixed(950), fixed(5000), percent(33), percent(95, { max_discount_amount: pesos(700) }), percent(100)]
    for (const [index, terms] of cases.entries()) {
      const code = `RESTO-${index}`
      await database.ownerPool.query(
        `insert into discount_codes (code, name, type, value, max_discount_amount, valid_from) values ($1, $1, $2, $3, $4, '2026-01-01')`,
        [code, terms.type, terms.value, terms.max_discount_amount],
      )
      for (const total of [1, 49, 50, 150, 999, 1000, 123_457].map(pesos)) {
        const lines = [{ product_id: product.id, total_clp: total }]
        const valid = await validateDiscount(database.db, code, lines, now)
        expect(total - (valid.ok ? valid.value.amount : Number.NaN), `${code} of ${total}`).toBe(
          totalAfter(terms, total),
        )
      }
    }
  })
})
