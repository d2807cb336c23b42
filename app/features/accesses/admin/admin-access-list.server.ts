import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { isExpired, JOB_ROLES, LISTED_STATES, type ListedState, listedState } from '#app/features/accesses/accesses.ts'
import { adminActions } from '#app/features/accesses/admin-access.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { labelCell, timeCell, writtenCell } from '#app/platform/database/cells.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { searchedCode } from '#app/platform/secrets/access-code.server.ts'
import { adminAccessList, sortFor } from './admin-access-list.tsx'

export type AccessQuery = Parameters<typeof accessRows.page>[1]
export type AccessFilters = Parameters<typeof accessRows.conditions>[0]

export const accessRows = listQuery(adminAccessList, {
  keyset: query => keyset('user_accesses', { ...query, sort: sortFor(query, query.sort) }, 'access'),
  period: 'access.created_at',
  where: {
    state: (state, { now }) => inState(state, now),
    productId: id => sql`access.assessment_id = ${id}`,
    clientId: id => sql`access.user_id = ${id}`,
    endsUntil: (end, { now }) => sql`${inState('unfinished', now)} and access.expires_at <= ${end}`,
  },
  search: {
    id: 'access.id',
    find: (query, { column, descending, cursor, max }) => {
      const { search, state, productId, clientId, from, until, endsUntil, now } = query
      return sql`private.find_accesses(${searchedCode(search)}, ${state ?? null}, ${productId ?? null}, ${clientId ?? null},
        ${from ?? null}, ${until ?? null}, ${endsUntil ?? null}, ${now}, ${column}, ${descending}, ${cursor}, ${max})`
    },
  },
  counted: sql`user_accesses access`,
  rows: async (tx, page, { now }) => {
    const rows = await tx
      .selectFrom('user_accesses as access')
      .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
      .innerJoin('orders as order', 'order.id', 'item.order_id')
      .innerJoin('assessments as product', 'product.id', 'access.assessment_id')
      .innerJoin('profiles as buyer', 'buyer.id', 'access.user_id')
      .leftJoin('assessment_runs as run', 'run.validated_access_id', 'access.id')
      .select([
        'access.id',
        'product.id as product_id',
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
        'access.created_at',
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
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(
      ({ first_name, last_name, company, client_id, invited_by_user_id, product_id, slug, type, ...row }) => {
        const own = invited_by_user_id === null
        return {
          ...row,
          product: { product_id, slug, type, name: row.assessment },
          own,
          client: { id: client_id, name: fullName({ first_name, last_name }), company },
          state: listedState(row, now),
          past: isExpired(row, now),
          can: adminActions({ ...row, own }, now),
        }
      },
    )
  },
  packed: {
    id: 'access.id',
    // Access codes are left out.
    cells: {
      Assessment: writtenCell(sql`product.name`),
      Orden: sql`orders.order_number`,
      Cliente: writtenCell(sql`btrim(buyer.first_name || ' ' || buyer.last_name)`),
      'Correo del cliente': writtenCell(sql`buyer.email`),
      Empresa: writtenCell(sql`coalesce(orders.company_name, buyer.company)`),
      Email: writtenCell(sql`access.email`),
      Nombre: writtenCell(sql`access.invitee_name`),
      Cargo: labelCell('access.job_role', JOB_ROLES),
      Área: writtenCell(sql`access.department`),
      Estado: ({ now }) => stateLabel(now),
      'Invitado el': timeCell('access.created_at'),
      'Accedió el': timeCell('access.accessed_at'),
      'Completó el': timeCell('access.completed_at'),
      Vence: timeCell('access.expires_at', 'DD-MM-YYYY'),
    },
    from: page => sql`(
        select * from user_accesses access where ${page.where} order by ${page.orderBy} limit ${page.limit}) access
      join order_items item on item.id = access.order_item_id
      join orders on orders.id = item.order_id
      join assessments product on product.id = access.assessment_id
      join profiles buyer on buyer.id = access.user_id`,
  },
})

/** The condition of `listedState` in a form that an index can serve. */
function inState(state: ListedState | 'unfinished', now: Date): RawBuilder<SqlBool> {
  switch (state) {
    case 'invited':
      return sql`access.status = 'active' and access.expires_at > ${now}`
    case 'accessed':
      return sql`access.status = 'in_use' and access.expires_at > ${now}`
    case 'unfinished':
      return sql`access.status in ('active', 'in_use') and access.expires_at > ${now}`
    case 'expired':
      return sql`access.status in ('active', 'in_use') and access.expires_at <= ${now}`
    case 'completed':
    case 'revoked':
      return sql`access.status = ${state}`
  }
}

const STATES = ['invited', 'accessed', 'completed', 'expired', 'revoked'] as const

/** The label of an access's state, from the same conditions. */
function stateLabel(now: Date): RawBuilder<string> {
  const cases = STATES.map(state => sql`when ${inState(state, now)} then ${LISTED_STATES[state].label}`)
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** Number of accesses by state, without revoked ones. */
export type AccessTotals = { total: number; completed: number; started: number }

/**
 * The summary of the accesses that match; undefined where they are more than a count covers. Without search, filters
 * and period it comes from daily totals: its cost does not depend on the number of accesses. For the staff.
 */
export function accessTotals(tx: Transaction<DB>, query: AccessQuery): Promise<AccessTotals | undefined> {
  if (!accessRows.isNarrowed(query) && !query.from && !query.until) return allAccesses(tx)
  return accessRows.aggregate(tx, query, {
    as: 'access',
    columns: sql`access.status`,
    select: sql`
      count(*) filter (where status <> 'revoked')::integer as total,
      count(*) filter (where status = 'completed')::integer as completed,
      count(*) filter (where status = 'in_use')::integer as started`,
  })
}

async function allAccesses(tx: Transaction<DB>): Promise<AccessTotals> {
  const { rows } = await sql<{ label: string; count: number }>`
    select label, count from private.figures_of('{access}', '-infinity', 'infinity', false)`.execute(tx)
  const of = (name: string) => rows.find(({ label }) => label === name)?.count ?? 0
  const completed = of('completed')
  const started = of('started')
  return { total: of('open') + started + completed, completed, started }
}

type Choice = { value: string; label: string }

/** Maximum clients offered by a filter. */
const OFFERED = 50

/** Filter options: products, and the clients who bought most of the selected one. */
export async function accessChoices(
  tx: Transaction<DB>,
  { productId, clientId }: { productId?: string | undefined; clientId?: string | undefined },
): Promise<{ products: Choice[]; clients: Choice[] }> {
  const sold = tx
    .selectFrom('assessments')
    .select(['id as value', 'name as label'])
    .where(({ eb, or }) =>
      or([eb('paid_seats', '>', 0), ...(productId === undefined ? [] : [eb('id', '=', productId)])]),
    )
    .orderBy('name')
    .execute()
  const buyers = sql<Choice>`
    select buyer.id as value, btrim(concat(buyer.first_name, ' ', buyer.last_name) || coalesce(' · ' || buyer.company, '')) as label
    from profiles buyer
    where buyer.id = any(array(select id from client_totals order by spent_clp desc, id desc limit ${OFFERED}) || ${clientId ?? null}::uuid)
    order by label`.execute(tx)
  const [products, { rows: clients }] = await Promise.all([sold, buyers])
  return { products, clients }
}
