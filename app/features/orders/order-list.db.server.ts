import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { fullName } from '#app/features/identity/identity.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { type Keyset, keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Mode, OrderStatus } from '#app/platform/database/values.ts'
import { modesOf, type OrderFilters, type OrderSortColumn } from './order-list.ts'

/** One order of the back office's list (specification 2, section 2). */
export type ListedOrder = {
  id: string
  order_number: string
  created_at: Date
  client: { name: string; email: string; company: string | null }
  /** Products and seats over all items. */
  items: number
  seats: number
  modes: Mode[]
  total_clp: Pesos
  status: OrderStatus
  /** How the money came, as the gateway calls it; null while nobody has paid, and for orders of $0. */
  payment: { gateway: string; reference: string | null } | null
}

export type OrderListQuery = OrderFilters & PageRequest<OrderSortColumn>

/** Text that `ilike` finds anywhere, taken literally. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** One page of everybody's orders. For administrators: row-level security shows anybody else their own only. */
export async function listOrders(tx: Transaction<DB>, query: OrderListQuery): Promise<Page<ListedOrder>> {
  const page = keyset('orders', query)
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.user_id')
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('payment_attempts')
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .where('payment_attempts.status', 'in', ['paid', 'partially_refunded', 'refund_pending', 'refunded'])
          .select(['payment_attempts.gateway', 'payment_attempts.buy_order'])
          .orderBy('payment_attempts.created_at', 'desc')
          .limit(1)
          .as('payment'),
      join => join.onTrue(),
    )
    .where(orderConditions(query, page))
    .select([
      'orders.id',
      'orders.order_number',
      'orders.created_at',
      'orders.total_clp',
      'orders.status',
      'orders.item_count',
      'orders.seat_count',
      'orders.has_self',
      'orders.has_business',
      'profiles.first_name',
      'profiles.last_name',
      'profiles.email',
      'payment.gateway',
      'payment.buy_order',
    ])
    .select(({ fn }) => fn.coalesce('orders.company_name', 'profiles.company').as('company'))
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(
    rows.map(row => ({
      id: row.id,
      order_number: row.order_number,
      created_at: row.created_at,
      client: { name: fullName(row), email: row.email, company: row.company },
      items: row.item_count,
      seats: row.seat_count,
      modes: modesOf(row),
      total_clp: pesos(row.total_clp),
      status: row.status,
      payment: row.gateway === null ? null : { gateway: row.gateway, reference: row.buy_order },
    })),
  )
}

/** The filters, and the place of the page. What is searched for is found by a function of the database, page by page. */
export function orderConditions(
  { search, status, mode, from, until }: OrderFilters,
  page: Keyset,
): RawBuilder<SqlBool> {
  if (search !== '') {
    const { column, descending, place, most } = page.search
    // An array: of a set the planner would expect a thousand rows and read whole tables to meet them.
    return sql`orders.id = any(array(select private.find_orders(${search}, ${status ?? null}, ${mode ?? null}, ${from ?? null},
      ${until ?? null}, ${column}, ${descending}, ${place}, ${most})))`
  }
  const conditions = [page.where]
  if (status !== undefined) conditions.push(sql`orders.status = ${status}`)
  if (mode !== undefined) conditions.push(mode === 'self' ? sql`orders.has_self` : sql`orders.has_business`)
  if (from !== undefined) conditions.push(sql`orders.created_at >= ${from}`)
  if (until !== undefined) conditions.push(sql`orders.created_at < ${until}`)
  return sql`${sql.join(conditions, sql` and `)}`
}
