import { sql, type Transaction } from 'kysely'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'

/** Orders of one page of a buyer's history. */
export const HISTORY_PAGE = 10

export type OrderInHistory = {
  id: string
  order_number: string
  created_at: Date
  status: OrderStatus
  /** Until when a pending one is kept open for a transfer. */
  held_until: Date | null
  total_clp: Pesos
  /** Names of what was bought. */
  products: string[]
  /** Whether it adds seats to an earlier one. */
  top_up: boolean
  seats: number
}

/**
 * The buyer's own orders, newest first, one row more than a page when there are further ones.
 * @param after number of the last order of the page before; another buyer's, or none's, is the start.
 */
export async function orderHistory(
  tx: Transaction<DB>,
  userId: string,
  after: string | undefined,
): Promise<OrderInHistory[]> {
  const rows = await tx
    .selectFrom('orders')
    .innerJoinLateral(
      inner =>
        inner
          .selectFrom('order_items')
          .whereRef('order_items.order_id', '=', 'orders.id')
          .select(({ fn }) => [
            fn.sum<number>('order_items.seats').as('seats'),
            sql<string[]>`array_agg(order_items.product_name order by order_items.product_name)`.as('products'),
            sql<boolean>`bool_or(order_items.tops_up_item_id is not null)`.as('top_up'),
          ])
          .as('bought'),
      join => join.onTrue(),
    )
    .select([
      'orders.id',
      'orders.order_number',
      'orders.created_at',
      'orders.status',
      'orders.held_until',
      'orders.total_clp',
      'bought.seats',
      'bought.products',
      'bought.top_up',
    ])
    .where('orders.user_id', '=', userId)
    .$if(after !== undefined, query =>
      query.where(
        // The order itself tells where to go on: its time has microseconds, which an address would lose.
        sql<boolean>`coalesce((orders.created_at, orders.id) < (
          select last.created_at, last.id from orders last where last.user_id = ${userId} and last.order_number = ${after ?? ''}), true)`,
      ),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(HISTORY_PAGE + 1)
    .execute()
  return rows.map(row => ({ ...row, total_clp: pesos(row.total_clp) }))
}
