import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct, refundOrder } from '#tests/support/factories.ts'
import { resendReceipts } from './resend-receipts.server.ts'

let database: TestDatabase
let actor: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase()
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

async function buy() {
  const buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  return { buyer, ...(await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })) }
}
const resend = (...orderIds: string[]) => resendReceipts(database, { actor, orderIds })
const mailsOf = async (orderId: string) =>
  (
    await database.ownerPool.query<{ template: string; recipient: string; params: Record<string, string> }>(
      'select template, recipient, params from mails where order_id = $1',
      [orderId],
    )
  ).rows

// shows: B2.27
it('sends the original receipt to the buyer once, however often it is clicked, and records who did it', async () => {
  const { buyer, order_id, order_number } = await buy()
  await database.ownerPool.query(
    `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status, payment_type_code, card_last4)
     values ($1, $2, 'webpay', $3, 1000, 'paid', 'VD', '6623')`,
    [order_id, buyer.id, order_number.slice(-26)],
  )
  const outcomes = await Promise.all([resend(order_id), resend(order_id), resend(order_id)])
  expect(outcomes.filter(outcome => outcome.ok)).toEqual([{ ok: true, value: { sent: 1, left: 0 } }])
  expect(await mailsOf(order_id)).toMatchObject([
    {
      template: 'order_receipt',
      recipient: buyer.email,
      params: { numero_orden: order_number, medio_pago: 'Débito, tarjeta terminada en 6623' },
    },
  ])
  const { rows } = await database.ownerPool.query('select action, actor_user_id from audit_log where entity_id = $1', [
    order_id,
  ])
  expect(rows).toEqual([{ action: 'receipt_resent', actor_user_id: actor.userId }])
})

// shows: B8.1
it('skips unpaid orders, and says so when nothing is left', async () => {
  const paid = await buy()
  const refunded = await buy()
  await refundOrder(database.ownerPool, refunded.order_id)
  expect(await resend(paid.order_id, refunded.order_id)).toEqual({ ok: true, value: { sent: 1, left: 1 } })
  expect(await resend(refunded.order_id)).toMatchObject({ ok: false, error: { code: 'nothing_to_send' } })
  expect(await resend()).toMatchObject({ ok: false, error: { code: 'nothing_selected' } })
  expect(await mailsOf(refunded.order_id)).toEqual([])
})
