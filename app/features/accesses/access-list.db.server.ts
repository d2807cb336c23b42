import { sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { anywhere } from '#app/features/orders/order-list.db.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'

/** One access of the back office's list (specification 2, section 2). */
export type ListedAccess = {
  id: string
  assessment: string
  client: { name: string; company: string | null }
  email: string
  name: string
  job_role: string | null
  status: AccessStatus
  last_activity_at: Date
  expires_at: Date
}

export type AccessListQuery = {
  /** Part of an e-mail, a name or a company. */
  search: string
  /** Id of the last access of the page before; the list goes on after it. */
  after: string | undefined
  limit: number
}

/** Accesses of everybody, newest first. For administrators: row-level security shows anybody else their own only. */
export async function listAccesses(tx: Transaction<DB>, given: AccessListQuery): Promise<ListedAccess[]> {
  const { search, after, limit } = given
  const rows = await tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .innerJoin('profiles as buyer', 'buyer.id', 'access.user_id')
    .leftJoin('assessment_runs as run', 'run.validated_access_id', 'access.id')
    .select([
      'access.id',
      'product.name as assessment',
      'buyer.first_name',
      'buyer.last_name',
      'access.email',
      'access.job_role',
      'access.status',
      'access.expires_at',
    ])
    .select(({ fn }) => [
      fn.coalesce('access.invitee_name', sql<string>`''`).as('name'),
      fn.coalesce('order.company_name', 'buyer.company').as('company'),
      fn
        .coalesce('run.updated_at', 'access.completed_at', 'access.accessed_at', 'access.created_at')
        .as('last_activity_at'),
    ])
    .$if(search !== '', query =>
      query.where(({ eb, or }) =>
        or([
          eb('access.email', 'ilike', anywhere(search)),
          eb('access.invitee_name', 'ilike', anywhere(search)),
          eb(sql<string>`buyer.first_name || ' ' || buyer.last_name`, 'ilike', anywhere(search)),
          eb(sql<string>`coalesce("order".company_name, buyer.company, '')`, 'ilike', anywhere(search)),
        ]),
      ),
    )
    .$if(after !== undefined, query =>
      // The access that the last page ended with tells where: its time has microseconds, which an address would lose.
      query.where(({ eb, selectFrom, or, and, ref }) => {
        const last = selectFrom('user_accesses as last')
          .select('last.created_at')
          .where('last.id', '=', after ?? '')
        return or([
          eb('access.created_at', '<', last),
          and([eb('access.created_at', '=', last), eb(ref('access.id'), '>', after ?? '')]),
        ])
      }),
    )
    .orderBy('access.created_at', 'desc')
    .orderBy('access.id')
    .limit(limit)
    .execute()
  return rows.map(({ first_name, last_name, company, ...row }) => ({
    ...row,
    client: { name: fullName({ first_name, last_name }), company },
  }))
}

/** Seats that somebody has, and how many of them are completed. */
export const accessTotals = (tx: Transaction<DB>): Promise<{ accesses: number; completed: number }> =>
  tx
    .selectFrom('user_accesses')
    .where('status', '<>', 'revoked')
    .select(({ fn }) => [
      fn.countAll<number>().as('accesses'),
      fn.countAll<number>().filterWhere('status', '=', 'completed').as('completed'),
    ])
    .executeTakeFirstOrThrow()
