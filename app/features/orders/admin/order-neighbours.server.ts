import type { Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { type OrderQuery, orderRows } from './order-list.server.ts'

/** Ids of the previous and next order in a filtered and sorted list; undefined at its ends. */
export async function orderNeighbours(
  tx: Transaction<DB>,
  id: string,
  query: Omit<OrderQuery, 'size'>,
): Promise<{ previous: string | undefined; next: string | undefined }> {
  const one = { ...query, size: 1 }
  const [previous, next] = await Promise.all([
    orderRows.page(tx, { ...one, before: id }),
    orderRows.page(tx, { ...one, after: id }),
  ])
  return { previous: previous.rows[0]?.id, next: next.rows[0]?.id }
}
