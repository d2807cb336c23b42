import { sql, type Transaction } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ManualMethod } from '#app/platform/database/values.ts'

/** Whether an attempt to pay this order at the gateway may still bring money, or has. The order is held by the caller. */
export async function hasLivePayment(tx: Transaction<DB>, orderId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['committing', 'unknown', 'review', 'paid'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What an administrator saw of money that no gateway tells of. */
export type SeenPayment = {
  method: ManualMethod
  /** The bank's number of the transfer, or the buyer's of the purchase order. */
  reference: string
  paidOn: Day
  note: string | null
}

/** Makes whoever records the same reference wait until the transaction ends: one of two finds the other's order. */
export async function lockReference(tx: Transaction<DB>, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${reference}), 40))`.execute(tx)
}

/** Number of the order that a reference has paid already. */
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

/** Records a payment of an order that has just been paid with it. */
export async function insertManualPayment(
  tx: Transaction<DB>,
  input: { orderId: string; userId: string; buyOrder: string; amount: Pesos; seen: SeenPayment; now: Date },
): Promise<void> {
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
}

/** Keeps a pending order open until an instant. The order is held by the caller. */
export async function holdUntil(tx: Transaction<DB>, orderId: string, until: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ held_until: until })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .execute()
}

/** An order as the staff's actions need it, held until the transaction ends. */
export const lockForStaff = (tx: Transaction<DB>, orderId: string) =>
  tx
    .selectFrom('orders')
    .select(['id', 'user_id', 'status', 'total_clp', 'held_until'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()

/** A payment of an order that waits for a person, held until the transaction ends; undefined: it does not, or is of another order. */
export async function lockReviewedAttempt(tx: Transaction<DB>, orderId: string, attemptId: string) {
  const row = await tx
    .selectFrom('payment_attempts')
    .select(['id', 'gateway', 'buy_order', 'token', 'amount_clp', 'refunded_clp', 'payment_type_code', 'card_last4'])
    .where('id', '=', attemptId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'review')
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, amount_clp: pesos(row.amount_clp), refunded_clp: pesos(row.refunded_clp) }
}

export type ReviewedAttempt = NonNullable<Awaited<ReturnType<typeof lockReviewedAttempt>>>
