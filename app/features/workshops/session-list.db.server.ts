import { sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** A workshop that somebody bought, in the back office's list. */
export type ListedWorkshop = {
  id: string
  name: string
  slug: string
  order_number: string
  client: { name: string; company: string | null }
  seats: number
  people: number
  attended: number
  starts_at: Date | null
  minutes: number | null
  cancelled_at: Date | null
}

/** Which workshops a list shows: all, those without a date, those to come, or those whose attendance is to be confirmed. */
export type SessionFilter = 'all' | 'unset' | 'coming' | 'to_confirm'

/** Paid workshops, newest purchase first. For administrators: row-level security shows anybody else nothing. */
export async function listWorkshops(
  tx: Transaction<DB>,
  { filter, after, limit, now }: { filter: SessionFilter; after: string | undefined; limit: number; now: Date },
): Promise<ListedWorkshop[]> {
  const rows = await tx
    .selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .innerJoin('profiles as buyer', 'buyer.id', 'item.user_id')
    .leftJoin('workshop_sessions as session', 'session.order_item_id', 'item.id')
    .innerJoinLateral(
      inner =>
        inner
          .selectFrom('user_accesses as access')
          .whereRef('access.order_item_id', '=', 'item.id')
          .where('access.status', '<>', 'revoked')
          .select(({ fn }) => [
            fn.countAll<number>().as('people'),
            fn.countAll<number>().filterWhere('access.status', '=', 'completed').as('attended'),
          ])
          .as('counted'),
      join => join.onTrue(),
    )
    .select([
      'item.id',
      'item.seats',
      'product.name',
      'product.slug',
      'order.order_number',
      'buyer.first_name',
      'buyer.last_name',
      'counted.people',
      'counted.attended',
      'session.starts_at',
      'session.minutes',
      'session.cancelled_at',
    ])
    .select(({ fn }) => fn.coalesce('order.company_name', 'buyer.company').as('company'))
    .where(
      sql<boolean>`item.id = any(array(select private.find_workshops(${filter}, ${now}, ${after ?? null}, ${limit})))`,
    )
    .orderBy('item.created_at', 'desc')
    .orderBy('item.id', 'desc')
    .execute()
  return rows.map(({ first_name, last_name, company, ...row }) => ({
    ...row,
    client: { name: fullName({ first_name, last_name }), company },
  }))
}
