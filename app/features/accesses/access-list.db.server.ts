import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { type Keyset, keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AccessStatus, ProductType } from '#app/platform/database/values.ts'
import { type AccessFilters, type AccessSortColumn, type AccessTotals, wayOf } from './access-list.ts'

/** One access of the back office's list (specification 2, section 2). */
export type ListedAccess = {
  id: string
  assessment: string
  /** Where the invited person goes. */
  product: { slug: string; name: string; type: ProductType }
  client: { id: string; name: string; company: string | null }
  email: string
  name: string
  job_role: string | null
  status: AccessStatus
  /** The buyer's own, to which nobody was invited. */
  own: boolean
  last_activity_at: Date
  expires_at: Date
}

export type AccessListQuery = AccessFilters & PageRequest<AccessSortColumn>

/** One page of everybody's accesses. For administrators: row-level security shows anybody else their own only. */
export async function listAccesses(tx: Transaction<DB>, query: AccessListQuery): Promise<Page<ListedAccess>> {
  const page = keyset('user_accesses', { ...query, sort: wayOf(query, query.sort) }, 'access')
  const rows = await tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'access.assessment_id')
    .innerJoin('profiles as buyer', 'buyer.id', 'access.user_id')
    .leftJoin('assessment_runs as run', 'run.validated_access_id', 'access.id')
    .select([
      'access.id',
      'product.slug',
      'product.name as assessment',
      'product.type',
      'buyer.id as client_id',
      'buyer.first_name',
      'buyer.last_name',
      'access.email',
      'access.job_role',
      'access.status',
      'access.invited_by_user_id',
      'access.expires_at',
    ])
    .select(({ fn }) => [
      fn.coalesce('access.invitee_name', sql<string>`''`).as('name'),
      fn.coalesce('order.company_name', 'buyer.company').as('company'),
      fn
        .coalesce(
          'run.updated_at',
          'access.completed_at',
          'access.accessed_at',
          'access.opened_at',
          'access.created_at',
        )
        .as('last_activity_at'),
    ])
    .where(accessConditions(query, page))
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(
    rows.map(({ first_name, last_name, company, client_id, invited_by_user_id, slug, type, ...row }) => ({
      ...row,
      product: { slug, type, name: row.assessment },
      own: invited_by_user_id === null,
      client: { id: client_id, name: fullName({ first_name, last_name }), company },
    })),
  )
}

/** The filters, and the place of the page; `access` is what the query calls the table. What is searched for, the database finds. */
export function accessConditions(filters: AccessFilters, page: Pick<Keyset, 'where' | 'search'>): RawBuilder<SqlBool> {
  const { search, state, productId, clientId, from, until, endsUntil, at } = filters
  if (search !== '') {
    const { column, descending, place, most } = page.search
    return sql`access.id = any(array(select private.find_accesses(${search}, ${state ?? null}, ${productId ?? null}, ${clientId ?? null},
      ${from ?? null}, ${until ?? null}, ${endsUntil ?? null}, ${at}, ${column}, ${descending}, ${place}, ${most})))`
  }
  const conditions = [page.where]
  if (state !== undefined) conditions.push(inState(state, at))
  if (productId !== undefined) conditions.push(sql`access.assessment_id = ${productId}`)
  if (clientId !== undefined) conditions.push(sql`access.user_id = ${clientId}`)
  if (from !== undefined) conditions.push(sql`access.created_at >= ${from}`)
  if (until !== undefined) conditions.push(sql`access.created_at < ${until}`)
  if (endsUntil !== undefined) conditions.push(inState('unfinished', at), sql`access.expires_at <= ${endsUntil}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** What `listedState` says, as the database asks it. */
function inState(state: NonNullable<AccessFilters['state']>, at: Date): RawBuilder<SqlBool> {
  switch (state) {
    case 'invited':
      return sql`access.status = 'active' and access.expires_at > ${at}`
    case 'accessed':
      return sql`access.status = 'in_use' and access.expires_at > ${at}`
    case 'unfinished':
      return sql`access.status in ('active', 'in_use') and access.expires_at > ${at}`
    case 'expired':
      return sql`access.status in ('active', 'in_use') and access.expires_at <= ${at}`
    case 'completed':
    case 'revoked':
      return sql`access.status = ${state}`
  }
}

/** The summary cards' figures, from what is added up per day: they cost the same however many accesses there are. For the staff. */
export async function accessTotals(tx: Transaction<DB>): Promise<AccessTotals> {
  const { rows } = await sql<{ label: string; count: number }>`
    select label, count from private.figures_of('{access}', '-infinity', 'infinity', false)`.execute(tx)
  const of = (wanted: string) => rows.find(({ label }) => label === wanted)?.count ?? 0
  const completed = of('completed')
  const started = of('started')
  return { total: of('open') + started + completed, completed, started }
}

type Choice = { value: string; label: string }

/** Clients that a filter offers. */
const OFFERED = 50

/** Products, and the clients who bought most with the chosen one, as choices of the list's filters. */
export async function accessChoices(
  tx: Transaction<DB>,
  { productId, clientId }: Partial<Pick<AccessFilters, 'productId' | 'clientId'>>,
): Promise<{ products: Choice[]; clients: Choice[] }> {
  const products = await tx
    .selectFrom('assessments')
    .select(['id as value', 'name as label'])
    .where(({ eb, or }) =>
      or([eb('paid_seats', '>', 0), ...(productId === undefined ? [] : [eb('id', '=', productId)])]),
    )
    .orderBy('name')
    .execute()
  const { rows: clients } = await sql<Choice>`
    select buyer.id as value, btrim(concat(buyer.first_name, ' ', buyer.last_name) || coalesce(' · ' || buyer.company, '')) as label
    from profiles buyer
    where buyer.id = any(array(select id from client_totals order by spent_clp desc, id desc limit ${OFFERED}) || ${clientId ?? null}::uuid)
    order by label`.execute(tx)
  return { products, clients }
}
