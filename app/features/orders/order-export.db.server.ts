import { type Kysely, sql } from 'kysely'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { keyset, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { orderConditions } from './order-list.db.server.ts'
import type { OrderFilters, OrderSortColumn } from './order-list.ts'
import { ORDER_STATUS_LABELS } from './orders.ts'

/** A control character that parts cells: an array of texts takes far longer to read. What people wrote loses it. */
const BETWEEN = '\x1f'

/** Rows that are in memory at once. */
const BATCH = 5000

export const ORDER_EXPORT_HEADER = [
  'ID Orden',
  'Fecha',
  'Cliente',
  'Email',
  'Empresa',
  'Items',
  'Personas',
  'Modo',
  'Total CLP',
  'Neto CLP',
  'IVA CLP',
  'Descuento CLP',
  'Código de descuento',
  'Estado',
  'Documento',
  'Pago',
] as const

type Query = OrderFilters & Pick<PageRequest<OrderSortColumn>, 'sort' | 'only'>

/** All orders that a list shows, batch by batch: every batch is a page of its own, so nothing is held open between two. */
export async function* exportOrders(
  db: Kysely<DB>,
  actor: Actor,
  query: Query,
): AsyncGenerator<readonly (readonly string[])[]> {
  let after: string | undefined
  do {
    const found = await asActor(db, actor, tx => readBatch(tx, { ...query, after }))
    yield found.map(row => row.cells.split(BETWEEN))
    after = found.length === BATCH ? found.at(-1)?.id : undefined
  } while (after !== undefined)
}

/** Cells come as texts from the database: a million dates are written there in a fraction of the time. */
async function readBatch(db: Kysely<DB>, query: Query & { after: string | undefined }) {
  const page = keyset('orders', { ...query, size: BATCH - 1 })
  const { rows } = await sql<{ id: string; cells: string }>`
    select orders.id, concat_ws(${BETWEEN}::text,
      orders.order_number,
      to_char(orders.created_at at time zone 'America/Santiago', 'DD-MM-YYYY HH24:MI'),
      translate(btrim(profiles.first_name || ' ' || profiles.last_name), ${BETWEEN}, ''),
      translate(profiles.email, ${BETWEEN}, ''),
      translate(coalesce(orders.company_name, profiles.company, ''), ${BETWEEN}, ''),
      orders.item_count::text,
      orders.seat_count::text,
      case when not orders.has_business then 'Self' when orders.has_self then 'Self, Business' else 'Business' end,
      orders.total_clp::text,
      orders.net_clp::text,
      orders.vat_clp::text,
      orders.discount_clp::text,
      coalesce(orders.discount_code, ''),
      case orders.status ${sql.join(
        Object.entries(ORDER_STATUS_LABELS).map(
          ([status, label]) => sql`when ${sql.lit(status)} then ${sql.lit(label)}`,
        ),
        sql` `,
      )} end,
      orders.document_type,
      coalesce((
        select attempt.buy_order from payment_attempts attempt
        where attempt.order_id = orders.id and attempt.status in ('paid', 'partially_refunded', 'refund_pending', 'refunded')
        order by attempt.created_at desc limit 1), '')
    ) as cells
    from (select * from orders where ${orderConditions(query, page)} order by ${page.orderBy} limit ${page.limit}) orders
      join profiles on profiles.id = orders.user_id
    order by ${page.orderBy}`.execute(db)
  return rows
}
