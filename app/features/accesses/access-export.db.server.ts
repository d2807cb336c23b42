import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { labelCell, type PackedRows, packedRows, timeCell, writtenCell } from '#app/platform/database/cells.server.ts'
import { exportPacked } from '#app/platform/database/export-pages.server.ts'
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

/** All accesses that a list shows, batch by batch. No code is among them. */
export const exportAccesses = (db: Kysely<DB>, actor: Actor, query: Query) =>
  exportPacked(db, actor, BATCH, (tx, page) => readBatch(tx, { ...query, ...page }))

async function readBatch(tx: Transaction<DB>, query: Query & PageRequest<AccessSortColumn>) {
  const page = keyset('user_accesses', { ...query, sort: wayOf(query, query.sort) }, 'access')
  const columns = [
    writtenCell(sql`product.name`),
    sql`orders.order_number`,
    writtenCell(sql`btrim(buyer.first_name || ' ' || buyer.last_name)`),
    writtenCell(sql`buyer.email`),
    writtenCell(sql`coalesce(orders.company_name, buyer.company)`),
    writtenCell(sql`access.email`),
    writtenCell(sql`access.invitee_name`),
    labelCell('access.job_role', JOB_ROLES),
    writtenCell(sql`access.department`),
    sql`case
      when access.status = 'revoked' then ${LISTED_LABELS.revoked}
      when access.status = 'completed' then ${LISTED_LABELS.completed}
      when access.expires_at <= ${query.at} then ${LISTED_LABELS.expired}
      when access.status = 'in_use' then ${LISTED_LABELS.accessed}
      else ${LISTED_LABELS.invited} end`,
    timeCell('access.created_at'),
    timeCell('access.accessed_at'),
    timeCell('access.completed_at'),
    timeCell('access.expires_at', 'DD-MM-YYYY'),
  ]
  const { rows } = await sql<PackedRows>`
    select ${packedRows(columns, { id: 'access.id', orderBy: page.orderBy })}
    from (
      select * from user_accesses access where ${accessConditions(query, page)} order by ${page.orderBy} limit ${page.limit}) access
      join order_items item on item.id = access.order_item_id
      join orders on orders.id = item.order_id
      join assessments product on product.id = access.assessment_id
      join profiles buyer on buyer.id = access.user_id`.execute(tx)
  return rows[0]
}
