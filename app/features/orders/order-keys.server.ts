import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrderSummary } from './orders.ts'

/** The columns of an `OrderSummary`. */
export const SUMMARY = ['id', 'order_number', 'status', 'total_clp', 'idempotency_key', 'created_at'] as const

/** Serialises this buyer's checkouts until the transaction ends: two tabs can't both find no earlier order. */
export async function lockCheckout(tx: Transaction<DB>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 1))`.execute(tx)
}

/** The order of a checkout key. A failed order does not count: paying again makes a new one. */
export async function orderOfKey(
  tx: Transaction<DB>,
  userId: string,
  key: string,
): Promise<(OrderSummary & { organisation_id: string | null }) | undefined> {
  return tx
    .selectFrom('orders')
    .select([...SUMMARY, 'organisation_id'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .where('status', '<>', 'failed')
    .executeTakeFirst()
}

/** Gives a buyer's order the key of another cart of the same, so that this cart finds it. */
export async function takeKey(tx: Transaction<DB>, orderId: string, key: string): Promise<void> {
  await tx.updateTable('orders').set({ idempotency_key: key }).where('id', '=', orderId).execute()
}
