import { sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** An order that can be cancelled at this moment, with what goes with it. */
export type Cancellable = { id: string; number: string; client: string; total: Pesos; usesCode: boolean }

/** Which of some orders can be cancelled: pending ones whose payment nobody is confirming. For administrators, before they confirm it. */
export async function cancellableOf(tx: Transaction<DB>, orderIds: readonly string[]): Promise<Cancellable[]> {
  if (orderIds.length === 0) return []
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('profiles as client', 'client.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.order_number',
      'orders.total_clp',
      'client.first_name',
      'client.last_name',
      sql<boolean>`exists (select from discount_redemptions redemption
        where redemption.order_id = orders.id and redemption.released_at is null)`.as('uses_code'),
    ])
    .where('orders.id', 'in', orderIds)
    .where('orders.status', '=', 'pending')
    .where(
      sql<boolean>`not exists (select from payment_attempts attempt where attempt.order_id = orders.id
        and attempt.status in ('committing', 'unknown', 'review', 'paid'))`,
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    number: row.order_number,
    client: fullName(row),
    total: pesos(row.total_clp),
    usesCode: row.uses_code,
  }))
}
