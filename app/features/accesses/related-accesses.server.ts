import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'

/** What a full refund would revoke: people by progress, and mails that would be cancelled. */
export type RefundImpact = { invited: number; started: number; completed: number; mails: number }

/** With all accesses of the order, revoked ones too. */
export type OrderImpact = RefundImpact & { all: number }

/**
 * Counts what a full refund of an order would revoke (ADR 0026). In confidential items started ones count
 * as invited.
 */
export async function accessesAtStake(tx: Transaction<DB>, orderId: string): Promise<OrderImpact> {
  const { rows } = await sql<OrderImpact>`
    select
      count(*) filter (where access.status = 'active')::int as invited,
      count(*) filter (where access.status = 'in_use')::int as started,
      count(*) filter (where access.status = 'completed')::int as completed,
      count(*)::int as all,
      (select count(*)::int from mails where mails.status = 'queued' and mails.access_id = any (array(
        select own.id from user_accesses own join order_items bought on bought.id = own.order_item_id
        where bought.order_id = ${orderId} and own.status <> 'revoked'))) as mails
    from user_accesses access join order_items item on item.id = access.order_item_id
    where item.order_id = ${orderId}`.execute(tx)
  return rows[0] ?? { invited: 0, started: 0, completed: 0, mails: 0, all: 0 }
}

/** A company's seats of one product and its people's progress: of paid orders, without revoked accesses. */
export type CompanyProduct = {
  id: string
  name: string
  seats: number
  used: number
  started: number
  completed: number
}

/** By product, most seats first. For administrators: row-level security shows other users their own orders only. */
export async function companyProducts(tx: Transaction<DB>, companyId: string): Promise<CompanyProduct[]> {
  const { rows } = await sql<CompanyProduct>`
    select product.id, product.name, sum(item.seats)::integer as seats, sum(counted.used)::integer as used,
      sum(counted.started)::integer as started, sum(counted.completed)::integer as completed
    from orders
      join order_items item on item.order_id = orders.id and item.deleted_at is null
      join assessments product on product.id = item.assessment_id
      cross join lateral (
        select count(*) as used, count(*) filter (where access.status = 'in_use') as started,
          count(*) filter (where access.status = 'completed') as completed
        from user_accesses access where access.order_item_id = item.id and access.status <> 'revoked') counted
    where orders.company_id = ${companyId} and orders.status = 'paid'
    group by product.id
    order by seats desc, product.name`.execute(tx)
  return rows
}

/** One access of a buyer's seats. */
export type NewestAccess = {
  id: string
  /** The product's name at the time of purchase. */
  assessment: string
  name: string
  email: string
  status: AccessStatus
  progress: number
  expires_at: Date
  created_at: Date
}

/** The newest accesses of a buyer's purchases or of one order. For administrators. */
export const newestAccesses = (
  tx: Transaction<DB>,
  of: { userId: string } | { orderId: string },
  limit: number,
): Promise<NewestAccess[]> =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .select([
      'access.id',
      'item.product_name as assessment',
      'access.email',
      'access.status',
      'access.progress',
      'access.expires_at',
      'access.created_at',
    ])
    .select(({ fn }) => fn.coalesce('access.invitee_name', sql<string>`''`).as('name'))
    .where(({ eb }) => ('userId' in of ? eb('access.user_id', '=', of.userId) : eb('item.order_id', '=', of.orderId)))
    .orderBy('access.created_at', 'desc')
    .orderBy('access.id')
    .limit(limit)
    .execute()
