import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownReceipt } from '#app/features/orders/own-receipt.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile, payOrder } from '#tests/support/factories.ts'
import { createTestQuotation, quotationCartOf } from '#tests/support/quotations.ts'
import { checkOut } from './check-out.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const LAST = new Date('2026-12-07T02:59:59Z')
const OVER = new Date('2026-12-07T03:00:00Z')
const QUOTED = 300_000
const TODAY = 450_000

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(10)
})
afterAll(() => database.close())

/** A buyer with a quotation of 11 seats, whose product has become dearer since. */
async function dearerSince(input: { code?: string; quoted?: number } = {}) {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = await createProduct(database.ownerPool, { basePriceClp: 100_000 })
  const quotation = await createTestQuotation(
    database.db,
    buyer,
    quotationCartOf([{ product_id: product.id, mode: 'business', seats: 11 }], input.quoted ?? QUOTED, {
      code: input.code ?? null,
    }),
    NOW,
  )
  await setPrice(product.id, 150_000)
  const cart = (total: number, more: Partial<Parameters<typeof cartOf>[1]> = {}) =>
    cartOf({ ...product, basePriceClp: 150_000 }, { seats: 11, total, quotation, ...more })
  return { buyer, product, quotation, cart }
}

const setPrice = (id: string, price: number) =>
  database.ownerPool.query('update assessments set base_price_clp = $2 where id = $1', [id, price])
const buy = (buyer: Parameters<typeof checkOut>[1], cart: Parameters<typeof checkOut>[2], now = NOW) =>
  checkOut(database.db, buyer, cart, BOLETA, now)
const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

describe('a checkout with a quotation', () => {
  it('charges the quoted price until the last second of its validity, and records the quotation', async () => {
    const { buyer, quotation, cart } = await dearerSince()
    expect(await buy(buyer, cart(QUOTED), LAST)).toMatchObject({ ok: true, value: { total_clp: QUOTED } })
    const [order] = await rows('select * from orders where user_id = $1', buyer.id)
    expect(order).toMatchObject({ quotation_id: quotation, total_clp: QUOTED, net_clp: 252_101 })
    const asBuyer = { kind: 'user', userId: buyer.id } as const
    const receipt = await asActor(database.db, asBuyer, tx => ownReceipt(tx, buyer.id, order.order_number))
    expect(receipt?.quotation).toEqual({ id: quotation, number: expect.stringMatching(/^COT-/) })
    const [item] = await rows('select * from order_items where order_id = $1', order.id)
    expect(item).toMatchObject({ base_price_clp: 100_000, subtotal_clp: QUOTED, unit_price_clp: 27_273 })
  })

  it("shows today's price and asks again once the quotation has expired", async () => {
    const { buyer, cart } = await dearerSince()
    expect(await buy(buyer, cart(QUOTED), OVER)).toMatchObject({
      ok: false,
      error: { code: 'cart_changed', quote: { total_clp: TODAY, quotation: { state: 'expired' } } },
    })
    expect(await buy(buyer, cart(TODAY), OVER)).toMatchObject({ ok: true, value: { total_clp: TODAY } })
    expect(await rows('select quotation_id from orders where user_id = $1', buyer.id)).toEqual([{ quotation_id: null }])
  })

  it("charges today's price for other lines, and says so", async () => {
    const { buyer, cart } = await dearerSince()
    const changed = cart(QUOTED, { seats: 12 })
    expect(await buy(buyer, changed)).toMatchObject({
      error: { code: 'cart_changed', quote: { total_clp: 480_000, quotation: { state: 'changed' } } },
    })
  })

  it('does not hold for another buyer', async () => {
    const { cart } = await dearerSince()
    const other = asSessionUser(await createProfile(database.ownerPool))
    expect(await buy(other, cart(QUOTED))).toMatchObject({
      error: { code: 'cart_changed', quote: { total_clp: TODAY, quotation: { state: 'not_found' } } },
    })
  })

  it('charges the lower price when the product has become cheaper', async () => {
    const { buyer, product, cart } = await dearerSince()
    await setPrice(product.id, 80_000)
    expect(await buy(buyer, cart(QUOTED))).toMatchObject({
      error: { code: 'cart_changed', quote: { total_clp: 240_000, quotation: { state: 'cheaper_now' } } },
    })
    expect(await buy(buyer, cart(240_000))).toMatchObject({ ok: true })
  })

  it('holds once: a paid order uses the quotation, an unpaid one leaves it open', async () => {
    const { buyer, cart } = await dearerSince()
    const first = await buy(buyer, cart(QUOTED))
    const again = await buy(buyer, cart(QUOTED, { repeat: 'yes' }))
    expect([first.ok, again.ok]).toEqual([true, true])
    await payOrder(database.ownerPool, first.ok ? first.value.id : '')
    expect(await buy(buyer, cart(QUOTED, { repeat: 'yes' }))).toMatchObject({
      error: { code: 'cart_changed', quote: { total_clp: TODAY, quotation: { state: 'bought' } } },
    })
  })

  it('checks the code again: the quotation holds prices, not uses of a code', async () => {
    const { buyer, cart } = await dearerSince({ code: 'DEMO20', quoted: 240_000 })
    await rows("update discount_codes set status = 'paused' where code = 'DEMO20'")
    expect(await buy(buyer, cart(240_000, { code: 'DEMO20' }))).toMatchObject({ error: { code: 'discount_invalid' } })
    await rows("update discount_codes set status = 'active' where code = 'DEMO20'")
    expect(await buy(buyer, cart(240_000, { code: 'DEMO20' }))).toMatchObject({
      ok: true,
      value: { total_clp: 240_000 },
    })
  })

  it('leaves out products that are no longer sold, and says so', async () => {
    const { buyer, product, cart } = await dearerSince()
    await rows("update assessments set status = 'archived' where id = $1", product.id)
    expect(await buy(buyer, cart(QUOTED))).toMatchObject({
      error: {
        code: 'cart_changed',
        quote: { notices: [{ code: 'unavailable', product_id: product.id }], quotation: { state: 'changed' } },
      },
    })
  })
})
