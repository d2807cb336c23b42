import { sql, type Transaction } from 'kysely'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Mode, OrderStatus } from '#app/platform/database/values.ts'

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

export type OrderListQuery = {
  /** Part of an order's number, a name, an e-mail or a company. */
  search: string
  /** Id of the last order of the page before; the list goes on after it. */
  after: string | undefined
  limit: number
}

/** Text that `ilike` finds anywhere, taken literally. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Orders of everybody, newest first. For administrators: row-level security shows anybody else their own only. */
export async function listOrders(
  tx: Transaction<DB>,
  { search, after, limit }: OrderListQuery,
): Promise<ListedOrder[]> {
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.user_id')
    .innerJoinLateral(
      inner =>
        inner
          .selectFrom('order_items')
          .whereRef('order_items.order_id', '=', 'orders.id')
          .select(({ fn }) => [
            fn.countAll<number>().as('items'),
            fn.sum<number>('order_items.seats').as('seats'),
            sql<Mode[]>`array_agg(distinct order_items.mode order by order_items.mode desc)`.as('modes'),
          ])
          .as('bought'),
      join => join.onTrue(),
    )
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
    .select([
      'orders.id',
      'orders.order_number',
      'orders.created_at',
      'orders.total_clp',
      'orders.status',
      'profiles.first_name',
      'profiles.last_name',
      'profiles.email',
      'bought.items',
      'bought.seats',
      'bought.modes',
      'payment.gateway',
      'payment.buy_order',
    ])
    .select(({ fn }) => fn.coalesce('orders.company_name', 'profiles.company').as('company'))
    .$if(search !== '', query =>
      query.where(({ eb, or }) =>
        or([
          eb('orders.order_number', 'ilike', anywhere(search)),
          eb(sql<string>`profiles.first_name || ' ' || profiles.last_name`, 'ilike', anywhere(search)),
          eb('profiles.email', 'ilike', anywhere(search)),
          eb(sql<string>`coalesce(orders.company_name, profiles.company, '')`, 'ilike', anywhere(search)),
        ]),
      ),
    )
    .$if(after !== undefined, query =>
      // The order that the last page ended with tells where: its time has microseconds, which an address would lose.
      query.where(({ eb, selectFrom, or, and, ref }) => {
        const last = selectFrom('orders as last')
          .select('last.created_at')
          .where('last.id', '=', after ?? '')
        return or([
          eb('orders.created_at', '<', last),
          and([eb('orders.created_at', '=', last), eb(ref('orders.id'), '>', after ?? '')]),
        ])
      }),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id')
    .limit(limit)
    .execute()
  return rows.map(({ first_name, last_name, email, company, gateway, buy_order, ...row }) => ({
    ...row,
    total_clp: pesos(row.total_clp),
    client: { name: `${first_name} ${last_name}`.trim(), email, company },
    payment: gateway === null ? null : { gateway, reference: buy_order },
  }))
}

/** Orders that are paid and what they brought in, in pesos; orders of every state. */
export async function orderTotals(tx: Transaction<DB>): Promise<{ orders: number; paid: number; revenue: Pesos }> {
  const row = await tx
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.countAll<number>().filterWhere('status', '=', 'paid').as('paid'),
      fn.coalesce(fn.sum<number>('total_clp').filterWhere('status', '=', 'paid'), sql<number>`0`).as('revenue'),
    ])
    .executeTakeFirstOrThrow()
  return { orders: row.orders, paid: row.paid, revenue: pesos(row.revenue) }
}
