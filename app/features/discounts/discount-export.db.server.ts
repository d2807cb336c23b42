import type { Kysely } from 'kysely'
import { formatDateTime } from '#app/kernel/dates.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { exportPages } from '#app/platform/database/export-pages.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type ListedDiscount, STATE_LABELS, TYPE_LABELS } from './discount-admin.ts'
import { type DiscountListQuery, listDiscounts } from './discount-list.db.server.ts'

/** Rows held in memory at once. */
const BATCH = 1000

export const DISCOUNT_EXPORT_HEADER = [
  'Código',
  'Nombre',
  'Descripción',
  'Tipo',
  'Valor',
  'Estado',
  'Usos',
  'Máximo de usos',
  'Una vez por cliente',
  'Productos',
  'Compra mínima CLP',
  'Descuento máximo CLP',
  'Desde',
  'Hasta',
  'Creado',
  'Órdenes pagadas',
  'Ventas CLP',
  'Descontado CLP',
] as const

const number = (value: number | null): string => (value === null ? '' : String(value))

const cellsOf = (row: ListedDiscount): string[] => [
  row.code,
  row.name,
  row.description,
  TYPE_LABELS[row.type],
  String(row.value),
  STATE_LABELS[row.state],
  String(row.current_uses),
  number(row.max_uses),
  row.once_per_customer ? 'Sí' : 'No',
  row.product_ids.length === 0 ? 'Todos' : String(row.product_ids.length),
  String(row.min_order_amount),
  number(row.max_discount_amount),
  formatDateTime(row.valid_from),
  row.ends_at === null ? '' : formatDateTime(row.ends_at),
  formatDateTime(row.created_at),
  String(row.sold.orders),
  String(row.sold.revenue),
  String(row.sold.discount),
]

/** All codes of a filtered list, in batches. */
export const exportDiscounts = (db: Kysely<DB>, actor: Actor, query: DiscountListQuery) =>
  exportPages(db, actor, BATCH, (tx, page) => listDiscounts(tx, { ...query, ...page }), cellsOf)
