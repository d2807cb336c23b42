import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { orderForReceipt } from '#app/features/orders/orders.server.ts'
import { markOrderPaid, withdrawIfQuotationPaid } from '#app/features/orders/paid-orders.server.ts'
import { cancelMail, waitingMail } from '#app/features/payments/order-mails.ts'
import { orderPaid } from '#app/features/payments/order-paid.server.ts'
import { dayOf, endOfDay, shiftDay } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { type Actor, asActor, asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { newBuyOrder } from '#app/platform/payments/gateway.ts'
import {
  hasLivePayment,
  holdUntil,
  insertManualPayment,
  lockForStaff,
  lockReference,
  orderPaidWith,
  type SeenPayment,
} from './manual-payments.server.ts'

/** Why an order of more seats was cancelled when its money arrived, as its buyer reads it. */
const SEATS_GONE = 'los asientos que pediste ya no se pueden agregar a esa compra'

/** Maximum age of a payment in days; an older date is a typing error. */
const OLDEST_DAYS = 365

export type RegisterFailure =
  | { code: 'order_not_found' | 'not_pending' | 'day_out_of_range' }
  /** The buyer is paying or has paid at the gateway: the order could be paid twice. */
  | { code: 'payment_in_progress' }
  | { code: 'other_amount'; total: Pesos }
  | { code: 'reference_used'; orderNumber: string }
  /** Another order of the same quotation is paid. */
  | { code: 'quotation_bought'; orderNumber: string }
  /** The item of these seats has changed: the order failed, and the money has to be refunded. */
  | { code: 'seats_gone' }

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
 */
export async function registerPayment(
  { db }: { db: Kysely<DB> },
  { actor, ...input }: Registration,
): Promise<Result<void, RegisterFailure>> {
  return asActorThenSystem(db, actor, async tx => {
    const recorded = await recordPayment(tx, input)
    return recorded.ok ? ok(undefined) : recorded
  })
}

/**
 * The steps of `registerPayment` in the transaction of another use case (`asActorThenSystem`), which commits whatever the outcome is: an order that can't be paid
 * any more fails with it.
 * @returns the id of the payment
 */
export async function recordPayment(
  tx: Transaction<DB>,
  { orderId, amount, seen, now }: Omit<Registration, 'actor'>,
): Promise<Result<string, RegisterFailure>> {
  const today = dayOf(now)
  if (seen.paidOn > today || seen.paidOn < shiftDay(today, -OLDEST_DAYS)) return err({ code: 'day_out_of_range' })
  await lockReference(tx, seen.reference)
  const order = await lockForStaff(tx, orderId)
  if (!order) return err({ code: 'order_not_found' })
  if (order.status !== 'pending') return err({ code: 'not_pending' })
  if (await hasLivePayment(tx, orderId)) return err({ code: 'payment_in_progress' })
  if (amount !== order.total_clp) return err({ code: 'other_amount', total: order.total_clp })
  const used = await orderPaidWith(tx, seen)
  if (used !== undefined) return err({ code: 'reference_used', orderNumber: used })
  const isPaid = await markOrderPaid(tx, orderId, now)
  const other = isPaid ? undefined : await withdrawIfQuotationPaid(tx, orderId, now)
  if (other !== undefined) return err({ code: 'quotation_bought', orderNumber: other })
  const { method, reference, paidOn, note } = seen
  let paymentId: string | undefined
  if (!isPaid) await queueMail(tx, cancelMail(await orderForReceipt(tx, orderId), SEATS_GONE))
  else {
    const buyOrder = newBuyOrder(now, randomBytes)
    paymentId = await insertManualPayment(tx, { orderId, userId: order.user_id, buyOrder, amount, seen, now })
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
 */
export async function keepOrderOpen(
  { db }: { db: Kysely<DB> },
  input: { actor: Extract<Actor, { kind: 'admin' }>; orderId: string; days: number; now: Date },
): Promise<Result<Date, { code: 'order_not_found' | 'not_pending' }>> {
  const { actor, orderId, days, now } = input
  return asActor(db, actor, async tx => {
    const order = await lockForStaff(tx, orderId)
    if (!order) return err({ code: 'order_not_found' })
    if (order.status !== 'pending') return err({ code: 'not_pending' })
    const until = endOfDay(now, days)
    // The same day again, for example by a double click: nobody is notified twice.
    if (order.held_until?.getTime() === until.getTime()) return ok(until)
    await holdUntil(tx, orderId, until)
    await queueMail(tx, waitingMail(await orderForReceipt(tx, orderId), until))
    await writeAudit(tx, {
      action: 'order_kept_open',
      entity: 'orders',
      entity_id: orderId,
      before: { held_until: order.held_until },
      after: { held_until: until },
    })
    return ok(until)
  })
}
