import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, createRefund, findProduct } from '#tests/support/factories.ts'
import { findDeletionImpact } from './deletion-impact.server.ts'
import { HISTORY_PAGE, orderHistory } from './order-history.server.ts'
import { ownReceipt } from './own-receipt.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const buyer = async () => (await createProfile(database.ownerPool)).id
const as = <Value>(userId: string, work: Parameters<typeof asActor<Value>>[2]) =>
  asActor(database.db, { kind: 'user', userId }, work)
const historyOf = (userId: string, after?: string) => as(userId, tx => orderHistory(tx, userId, { after }))

async function bought(userId: string, seats = 1) {
  const product = await findProduct(database.ownerPool)
  return createPaidItem(database.ownerPool, { userId, productId: product.id, seats })
}

describe('the history of orders', () => {
  it('pages through every order once, newest first, also when several have the same timestamp', async () => {
    const ana = await buyer()
    const numbers: string[] = []
    for (let count = 0; count < HISTORY_PAGE * 2 + 3; count += 1) numbers.push((await bought(ana)).order_number)
    await database.ownerPool.query(
      "update orders set created_at = '2026-11-01T12:00:00.123456Z' where order_number = any($1)",
      [numbers.slice(0, 15)],
    )
    const seen: string[] = []
    let after: string | undefined
    for (let page = 0; page < 5; page += 1) {
      const rows = await historyOf(ana, after)
      const shown = rows.slice(0, HISTORY_PAGE)
      seen.push(...shown.map(order => order.order_number))
      after = shown.at(-1)?.order_number
      if (rows.length <= HISTORY_PAGE) break
    }
    expect(seen).toHaveLength(numbers.length)
    expect(new Set(seen)).toEqual(new Set(numbers))
    expect(seen.slice(0, 8)).toEqual(numbers.slice(15).toReversed())
  })

  it('shows what was bought, for how many people and its status', async () => {
    const ana = await buyer()
    const { order_id } = await bought(ana, 3)
    await createRefund(database.ownerPool, order_id)
    expect(await historyOf(ana)).toMatchObject([
      {
        status: 'refunded',
        total_clp: 3000,
        step: 'none',
        items: [{ name: 'Madurez en Gobierno de Datos (DAMA-DMBOK2)', seats: 3, mode: 'business', sold: true }],
      },
    ])
  })

  it('shows what each order gave: seats, assigned, completed, and whether it is still sold', async () => {
    const ana = await buyer()
    const product = await createProduct(database.ownerPool)
    const { item_id } = await createPaidItem(database.ownerPool, { userId: ana, productId: product.id, seats: 4 })
    await database.ownerPool.query(
      "insert into user_accesses (order_item_id, user_id, email, invited_by_user_id, expires_at, status, accessed_at, completed_at) values ($1, $2, 'eva@example.cl', $2, now() + interval '9 days', 'completed', now(), now()), ($1, $2, 'ida@example.cl', $2, now() + interval '9 days', 'revoked', null, null)",
      [item_id, ana],
    )
    const gave = { seats: 4, total_seats: 4, used_seats: 2, completed: 1, own: { started: false, completed: false } }
    expect(await historyOf(ana)).toMatchObject([{ step: 'use', items: [{ item_id, ...gave, sold: true }] }])
    await database.ownerPool.query("update assessments set status = 'archived' where id = $1", [product.id])
    expect(await historyOf(ana)).toMatchObject([{ items: [{ sold: false }] }])
  })

  it('finds orders by number, product and amount, however they are written, and only the own', async () => {
    const [ana, eva] = [await buyer(), await buyer()]
    const dama = await bought(ana, 3)
    const product = await createProduct(database.ownerPool, { slug: 'clima-organizacional' })
    const other = await createPaidItem(database.ownerPool, { userId: ana, productId: product.id, totalClp: 249_990 })
    await createPaidItem(database.ownerPool, { userId: eva, productId: product.id, totalClp: 249_990 })
    const find = async (search: string) =>
      (await as(ana, tx => orderHistory(tx, ana, { search }))).map(order => order.order_number)
    for (const search of ['clima', 'CLIMA organiz', '$249.990', '249990', other.order_number])
      expect(await find(search)).toEqual([other.order_number])
    expect(await find('gobiérno')).toEqual([dama.order_number])
    expect(await find('clima gobierno')).toEqual([])
    for (const search of ["'); drop table orders; --", '!!! & | :*', '\\', 'x'.repeat(5000)])
      expect(await find(search)).toEqual([])
  })

  it("never shows another buyer's orders, also not through the cursor", async () => {
    const [ana, eva] = [await buyer(), await buyer()]
    const hers = await bought(ana)
    const other = await bought(eva)
    expect((await historyOf(ana)).map(order => order.order_number)).toEqual([hers.order_number])
    expect((await historyOf(ana, other.order_number)).map(order => order.order_number)).toEqual([hers.order_number])
    // Row-level security still holds when a query forgets the ownership check.
    expect(await as(ana, tx => orderHistory(tx, eva, {}))).toEqual([])
  })
})

describe('a receipt', () => {
  it('has the lines, the split of the total, the billing data and the payment', async () => {
    const ana = await buyer()
    const { order_number, order_id } = await bought(ana, 2)
    await database.ownerPool.query(
      `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status, card_last4, payment_type_code, installments, created_at)
       values ($1, $2, 'webpay', 'r-1', 2000, 'rejected', null, null, null, now() + interval '1 minute'),
              ($1, $2, 'webpay', 'r-2', 2000, 'partially_refunded', '6623', 'VC', 3, now())`,
      [order_id, ana],
    )
    await database.ownerPool.query("update payment_attempts set refunded_clp = 500 where buy_order = 'r-2'")
    expect(await as(ana, tx => ownReceipt(tx, ana, order_number))).toMatchObject({
      status: 'paid',
      subtotal_clp: 2000,
      total_clp: 2000,
      net_clp: 1681,
      vat_clp: 319,
      refunded_clp: 500,
      document_type: 'boleta',
      items: [{ slug: 'dama-assessment', mode: 'business', seats: 2, subtotal_clp: 2000 }],
      payment: { gateway: 'webpay', status: 'partially_refunded', card_last4: '6623', installments: 3 },
    })
  })

  it('is found by its owner only', async () => {
    const [ana, eva] = [await buyer(), await buyer()]
    const { order_number } = await bought(ana)
    expect(await as(eva, tx => ownReceipt(tx, eva, order_number))).toBeUndefined()
    expect(await as(eva, tx => ownReceipt(tx, ana, order_number))).toBeUndefined()
    expect(await as(ana, tx => ownReceipt(tx, ana, 'ALH-0-x-y'))).toBeUndefined()
  })
})

it('counts what is lost with an account', async () => {
  const ana = await buyer()
  expect(await as(ana, tx => findDeletionImpact(tx, ana))).toEqual({
    orders: 0,
    shared: 0,
    pending: 0,
    freeSeats: 0,
    invited: 0,
    answered: 0,
  })
  const item = await bought(ana, 4)
  const product = await createProduct(database.ownerPool)
  const other = await createPaidItem(database.ownerPool, { userId: ana, productId: product.id })
  await database.ownerPool.query(
    "update user_accesses set status = 'completed', accessed_at = now(), completed_at = now() where id = $1",
    [other.owner_access_id],
  )
  expect(await as(ana, tx => findDeletionImpact(tx, ana))).toEqual({
    orders: 2,
    shared: 0,
    pending: 0,
    freeSeats: 3,
    invited: 1,
    answered: 1,
  })
  await createRefund(database.ownerPool, item.order_id)
  expect(await as(ana, tx => findDeletionImpact(tx, ana))).toMatchObject({ orders: 2, freeSeats: 0 })
})
