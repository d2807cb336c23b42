import { type Kysely, sql } from 'kysely'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { keyset, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessConditions } from './access-list.db.server.ts'
import { type AccessFilters, type AccessSortColumn, wayOf } from './access-list.ts'
import { JOB_ROLES, LISTED_LABELS } from './accesses.ts'

/** Rows that are in memory at once. */
const BATCH = 5000

export const ACCESS_EXPORT_HEADER = [
  'Assessment',
  'Orden',
  'Cliente',
  'Email del cliente',
  'Empresa',
  'Email',
  'Nombre',
  'Cargo',
  'Área',
  'Estado',
  'Invitado el',
  'Accedió el',
  'Completó el',
  'Vence',
] as const

type Query = AccessFilters & Pick<PageRequest<AccessSortColumn>, 'sort' | 'only'>

/** All accesses that a list shows, batch by batch: every batch is a page of its own, so nothing is held open between two. */
export async function* exportAccesses(
  db: Kysely<DB>,
  actor: Actor,
  query: Query,
): AsyncGenerator<readonly (readonly string[])[]> {
  let after: string | undefined
  do {
    const found = await asActor(db, actor, tx => readBatch(tx, { ...query, after }))
    yield found.map(row => row.cells)
    after = found.length === BATCH ? found.at(-1)?.id : undefined
  } while (after !== undefined)
}

const santiago = (column: string, format = 'DD-MM-YYYY HH24:MI') =>
  sql`coalesce(to_char(${sql.ref(column)} at time zone 'America/Santiago', ${sql.lit(format)}), '')`

const whenThen = (labels: Readonly<Record<string, string>>) =>
  sql.join(
    Object.entries(labels).map(([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`),
    sql` `,
  )

/** Cells come as texts from the database: a million dates are written there in a fraction of the time. No code is among them. */
async function readBatch(db: Kysely<DB>, query: Query & { after: string | undefined }) {
  const page = keyset('user_accesses', { ...query, sort: wayOf(query, query.sort), size: BATCH - 1 }, 'access')
  const { rows } = await sql<{ id: string; cells: string[] }>`
    select access.id, array[
      product.name,
      orders.order_number,
      btrim(buyer.first_name || ' ' || buyer.last_name),
      buyer.email,
      coalesce(orders.company_name, buyer.company, ''),
      access.email,
      coalesce(access.invitee_name, ''),
      case access.job_role ${whenThen(JOB_ROLES)} else coalesce(access.job_role, '') end,
      coalesce(access.department, ''),
      case
        when access.status = 'revoked' then ${LISTED_LABELS.revoked}
        when access.status = 'completed' then ${LISTED_LABELS.completed}
        when access.expires_at <= ${query.at} then ${LISTED_LABELS.expired}
        when access.status = 'in_use' then ${LISTED_LABELS.accessed}
        else ${LISTED_LABELS.invited} end,
      ${santiago('access.created_at')},
      ${santiago('access.accessed_at')},
      ${santiago('access.completed_at')},
      ${santiago('access.expires_at', 'DD-MM-YYYY')}
    ] as cells
    from user_accesses access
      join order_items item on item.id = access.order_item_id
      join orders on orders.id = item.order_id
      join assessments product on product.id = access.assessment_id
      join profiles buyer on buyer.id = access.user_id
    where ${accessConditions(query, page)}
    order by ${page.orderBy}
    limit ${page.limit}`.execute(db)
  return rows
}
