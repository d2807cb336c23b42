import type { Transaction } from 'kysely'
import { pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'

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
