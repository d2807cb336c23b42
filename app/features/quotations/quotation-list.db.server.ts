import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { formatDate } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { exportPages } from '#app/platform/database/export-pages.server.ts'
import { type Keyset, keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type QuotationState, STATE_LABELS, stateOf } from './quotations.ts'

/** One quotation of the back office's list. */
export type ListedQuotation = {
  id: string
  number: string
  issuedAt: Date
  validUntil: Date
  client: { id: string; name: string; company: string | null; email: string }
  products: number
  seats: number
  total_clp: Pesos
  isBought: boolean
}

export type QuotationSortColumn = 'issued_at' | 'total_clp' | 'valid_until'

export type QuotationListQuery = PageRequest<QuotationSortColumn> & {
  /** Beginnings of words of a number, a name, an e-mail, a company, a RUT or a reference. */
  search: string
  state: QuotationState | undefined
  /** Issued from this instant on, and before that one. */
  from: Date | undefined
  until: Date | undefined
  /** When what has ended is told from what has not. */
  at: Date
}

const BOUGHT = sql<boolean>`exists (
  select from orders bought where bought.quotation_id = quotations.id and bought.status = 'paid')`

/** One page of everybody's quotations. For the staff: row-level security shows anybody else their own only. */
export async function listQuotations(tx: Transaction<DB>, query: QuotationListQuery): Promise<Page<ListedQuotation>> {
  const page = keyset('quotations', query)
  const rows = await tx
    .selectFrom('quotations')
    .innerJoinLateral(
      inner =>
        inner
          .selectFrom('quotation_lines')
          .whereRef('quotation_lines.quotation_id', '=', 'quotations.id')
          .select(({ fn }) => [
            fn.countAll<number>().as('products'),
            fn.coalesce(fn.sum<number>('quotation_lines.seats'), sql<number>`0`).as('seats'),
          ])
          .as('counted'),
      join => join.onTrue(),
    )
    .select(['id', 'number', 'issued_at', 'valid_until', 'user_id', 'buyer_name', 'buyer_email', 'company_name'])
    .select(['total_clp', 'counted.products', 'counted.seats'])
    .select(BOUGHT.as('is_bought'))
    .where(conditionsOf(query, page))
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(
    rows.map(row => ({
      id: row.id,
      number: row.number,
      issuedAt: row.issued_at,
      validUntil: row.valid_until,
      client: { id: row.user_id, name: row.buyer_name, company: row.company_name, email: row.buyer_email },
      products: row.products,
      seats: Number(row.seats),
      total_clp: pesos(row.total_clp),
      isBought: row.is_bought,
    })),
  )
}

function conditionsOf({ search, state, from, until, at }: QuotationListQuery, page: Keyset): RawBuilder<SqlBool> {
  if (search !== '') {
    const { column, descending, place, most } = page.search
    return sql`quotations.id = any(array(select private.find_quotations(${search}, ${state ?? null}, ${at}, ${from ?? null},
      ${until ?? null}, ${column}, ${descending}, ${place}, ${most})))`
  }
  const conditions = [page.where]
  if (state !== undefined) conditions.push(state === 'bought' ? sql`${BOUGHT}` : sql`not ${BOUGHT}`)
  if (state === 'valid') conditions.push(sql`quotations.valid_until >= ${at}`)
  if (state === 'expired') conditions.push(sql`quotations.valid_until < ${at}`)
  if (from !== undefined) conditions.push(sql`quotations.issued_at >= ${from}`)
  if (until !== undefined) conditions.push(sql`quotations.issued_at < ${until}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Rows that are in memory at once. */
const BATCH = 1000

export const QUOTATION_EXPORT_HEADER = [
  'Cotización',
  'Emitida',
  'Vigente hasta',
  'Cliente',
  'Email',
  'Empresa',
  'Productos',
  'Personas',
  'Total CLP',
  'Estado',
] as const

/** All quotations that a list shows, batch by batch. */
export const exportQuotations = (db: Kysely<DB>, actor: Actor, query: QuotationListQuery) =>
  exportPages(
    db,
    actor,
    BATCH,
    (tx, page) => listQuotations(tx, { ...query, ...page }),
    row => [
      row.number,
      formatDate(row.issuedAt),
      formatDate(row.validUntil),
      row.client.name,
      row.client.email,
      row.client.company ?? '',
      String(row.products),
      String(row.seats),
      String(row.total_clp),
      STATE_LABELS[stateOf(row, query.at)],
    ],
  )
