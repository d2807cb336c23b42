import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** What is deleted with a buyer's account. */
export type DeletionImpact = {
  orders: number /** Of an organisation, with which they stay. */
  shared: number
  pending: number
  freeSeats: number
  invited: number
  answered: number
}

/** As in `private.delete_own_account`: what belongs to an organisation stays, except for the own seats. */
const erased = (userId: string) =>
  sql<boolean>`(holder_id = ${userId} or (user_id = ${userId} and invited_by_user_id is null))`

/** Counts what is deleted with an account, for the screen that asks for confirmation. */
export async function findDeletionImpact(tx: Transaction<DB>, userId: string): Promise<DeletionImpact> {
  const { rows } = await sql<DeletionImpact>`
    select
      (select count(*)::int from orders where holder_id = ${userId} and status in ('paid', 'refunded', 'charged_back')) as orders,
      (select count(*)::int from orders where user_id = ${userId} and organisation_id is not null and status in ('paid', 'refunded', 'charged_back')) as shared,
      (select count(*)::int from orders where user_id = ${userId} and status = 'pending') as pending,
      (select coalesce(sum(total_seats - used_seats), 0)::int from order_items item join orders on orders.id = item.order_id
        where item.holder_id = ${userId} and orders.status = 'paid' and item.deleted_at is null and item.tops_up_item_id is null) as "freeSeats",
      (select count(*)::int from user_accesses access where ${erased(userId)} and status in ('active', 'in_use')) as invited,
      (select count(*)::int from user_accesses access where ${erased(userId)} and status = 'completed') as answered`.execute(
    tx,
  )
  return rows[0] ?? { orders: 0, shared: 0, pending: 0, freeSeats: 0, invited: 0, answered: 0 }
}
