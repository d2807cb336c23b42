import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { clientName } from '#app/features/identity/clients/clients.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { exportPages } from '#app/platform/database/export-pages.server.ts'
import { type Keyset, keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'
import { USE_LABELS, type UseState, useStateOf } from './code-uses.ts'

/** One use of a code: who took it with which order, and whether it was given back. */
export type CodeUse = {
  id: string
  created_at: Date
  released_at: Date | null
  amount: Pesos
  order: { id: string; number: string; status: OrderStatus; total: Pesos }
  client: { id: string; name: string; email: string | null }
}

export type CodeUseListQuery = PageRequest<'created_at' | 'amount_clp'> & {
  codeId: string
  /** Beginnings of words of the order's number, its buyer or company. */
  search: string
  state: UseState | undefined
  /** Used from this instant on, and before that one. */
  from: Date | undefined
  until: Date | undefined
}

/** A page of the uses of a code. For administrators: row-level security shows anybody else their own only. */
export async function listCodeUses(tx: Transaction<DB>, query: CodeUseListQuery): Promise<Page<CodeUse>> {
  const page = keyset('discount_redemptions', query, 'redemption')
  const rows = await tx
    .selectFrom('discount_redemptions as redemption')
    .innerJoin('orders', 'orders.id', 'redemption.order_id')
    .innerJoin('profiles', 'profiles.id', 'redemption.user_id')
    .select([
      'redemption.id',
      'redemption.created_at',
      'redemption.released_at',
      'redemption.amount_clp',
      'orders.id as order_id',
      'orders.order_number',
      'orders.status',
      'orders.total_clp',
      'profiles.id as client_id',
      'profiles.first_name',
      'profiles.last_name',
      'profiles.email',
      'profiles.deleted_at',
    ])
    .where(conditionsOf(query, page))
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(
    rows.map(row => ({
      id: row.id,
      created_at: row.created_at,
      released_at: row.released_at,
      amount: pesos(row.amount_clp),
      order: { id: row.order_id, number: row.order_number, status: row.status, total: pesos(row.total_clp) },
      client: { id: row.client_id, name: clientName(row), email: row.deleted_at === null ? row.email : null },
    })),
  )
}

function conditionsOf(query: CodeUseListQuery, page: Keyset): RawBuilder<SqlBool> {
  const { codeId, search, state, from, until } = query
  const conditions = [page.where, sql<SqlBool>`redemption.discount_code_id = ${codeId}`]
  // The uses of one code are found by an index: their orders' words are compared on the way.
  if (search !== '') conditions.push(sql`orders.list_words @@ private.list_query(${search})`)
  if (state === 'released') conditions.push(sql`redemption.released_at is not null`)
  if (state !== undefined && state !== 'released') {
    conditions.push(sql`redemption.released_at is null and orders.status = ${state}`)
  }
  if (from !== undefined) conditions.push(sql`redemption.created_at >= ${from}`)
  if (until !== undefined) conditions.push(sql`redemption.created_at < ${until}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Rows that are in memory at once. */
const BATCH = 1000

export const CODE_USE_EXPORT_HEADER = [
  'Fecha',
  'Orden',
  'Cliente',
  'Email',
  'Descuento CLP',
  'Total CLP',
  'Estado',
  'Devuelto el',
] as const

/** All uses that a list shows, batch by batch. */
export const exportCodeUses = (db: Kysely<DB>, actor: Actor, query: CodeUseListQuery) =>
  exportPages(
    db,
    actor,
    BATCH,
    (tx, page) => listCodeUses(tx, { ...query, ...page }),
    row => [
      formatDateTime(row.created_at),
      row.order.number,
      row.client.name,
      row.client.email ?? '',
      String(row.amount),
      String(row.order.total),
      USE_LABELS[useStateOf(row)],
      row.released_at === null ? '' : formatDateTime(row.released_at),
    ],
  )
