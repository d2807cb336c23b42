import { sql, type Transaction } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'

/** Orders per page of a buyer's history. */
export const HISTORY_PAGE = 10

export type OrderInHistory = {
  id: string
  order_number: string
  created_at: Date
  status: OrderStatus
  /** How long a pending order stays open for a transfer. */
  held_until: Date | null
  total_clp: Pesos
  /** Of its completed refunds. */
  refunded_clp: Pesos
  /** Names of what was bought. */
  products: string[]
  /** Whether it adds seats to an earlier order. */
  top_up: boolean
  seats: number
}

/**
 * The buyer's own orders, newest first, with one extra row when another page follows.
 * @param after number of the last order of the previous page; an unknown number or another buyer's starts at the
 * beginning.
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
      'orders.refunded_clp',
      'bought.seats',
      'bought.products',
      'bought.top_up',
    ])
    .where('orders.user_id', '=', userId)
    .$if(after !== undefined, query =>
      query.where(
        // The cursor is read from the order itself: its time has microseconds, which an address would lose.
        sql<boolean>`coalesce((orders.created_at, orders.id) < (
          select last.created_at, last.id from orders last where last.user_id = ${userId} and last.order_number = ${after ?? ''}), true)`,
      ),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(HISTORY_PAGE + 1)
    .execute()
  return rows
}
