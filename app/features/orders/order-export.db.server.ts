import { type Kysely, sql, type Transaction } from 'kysely'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { labelCell, type PackedRows, packedRows, timeCell, writtenCell } from '#app/platform/database/cells.server.ts'
import { exportPacked } from '#app/platform/database/export-pages.server.ts'
import { keyset, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { orderConditions } from './order-list.db.server.ts'
import type { OrderFilters, OrderSortColumn } from './order-list.ts'
import { ORDER_STATUS_LABELS } from './orders.ts'

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

/** All orders that a list shows, batch by batch. */
export const exportOrders = (db: Kysely<DB>, actor: Actor, query: Query) =>
  exportPacked(db, actor, BATCH, (tx, page) => readBatch(tx, { ...query, ...page }))

async function readBatch(tx: Transaction<DB>, query: Query & PageRequest<OrderSortColumn>) {
  const page = keyset('orders', query)
  const columns = [
    sql`orders.order_number`,
    timeCell('orders.created_at'),
    writtenCell(sql`btrim(profiles.first_name || ' ' || profiles.last_name)`),
    writtenCell(sql`profiles.email`),
    writtenCell(sql`coalesce(orders.company_name, profiles.company)`),
    sql`orders.item_count`,
    sql`orders.seat_count`,
    sql`concat_ws(', ', case when orders.has_self then ${sql.lit(MODE_LABELS.self)} end,
      case when orders.has_business then ${sql.lit(MODE_LABELS.business)} end)`,
    sql`orders.total_clp`,
    sql`orders.net_clp`,
    sql`orders.vat_clp`,
    sql`orders.discount_clp`,
    writtenCell(sql`orders.discount_code`),
    labelCell('orders.status', ORDER_STATUS_LABELS),
    sql`orders.document_type`,
    sql`coalesce((
      select attempt.buy_order from payment_attempts attempt
      where attempt.order_id = orders.id and attempt.status in ('paid', 'partially_refunded', 'refund_pending', 'refunded')
      order by attempt.created_at desc limit 1), '')`,
  ]
  const { rows } = await sql<PackedRows>`
    select ${packedRows(columns, { id: 'orders.id', orderBy: page.orderBy })}
    from (select * from orders where ${orderConditions(query, page)} order by ${page.orderBy} limit ${page.limit}) orders
      join profiles on profiles.id = orders.user_id`.execute(tx)
  return rows[0]
}
