import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, createRefund, findProduct } from '#tests/support/factories.ts'
import { keepOrderOpen } from './register-payment.server.ts'
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
async function place() {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const placed = await checkOut(database.db, buyer, cartOf(product), BOLETA, new Date())
  if (!placed.ok) throw new Error(placed.error.code)
  return { buyer, order_id: placed.value.id, order_number: placed.value.order_number }
}
/** Marks an order's mails as sent. */
const sendMails = (orderId: string) =>
  database.ownerPool.query("update mails set status = 'sent', sent_at = now() where order_id = $1", [orderId])
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
  expect(outcomes.filter(({ sent }) => sent > 0)).toEqual([{ sent: 1, left: 0 }])
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
it('skips orders whose mail is in the queue, and says so when nothing is left', async () => {
  const paid = await buy()
  const other = await buy()
  expect(await resend(other.order_id)).toEqual({ sent: 1, left: 0 })
  expect(await resend(paid.order_id, other.order_id)).toEqual({ sent: 1, left: 1 })
  expect(await resend(other.order_id)).toEqual({ sent: 0, left: 1 })
  expect(await resend()).toEqual({ sent: 0, left: 0 })
})

describe('tells the buyer how an order stands that is not paid:', () => {
  it('the deadline of a pending one', async () => {
    const { order_id, order_number, buyer } = await place()
    const held = await keepOrderOpen(database, { actor, orderId: order_id, days: 7, now: new Date() })
    await sendMails(order_id)
    expect(await resend(order_id)).toEqual({ sent: 1, left: 0 })
    expect(await mailsOf(order_id)).toMatchObject(
      [1, 2].map(() => ({
        template: 'order_waiting',
        recipient: buyer.email,
        params: { numero_orden: order_number, fecha_limite: formatDate(held) },
      })),
    )
  })

  it('the cancellation of a failed one, with the reason that was given', async () => {
    const { order_id, order_number } = await place()
    await database.ownerPool.query("update orders set status = 'failed' where id = $1", [order_id])
    await resend(order_id)
    expect(await mailsOf(order_id)).toMatchObject([
      { template: 'order_cancelled', params: { numero_orden: order_number } },
    ])
    await database.ownerPool.query(
      `update mails set status = 'sent', sent_at = now(),
        params = params || '{"motivo_cancelacion": "Duplicada"}' where order_id = $1`,
      [order_id],
    )
    await resend(order_id)
    expect((await mailsOf(order_id)).map(mail => mail.params.motivo_cancelacion)).toEqual(['Duplicada', 'Duplicada'])
  })

  it('the refund of a refunded one, or its receipt where no notice was sent', async () => {
    const { order_id } = await buy()
    await createRefund(database.ownerPool, order_id)
    await resend(order_id)
    expect((await mailsOf(order_id)).map(mail => mail.template)).toEqual(['order_receipt'])
    const refund = {
      numero_orden: 'ALH-1',
      monto_reembolso_clp: '$1.000',
      medio_pago: 'Transferencia',
      dias_abono: '10',
    }
    await database.ownerPool.query(
      `update mails set status = 'sent', sent_at = now(), template = 'refund_notice', params = $2
       where order_id = $1`,
      [order_id, { ...refund, enlace_orden: '/account/orders/ALH-1' }],
    )
    await resend(order_id)
    expect((await mailsOf(order_id)).map(({ template, params }) => [template, params.monto_reembolso_clp])).toEqual([
      ['refund_notice', '$1.000'],
      ['refund_notice', '$1.000'],
    ])
  })
})
