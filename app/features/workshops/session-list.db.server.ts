import { type Kysely, sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { exportPages } from '#app/platform/database/export-pages.server.ts'
import { keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
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

export type WorkshopListQuery = PageRequest<'created_at' | 'starts_at'> & {
  filter: SessionFilter
  /** Beginnings of words of the order's number, its buyer or company. */
  search: string
  /** Sessions from this instant on, and before that one; without them also workshops that have none. */
  from: Date | undefined
  until: Date | undefined
  now: Date
}

/** A page of the paid workshops. By their session only those that have one. For administrators: row-level security shows anybody else nothing. */
export async function listWorkshops(tx: Transaction<DB>, query: WorkshopListQuery): Promise<Page<ListedWorkshop>> {
  const { filter, search, from, until, now } = query
  const page =
    query.sort.column === 'starts_at'
      ? keyset('workshop_sessions', query, 'session', 'order_item_id')
      : keyset('order_items', query, 'item')
  const { column, descending, place, most } = page.search
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
    .$if(query.only === undefined, list =>
      list.where(
        sql<boolean>`item.id = any(array(select private.find_workshops(${filter}, ${search}, ${from ?? null}, ${until ?? null}, ${now},
        ${column}, ${descending}, ${place}, ${most})))`,
      ),
    )
    .$if(query.only !== undefined, list => list.where('product.type', '=', 'workshop').where(page.where))
    .orderBy(page.orderBy)
    .execute()
  return page.finish(
    rows.map(({ first_name, last_name, company, ...row }) => ({
      ...row,
      client: { name: fullName({ first_name, last_name }), company },
    })),
  )
}

/** Rows that are in memory at once. */
const BATCH = 1000

export const WORKSHOP_EXPORT_HEADER = [
  'Taller',
  'Orden',
  'Cliente',
  'Empresa',
  'Sesión',
  'Minutos',
  'Cancelada el',
  'Participantes',
  'Asientos',
  'Asistieron',
] as const

const moment = (date: Date | null): string => (date === null ? '' : formatDateTime(date))

/** All workshops that a list shows, batch by batch. */
export const exportWorkshops = (db: Kysely<DB>, actor: Actor, query: WorkshopListQuery) =>
  exportPages(
    db,
    actor,
    BATCH,
    (tx, page) => listWorkshops(tx, { ...query, ...page }),
    row => [
      row.name,
      row.order_number,
      row.client.name,
      row.client.company ?? '',
      moment(row.starts_at),
      row.minutes === null ? '' : String(row.minutes),
      moment(row.cancelled_at),
      String(row.people),
      String(row.seats),
      String(row.attended),
    ],
  )
