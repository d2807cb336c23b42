import { sql, type Transaction } from 'kysely'
import { MEANS } from '#app/features/payments/order-mails.ts'
import { type Day, dayOf, shiftDay } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ManualMethod } from '#app/platform/database/values.ts'

/** Whether a gateway attempt of this order has brought money or still may. The caller locks the order. */
export async function hasLivePayment(tx: Transaction<DB>, orderId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['committing', 'unknown', 'manual_resolution', 'paid'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** @throws Refusal where the buyer is paying or has paid at the gateway, so that the order could be paid twice */
export async function refuseLivePayment(tx: Transaction<DB>, orderId: string): Promise<void> {
  if (await hasLivePayment(tx, orderId))
    refuse('El banco está confirmando un pago con tarjeta de esta orden. Espera a que termine.')
}

/** Maximum age of a payment in days; an older date is a typing error. */
const OLDEST_DAYS = 365

/** Whether a payment of this day is recorded: one of the last twelve months, until today. */
export const isPaymentDay = (day: Day, now: Date): boolean =>
  day <= dayOf(now) && day >= shiftDay(dayOf(now), -OLDEST_DAYS)

/** A payment outside of the gateway, as an administrator records it. */
export type SeenPayment = {
  method: ManualMethod
  /** The bank's transfer number, or the buyer's purchase order number. */
  reference: string
  paidOn: Day
  note: string | null
}

/**
 * Serialises concurrent registrations of the same reference until the transaction ends: the second finds the first
 * one's order.
 */
export async function lockReference(tx: Transaction<DB>, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${reference}), 40))`.execute(tx)
}

/** Number of the order that was already paid with a reference. */
export async function orderPaidWith(
  tx: Transaction<DB>,
  { method, reference }: SeenPayment,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('manual_payments as payment')
    .innerJoin('orders', 'orders.id', 'payment.order_id')
    .select('orders.order_number')
    .where('payment.method', '=', method)
    .where(sql<boolean>`lower(payment.reference) = lower(${reference})`)
    .orderBy('payment.created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.order_number
}

/** Inserts the manual payment of an order that was just marked as paid. @returns its id. */
export async function insertManualPayment(
  tx: Transaction<DB>,
  input: { orderId: string; userId: string; buyOrder: string; amount: Pesos; seen: SeenPayment; now: Date },
): Promise<string> {
  const { seen } = input
  const { id } = await tx
    .insertInto('payment_attempts')
    .values({
      order_id: input.orderId,
      user_id: input.userId,
      gateway: seen.method,
      buy_order: input.buyOrder,
      amount_clp: input.amount,
      status: 'paid',
      created_at: input.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('manual_payments')
    .values({
      attempt_id: id,
      order_id: input.orderId,
      method: seen.method,
      reference: seen.reference,
      paid_on: seen.paidOn,
      note: seen.note,
      created_at: input.now,
    })
    .execute()
  return id
}

/** Keeps a pending order open until an instant. The caller locks the order. */
export async function holdUntil(tx: Transaction<DB>, orderId: string, until: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ held_until: until })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .execute()
}

/** An order for the staff's actions, locked until the transaction ends. */
export const lockForStaff = (tx: Transaction<DB>, orderId: string) =>
  tx
    .selectFrom('orders')
    .select(['id', 'user_id', 'status', 'total_clp', 'held_until'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()

/**
 * An order's payment that waits for manual resolution, locked until the transaction ends; undefined when it does not
 * wait or belongs to another order.
 */
export const lockUnresolvedAttempt = (tx: Transaction<DB>, orderId: string, attemptId: string) =>
  tx
    .selectFrom('payment_attempts')
    .select(['id', 'buy_order', 'token', 'amount_clp', 'refunded_clp', ...MEANS])
    .where('id', '=', attemptId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'manual_resolution')
    .forUpdate()
    .executeTakeFirst()

export type UnresolvedAttempt = NonNullable<Awaited<ReturnType<typeof lockUnresolvedAttempt>>>
