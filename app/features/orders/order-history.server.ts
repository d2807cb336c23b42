import { type RawBuilder, sql, type Transaction } from 'kysely'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { cutText } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrderStatus } from '#app/platform/database/values.ts'
import { type ItemProgress, itemsOfOrders } from './item-progress.server.ts'
import { documentsOfOrders } from './order-documents.server.ts'
import type { OrderDocument } from './order-documents.ts'
import { MAX_SEARCH, type NextStep, nextStep } from './orders.ts'

/** Orders per page of a buyer's history. */
export const HISTORY_PAGE = 10

export type OrderInHistory = {
  id: string
  order_number: string
  created_at: Date
  status: OrderStatus
  paid_at: Date | null
  /** Days that its accesses last from the payment. */
  access_days: number
  /** How long a pending order stays open for a transfer. */
  held_until: Date | null
  total_clp: Pesos
  /** Pesos of its completed refunds. */
  refunded_clp: Pesos
  step: NextStep
  organisation_id: string | null
  /** Whether its buyer can move it into an organisation. */
  movable: boolean
  items: ItemProgress[]
  /** Its tax documents, oldest first. */
  documents: OrderDocument[]
}

/**
 * The orders of a buyer or an organisation, newest first, with one extra row when another page follows. Three queries, however many orders
 * and items there are.
 * @param holderId the organisation in which the user buys, or an expression of it; by default the user; null: everything that the user bought,
 * for the staff.
 * @param search words of its number, products or amount, each as its beginning; empty for all orders.
 * @param after number of the last order of the previous page; an unknown number or another buyer's starts at the
 * beginning.
 */
export async function orderHistory(
  tx: Transaction<DB>,
  userId: string,
  {
    search = '',
    after,
    holderId = userId,
  }: {
    search?: string | undefined
    after?: string | undefined
    holderId?: string | RawBuilder<string> | null | undefined
  },
): Promise<OrderInHistory[]> {
  const page = tx
    .selectFrom('orders')
    .where(holderId === null ? sql<boolean>`orders.user_id = ${userId}` : sql<boolean>`orders.holder_id = ${holderId}`)
    .$if(holderId !== null, query => query.where(canActSql('orders.holder_id', userId, 'buyer')))
    .$if(search !== '', query =>
      // Words without letters and digits find nothing.
      query.where(
        sql<boolean>`coalesce(orders.list_words @@ private.list_query(${cutText(search, MAX_SEARCH)}), false)`,
      ),
    )
    .$if(after !== undefined, query =>
      query.where(
        // The cursor is read from the order itself: its time has microseconds, which an address would lose.
        sql<boolean>`coalesce((orders.created_at, orders.id) < (
          select last.created_at, last.id from orders last where last.holder_id = (${holderId ?? userId})::uuid and last.order_number = ${after ?? ''}), true)`,
      ),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(HISTORY_PAGE + 1)
  const shown = page
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('payment_attempts as attempt')
          .whereRef('attempt.order_id', '=', 'orders.id')
          .select('attempt.status')
          .orderBy('attempt.created_at', 'desc')
          .limit(1)
          .as('newest'),
      join => join.onTrue(),
    )
    .select([
      'orders.id',
      'orders.order_number',
      'orders.created_at',
      'orders.status',
      'orders.paid_at',
      'orders.access_days',
      'orders.held_until',
      'orders.total_clp',
      'orders.refunded_clp',
      'orders.organisation_id',
      sql<boolean>`orders.user_id = ${userId}::uuid`.as('mine'),
      'newest.status as attempt',
    ])
  // They find the orders again, by their index, and wait for nothing.
  const ids = sql<string>`${page.select('orders.id')}`
  const found = await allKeyed({
    rows: shown.execute(),
    items: itemsOfOrders(tx, userId, ids),
    documents: documentsOfOrders(tx, ids),
  })
  const { rows } = found
  const items = Map.groupBy(found.items, item => item.order_id)
  const documents = Map.groupBy(found.documents, document => document.order_id)
  return rows.map(({ attempt, mine, ...order }) => ({
    ...order,
    // Whoever made an order pays it.
    step: mine || order.status !== 'pending' ? nextStep(order.status, attempt ?? undefined) : 'theirs',
    movable:
      mine &&
      order.organisation_id === null &&
      order.status === 'paid' &&
      (items.get(order.id) ?? []).some(item => item.mode === 'business' && item.tops_up_item_id === null),
    items: items.get(order.id) ?? [],
    documents: documents.get(order.id) ?? [],
  }))
}
