import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardMinimumText } from '#app/features/cart/cart-texts.ts'
import { withCardMinimum } from '#app/features/cart/quote.ts'
import { quoteCart } from '#app/features/cart/quote-cart.server.ts'
import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { pesos } from '#app/kernel/money.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { checkOut } from './check-out.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const MINIMUM = pesos(50)

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

/** A product of $1.000 with a code that leaves so many pesos. */
async function leaving(total: number) {
  const product = { ...(await createProduct(database.ownerPool, { basePriceClp: 1000 })), basePriceClp: 1000 }
  const code = `M${randomUUID().slice(0, 8).toUpperCase()}`
  await rows(
    `insert into discount_codes (code, name, type, value, max_uses, valid_from) values ($1, $1, 'fixed_amount', $2, 1, '2026-01-01')`,
    code,
    1000 - total,
  )
  return { product, code }
}

describe('a total that the gateway does not charge', () => {
  it.each([
    [0, false],
    [1, true],
    [49, true],
    [50, false],
    [1000, false],
  ])('of %i pesos: %s', (total, below) => {
    expect(isBelowMinimum(pesos(total), MINIMUM)).toBe(below)
  })

  it('is said with the quote, before anybody pays', async () => {
    const { product, code } = await leaving(30)
    const choices = [{ product_id: product.id, mode: 'self' as const, seats: 1 }]
    const quote = await quoteCart(database.db, { choices, code, quotation: null }, NOW)
    expect(withCardMinimum(quote, MINIMUM)).toMatchObject({ total_clp: 30, card_minimum_clp: 50 })
    const whole = await quoteCart(database.db, { choices, code: null, quotation: null }, NOW)
    expect(withCardMinimum(whole, MINIMUM)).not.toHaveProperty('card_minimum_clp')
    expect(cardMinimumText(MINIMUM)).toMatch(/^Con tarjeta no se cobra menos de \$50\. .*transferencia\.$/)
  })

  it('makes no order, and takes no use of the code', async () => {
    const buyer = asSessionUser(await createProfile(database.ownerPool))
    const { product, code } = await leaving(49)
    const cart = cartOf(product, { code, total: 49, repeat: 'yes' })
    expect(await checkOut(database.db, buyer, cart, BOLETA, NOW, MINIMUM)).toEqual({
      ok: false,
      error: { code: 'below_minimum', minimum: MINIMUM },
    })
    expect(await rows('select from orders where user_id = $1', buyer.id)).toEqual([])
    expect(await rows('select current_uses from discount_codes where code = $1', code)).toEqual([{ current_uses: 0 }])
  })

  it.each([0, 50])('is none at %i pesos', async total => {
    const buyer = asSessionUser(await createProfile(database.ownerPool))
    const { product, code } = await leaving(total)
    const cart = cartOf(product, { code, total, repeat: 'yes' })
    expect(await checkOut(database.db, buyer, cart, BOLETA, NOW, MINIMUM)).toMatchObject({
      ok: true,
      value: { total_clp: total, status: total === 0 ? 'paid' : 'pending' },
    })
  })
})
