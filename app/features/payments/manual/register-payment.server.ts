import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { orderForReceipt } from '#app/features/orders/orders.server.ts'
import { markOrderPaid, withdrawIfQuotationPaid } from '#app/features/orders/paid-orders.server.ts'
import { cancelMail, waitingMail } from '#app/features/payments/order-mails.ts'
import { orderPaid } from '#app/features/payments/order-paid.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { type Actor, asActor, asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { newBuyOrder } from '#app/platform/payments/gateway.ts'
import {
  holdUntil,
  insertManualPayment,
  isPaymentDay,
  lockForStaff,
  lockReference,
  orderPaidWith,
  refuseLivePayment,
  type SeenPayment,
} from './manual-payments.server.ts'

/** Why an order of more seats was cancelled when its money arrived, as its buyer reads it. */
const SEATS_GONE = 'los asientos que pediste ya no se pueden agregar a esa compra'

/** An order that can't be paid any more, and was cancelled: its money has to be given back. */
export type CancelledOrder =
  /** Another order of the same quotation is paid. */
  | { code: 'quotation_bought'; orderNumber: string }
  /** The item of these seats has changed. */
  | { code: 'seats_gone' }

const notPending = () => new Refusal('Esta orden ya no está pendiente: mira abajo cómo quedó.')

type Registration = {
  actor: Extract<Actor, { kind: 'admin' }>
  orderId: string
  amount: Pesos
  seen: SeenPayment
  now: Date
}

/**
 * Records that a pending order was paid outside of the gateway, by transfer or purchase order, and marks it as paid:
 * accesses, seats and receipt as with any payment. Of concurrent registrations and card payments exactly one pays; a
 * card payment that loses is refunded automatically.
 * @returns a failure where the order was cancelled, which stays. @throws Refusal
 */
export const registerPayment = (
  { db }: { db: Kysely<DB> },
  { actor, orderId, amount, seen, now }: Registration,
): Promise<Result<string, CancelledOrder>> =>
  asActorThenSystem(db, actor, async tx => {
    if (!isPaymentDay(seen.paidOn, now))
      refuse('Ingresa un día de los últimos 12 meses, hasta hoy', { field: 'paid_on' })
    await lockReference(tx, seen.reference)
    const order = await lockForStaff(tx, orderId)
    if (order?.status !== 'pending') throw notPending()
    await refuseLivePayment(tx, orderId)
    if (amount !== order.total_clp)
      refuse(`La orden es por ${formatPesos(order.total_clp)}, ni más ni menos`, { field: 'amount' })
    const used = await orderPaidWith(tx, seen)
    if (used !== undefined)
      refuse(`Esa referencia ya pagó la orden ${used}. Si paga las dos, agrégale algo que las distinga`, {
        field: 'reference',
      })
    return payByHand(tx, order, seen, now)
  })

/**
 * Pays a pending order whose lock the caller has, in a transaction of `asActorThenSystem` that commits whatever the outcome is: an order that
 * can't be paid any more fails with it.
 * @returns the id of the payment
 */
export async function payByHand(
  tx: Transaction<DB>,
  { id: orderId, user_id: userId, total_clp: amount }: { id: string; user_id: string; total_clp: Pesos },
  seen: SeenPayment,
  now: Date,
): Promise<Result<string, CancelledOrder>> {
  const isPaid = await markOrderPaid(tx, orderId, now)
  const other = isPaid ? undefined : await withdrawIfQuotationPaid(tx, orderId, now)
  if (other !== undefined) return err({ code: 'quotation_bought', orderNumber: other })
  const { method, reference, paidOn, note } = seen
  let paymentId: string | undefined
  if (!isPaid) await queueMail(tx, cancelMail(await orderForReceipt(tx, orderId), SEATS_GONE))
  else {
    const buyOrder = newBuyOrder(now, randomBytes)
    paymentId = await insertManualPayment(tx, { orderId, userId, buyOrder, amount, seen, now })
    await orderPaid(tx, orderId, now)
  }
  await writeAudit(tx, {
    action: isPaid ? 'payment_registered' : 'order_failed',
    entity: 'orders',
    entity_id: orderId,
    before: { status: 'pending' },
    after: isPaid
      ? { status: 'paid', method, amount_clp: amount, reference, paid_on: paidOn, ...(note !== null && { note }) }
      : { status: 'failed' },
  })
  return paymentId === undefined ? err({ code: 'seats_gone' }) : ok(paymentId)
}

/**
 * Keeps a pending order open for a slow payment such as a transfer, until the end of a day in Santiago `days` from now.
 * Its use of the code and its prices stay reserved; the buyer may still pay by card and is mailed the deadline and the
 * bank account.
 * @returns that end. @throws Refusal
 */
export const keepOrderOpen = (
  { db }: { db: Kysely<DB> },
  { actor, orderId, days, now }: { actor: Extract<Actor, { kind: 'admin' }>; orderId: string; days: number; now: Date },
): Promise<Date> =>
  asActor(db, actor, async tx => {
    const order = await lockForStaff(tx, orderId)
    if (order?.status !== 'pending') throw notPending()
    const until = endOfDay(now, days)
    // The same day again, for example by a double click: nobody is notified twice.
    if (order.held_until?.getTime() === until.getTime()) return until
    await holdUntil(tx, orderId, until)
    await queueMail(tx, waitingMail(await orderForReceipt(tx, orderId), until))
    await writeAudit(tx, {
      action: 'order_kept_open',
      entity: 'orders',
      entity_id: orderId,
      before: { held_until: order.held_until },
      after: { held_until: until },
    })
    return until
  })
