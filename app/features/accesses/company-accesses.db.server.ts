import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** What a company bought of one product, and how far its people are: of paid orders, without what was revoked. */
export type CompanyProduct = {
  id: string
  name: string
  seats: number
  used: number
  started: number
  completed: number
}

/** By product, what sold most seats first. For administrators: row-level security shows anybody else their own orders only. */
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
