import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerPayment } from '#app/features/payments/manual/register-payment.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { checkOut } from './check-out.server.ts'
import type { CheckoutForm } from './checkout-schema.ts'
import { MAX_AWAITED } from './waiting-order.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const TRANSFER: CheckoutForm = { ...BOLETA, method: 'transfer' }

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(10)
})
afterAll(() => database.close())

const newBuyer = async () => asSessionUser(await createProfile(database.ownerPool))
const newProduct = async (basePriceClp = 100_000) => ({
  ...(await createProduct(database.ownerPool, { basePriceClp })),
  basePriceClp,
})
type Buyer = Awaited<ReturnType<typeof newBuyer>>

async function buy(user: Buyer, cart: ReturnType<typeof cartOf>, { form = TRANSFER, minimum = 0 } = {}) {
  const placed = await checkOut(database.db, user, cart, form, NOW, pesos(minimum))
  if (!placed.ok) throw new Error(placed.error.code)
  return placed.value
}

async function stored(id: string) {
  const {
    rows: [order],
  } = await database.ownerPool.query('select status, held_until from orders where id = $1', [id])
  const { rows: mails } = await database.ownerPool.query(
    'select template, params from mails where order_id = $1 order by created_at',
    [id],
  )
  return { ...order, mails }
}

describe('a purchase for several people that is paid by transfer', () => {
  it('waits ten days, and mails its number and deadline once, however often it is sent', async () => {
    const user = await newBuyer()
    const cart = cartOf(await newProduct(), { seats: 2 })
    const orders = await Promise.all(Array.from({ length: 8 }, () => buy(user, cart)))
    const [order] = orders
    if (!order) throw new Error('no order')
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect(order.status).toBe('pending')
    const { status, held_until, mails } = await stored(order.id)
    expect({ status, held_until }).toEqual({ status: 'pending', held_until: endOfDay(NOW, 10) })
    expect(mails.map((mail: { template: string }) => mail.template)).toEqual(['order_waiting'])
    expect(JSON.stringify(mails[0].params)).toContain(order.order_number)
  })

  it('is paid by what the staff see on the account', async () => {
    const order = await buy(await newBuyer(), cartOf(await newProduct(), { seats: 2 }))
    const actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id } as const
    const seen = { method: 'transfer', reference: randomUUID(), paidOn: '2026-11-20', note: null } as const
    await registerPayment(database, { actor, orderId: order.id, amount: order.total_clp, seen, now: NOW })
    expect(await stored(order.id)).toMatchObject({
      status: 'paid',
      mails: [{ template: 'order_waiting' }, { template: 'order_receipt' }],
    })
  })

  it('takes over an order that was begun with a card, and a total that no card pays', async () => {
    const user = await newBuyer()
    const cart = cartOf(await newProduct(), { seats: 2 })
    const begun = await buy(user, cart, { form: BOLETA })
    expect(await stored(begun.id)).toMatchObject({ held_until: null, mails: [] })
    expect((await buy(user, cart)).id).toBe(begun.id)
    expect(await stored(begun.id)).toMatchObject({ held_until: endOfDay(NOW, 10) })
    const small = await buy(user, cartOf(await newProduct(10), { seats: 2 }), { minimum: 50 })
    expect((await stored(small.id)).status).toBe('pending')
  })

  it('is not offered to one person, and not needed where nothing is paid', async () => {
    const user = await newBuyer()
    const own = await buy(user, cartOf(await newProduct()))
    expect(await stored(own.id)).toMatchObject({ status: 'pending', held_until: null, mails: [] })
    const free = await buy(user, cartOf(await newProduct(), { seats: 2, code: 'BIENVENIDA100', total: 0 }))
    expect(free.status).toBe('paid')
    expect((await stored(free.id)).held_until).toBeNull()
  })

  it('is one of at most ten that wait, however many are sent at once; a card still pays', async () => {
    const user = await newBuyer()
    const carts = await Promise.all(
      Array.from({ length: MAX_AWAITED + 2 }, async () => cartOf(await newProduct(), { seats: 2 })),
    )
    const send = (cart: ReturnType<typeof cartOf>, form = TRANSFER) => checkOut(database.db, user, cart, form, NOW)
    const placed = await Promise.all(carts.map(cart => send(cart)))
    const refused = placed.flatMap((one, at) => (one.ok ? [] : [{ cart: carts[at], error: one.error }]))
    expect(refused.map(({ error }) => error)).toEqual(
      Array.from({ length: 2 }, () => ({ code: 'too_many_awaited', orders: MAX_AWAITED })),
    )
    // Those that wait are the same when they are sent again.
    expect((await Promise.all(carts.map(cart => send(cart)))).filter(({ ok }) => ok)).toHaveLength(MAX_AWAITED)
    const [left] = refused
    if (!left?.cart) throw new Error('Nothing was refused')
    expect(await send(left.cart, BOLETA)).toMatchObject({ ok: true, value: { status: 'pending' } })
  })
})
