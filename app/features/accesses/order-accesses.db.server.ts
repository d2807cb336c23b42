import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** What a whole refund would take back: people by how far they are, and mails that would not go out any more. */
export type AtStake = { invited: number; started: number; completed: number; mails: number }

/** Counts what a whole refund of an order would revoke (decision record 0026). In confidential items nobody is told apart as started. */
export async function accessesAtStake(tx: Transaction<DB>, orderId: string): Promise<AtStake> {
  const { rows } = await sql<AtStake>`
    select
      count(*) filter (where access.status = 'active')::int as invited,
      count(*) filter (where access.status = 'in_use')::int as started,
      count(*) filter (where access.status = 'completed')::int as completed,
      (select count(*)::int from mails where mails.status = 'queued' and mails.access_id = any (array(
        select own.id from user_accesses own join order_items bought on bought.id = own.order_item_id
        where bought.order_id = ${orderId} and own.status <> 'revoked'))) as mails
    from user_accesses access join order_items item on item.id = access.order_item_id
    where item.order_id = ${orderId} and access.status <> 'revoked'`.execute(tx)
  return rows[0] ?? { invited: 0, started: 0, completed: 0, mails: 0 }
}
