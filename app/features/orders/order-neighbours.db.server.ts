import type { Transaction } from 'kysely'
import type { PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { listOrders } from './order-list.db.server.ts'
import type { OrderFilters, OrderSortColumn } from './order-list.ts'

/** Ids of the orders before and after one, in the order of a list and as it is narrowed; undefined at its ends. */
export async function orderNeighbours(
  tx: Transaction<DB>,
  id: string,
  { sort, ...filters }: OrderFilters & Pick<PageRequest<OrderSortColumn>, 'sort'>,
): Promise<{ previous: string | undefined; next: string | undefined }> {
  const one = { ...filters, sort, size: 1 }
  const previous = await listOrders(tx, { ...one, before: id })
  const next = await listOrders(tx, { ...one, after: id })
  return { previous: previous.rows[0]?.id, next: next.rows[0]?.id }
}
