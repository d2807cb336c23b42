import { sql, type Transaction } from 'kysely'
import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { ORDER_STATUSES, PAID_ATTEMPTS, PARTIAL_REFUND } from '#app/features/orders/orders.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { labelCell, timeCell, writtenCell } from '#app/platform/database/cells.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { modesOf, orderList } from './order-list.tsx'

export type OrderQuery = Parameters<typeof orderRows.page>[1]

/** The column of the period: the day of the payment, or of the order. */
const PERIODS = { pago: 'effective_at', orden: 'created_at' } as const

export const orderRows = listQuery(orderList, {
  keyset: query => keyset('orders', query),
  period: ({ date }) => `orders.${PERIODS[date ?? 'pago']}`,
  where: {
    status: status =>
      status === 'partial'
        ? sql`orders.status = 'paid' and orders.refunded_clp > 0`
        : status === 'charged_back'
          ? sql`orders.charged_back_clp > 0`
          : sql`orders.status = ${status}`,
    mode: mode => (mode === 'self' ? sql`orders.has_self` : sql`orders.has_business`),
    // What the period is about.
    date: () => sql`true`,
  },
  search: {
    id: 'orders.id',
    find: ({ search, status, mode, date, from, until }, { column, descending, cursor, max }) =>
      sql`private.find_orders(${search}, ${status ?? null}, ${mode ?? null}, ${PERIODS[date ?? 'pago']}, ${from ?? null}, ${until ?? null},
        ${column}, ${descending}, ${cursor}, ${max})`,
  },
  counted: sql`orders`,
  rows: async (tx, page) => {
    const rows = await tx
      .selectFrom('orders')
      .innerJoin('profiles', 'profiles.id', 'orders.user_id')
      .leftJoinLateral(
        inner =>
          inner
            .selectFrom('payment_attempts')
            .whereRef('payment_attempts.order_id', '=', 'orders.id')
            .where('payment_attempts.status', 'in', PAID_ATTEMPTS)
            .select(['payment_attempts.gateway', 'payment_attempts.buy_order'])
            .orderBy('payment_attempts.created_at', 'desc')
            .limit(1)
            .as('payment'),
        join => join.onTrue(),
      )
      .select(({ selectFrom }) =>
        selectFrom('order_items')
          .whereRef('order_items.order_id', '=', 'orders.id')
          .select('order_items.product_name')
          .orderBy('order_items.created_at')
          .orderBy('order_items.id')
          .limit(1)
          .as('product'),
      )
      .select([
        'orders.id',
        'orders.order_number',
        'orders.created_at',
        'orders.paid_at',
        'orders.total_clp',
        'orders.refunded_clp',
        'orders.charged_back_clp',
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
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(row => ({
      id: row.id,
      order_number: row.order_number,
      created_at: row.created_at,
      paid_at: row.paid_at,
      client: { name: fullName(row), email: row.email, company: row.company },
      product: row.product ?? '',
      items: row.item_count,
      seats: row.seat_count,
      modes: modesOf(row),
      total_clp: row.total_clp,
      refunded_clp: row.refunded_clp,
      charged_back_clp: row.charged_back_clp,
      status: row.status,
      payment: row.gateway === null ? null : { gateway: row.gateway, reference: row.buy_order },
    }))
  },
  packed: {
    id: 'orders.id',
    cells: {
      'ID Orden': sql`orders.order_number`,
      Fecha: timeCell('orders.created_at'),
      'Fecha de pago': timeCell('orders.paid_at'),
      Cliente: writtenCell(sql`btrim(profiles.first_name || ' ' || profiles.last_name)`),
      Email: writtenCell(sql`profiles.email`),
      Empresa: writtenCell(sql`coalesce(orders.company_name, profiles.company)`),
      Items: sql`orders.item_count`,
      Personas: sql`orders.seat_count`,
      Modo: sql`concat_ws(', ', case when orders.has_self then ${sql.lit(MODE_LABELS.self)} end,
        case when orders.has_business then ${sql.lit(MODE_LABELS.business)} end)`,
      'Total CLP': sql`orders.total_clp`,
      'Neto CLP': sql`orders.net_clp`,
      'IVA CLP': sql`orders.vat_clp`,
      'Descuento CLP': sql`orders.discount_clp`,
      'Reembolsado CLP': sql`orders.refunded_clp`,
      'Contracargo CLP': sql`orders.charged_back_clp`,
      'Código de descuento': writtenCell(sql`orders.discount_code`),
      Estado: sql`case when orders.charged_back_clp > 0 then ${sql.lit(ORDER_STATUSES.charged_back.label)}
        when orders.status = 'paid' and orders.refunded_clp > 0 then ${sql.lit(PARTIAL_REFUND)}
        else ${labelCell('orders.status', ORDER_STATUSES)} end`,
      Documento: sql`orders.document_type`,
      Pago: sql`coalesce((
        select attempt.buy_order from payment_attempts attempt
        where attempt.order_id = orders.id and attempt.status in (${sql.join(PAID_ATTEMPTS.map(status => sql.lit(status)))})
        order by attempt.created_at desc limit 1), '')`,
    },
    from: page => sql`(select * from orders where ${page.where} order by ${page.orderBy} limit ${page.limit}) orders
      join profiles on profiles.id = orders.user_id`,
  },
})

/** What the summary says about orders that match search and filters. */
export type OrderSums = {
  orders: number
  pending: number
  paid: number
  paidBusiness: number
  gross: Pesos
  refunded: Pesos
  chargedBack: Pesos
}

/** The summary of the orders that match; undefined where they are more than a count covers. For the staff. */
export const orderSums = (tx: Transaction<DB>, query: OrderQuery): Promise<OrderSums | undefined> =>
  orderRows.aggregate(tx, query, {
    as: 'orders',
    columns: sql`orders.status, orders.total_clp, orders.refunded_clp, orders.charged_back_clp, orders.has_business`,
    select: sql`
      count(*)::integer as orders,
      count(*) filter (where status = 'pending')::integer as pending,
      count(*) filter (where ${isPaid})::integer as paid,
      count(*) filter (where ${isPaid} and has_business)::integer as "paidBusiness",
      coalesce(sum(total_clp) filter (where ${isPaid}), 0)::bigint as gross,
      coalesce(sum(refunded_clp) filter (where ${isPaid}), 0)::bigint as refunded,
      coalesce(sum(charged_back_clp) filter (where ${isPaid}), 0)::bigint as "chargedBack"`,
  })

const isPaid = sql`status in ('paid', 'refunded', 'charged_back')`
