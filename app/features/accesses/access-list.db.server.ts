import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'
import type { ListedState } from './accesses.ts'

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

export type AccessListQuery = PageRequest<'created_at'> & {
  /** Beginnings of words of an e-mail, a name, a company or a code. */
  search: string
  state: ListedState | undefined
  /** When expired is told from not yet expired. */
  at: Date
}

/** One page of everybody's accesses. For administrators: row-level security shows anybody else their own only. */
export async function listAccesses(tx: Transaction<DB>, query: AccessListQuery): Promise<Page<ListedAccess>> {
  const { search, state, at } = query
  const page = keyset('user_accesses', query, 'access')
  const { column, descending, place, most } = page.search
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
    .$if(search !== '', found =>
      found.where(
        sql<SqlBool>`access.id = any(array(
          select private.find_accesses(${search}, ${state ?? null}, ${at}, ${column}, ${descending}, ${place}, ${most})))`,
      ),
    )
    .$if(search === '', found =>
      found.where(page.where).where(state === undefined ? sql<SqlBool>`true` : inState(state, at)),
    )
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(
    rows.map(({ first_name, last_name, company, ...row }) => ({
      ...row,
      client: { name: fullName({ first_name, last_name }), company },
    })),
  )
}

/** What `listedState` says, as the database asks it. */
function inState(state: ListedState, at: Date): RawBuilder<SqlBool> {
  switch (state) {
    case 'invited':
      return sql`access.status = 'active' and access.expires_at > ${at}`
    case 'accessed':
      return sql`access.status = 'in_use' and access.expires_at > ${at}`
    case 'expired':
      return sql`access.status in ('active', 'in_use') and access.expires_at <= ${at}`
    case 'completed':
    case 'revoked':
      return sql`access.status = ${state}`
  }
}
