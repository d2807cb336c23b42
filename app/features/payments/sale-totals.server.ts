import { sql, type Transaction } from 'kysely'
import { dayOf } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'

// What products, clients, companies and codes have sold, counted up and down in the transaction that changes it. Rows are always taken in the
// same order (products by id, client, company, code), so that payments at once don't wait for each other in a circle. The figures of a day are
// counted by the database, from the order's row (trigger `count_order`).

type Sold = {
  id: string
  user_id: string
  total_clp: Pesos
  billing_rut: string | null
  company: string | null
  discount_code: string | null
  /** Seats by product. */
  seats: ReadonlyMap<string, number>
  paid_at: Date
}

/** Counts a paid order: its products' seats, its client, its company, which is that of its document or else its buyer's, and its code. */
export async function countSale(tx: Transaction<DB>, order: Sold): Promise<void> {
  await Promise.all([
    countSeats(tx, order.seats, 1),
    order.company !== null &&
      sql`update orders set company_id = private.company_of(${order.company}) where id = ${order.id}`.execute(tx),
    countPurchase(tx, order, { sign: 1, spent: order.total_clp }),
  ])
}

/** Takes an order that was refunded whole off the counts again. Its pesos were taken off by its refunds (`countBack`). */
export async function uncountSale(tx: Transaction<DB>, order: Sold): Promise<void> {
  await Promise.all([countSeats(tx, order.seats, -1), countPurchase(tx, order, { sign: -1, spent: pesos(0) })])
}

/** Counts the seats of an order on its products: 1, or -1 when its accesses are revoked. */
export async function countSeats(tx: Transaction<DB>, seats: ReadonlyMap<string, number>, sign: 1 | -1): Promise<void> {
  const [products, counts] = [[...seats.keys()], [...seats.values()]]
  await sql`
    with held as materialized (select id from assessments where id = any (${products}::uuid[]) order by id for no key update)
    update assessments product set paid_seats = product.paid_seats + ${sign} * sold.seats
    from held join unnest(${products}::uuid[], ${counts}::integer[]) as sold (id, seats) using (id)
    where product.id = held.id`.execute(tx)
}

async function countPurchase(
  tx: Transaction<DB>,
  order: Sold,
  { sign, spent }: { sign: 1 | -1; spent: Pesos },
): Promise<void> {
  const seats = sign * [...order.seats.values()].reduce((sum, each) => sum + each, 0)
  await Promise.all([
    sql`
      insert into client_totals as known (id, paid_orders, seats, spent_clp, last_paid_at)
      values (${order.user_id}, ${sign}, ${seats}, ${spent}, ${order.paid_at})
      on conflict (id) do update set paid_orders = known.paid_orders + excluded.paid_orders, seats = known.seats + excluded.seats,
        spent_clp = known.spent_clp + excluded.spent_clp, last_paid_at = greatest(known.last_paid_at, excluded.last_paid_at)`.execute(
      tx,
    ),
    // Since it was sold, its buyer may have named another one, or none.
    (order.company !== null || sign === -1) &&
      sql`
      update companies set paid_orders = paid_orders + ${sign}, seats = seats + ${seats}, spent_clp = spent_clp + ${spent},
        last_paid_at = greatest(last_paid_at, ${order.paid_at}), rut = coalesce(${order.billing_rut}, rut)
      where id = (select company_id from orders where id = ${order.id})`.execute(tx),
    order.discount_code !== null &&
      sql`
      insert into discount_code_totals as known (discount_code_id, paid_orders, revenue_clp, discount_clp)
      select discount_code_id, ${sign}, ${spent}, ${sign} * amount_clp
      from discount_redemptions where order_id = ${order.id} and released_at is null
      on conflict (discount_code_id) do update set paid_orders = known.paid_orders + excluded.paid_orders,
        revenue_clp = known.revenue_clp + excluded.revenue_clp, discount_clp = known.discount_clp + excluded.discount_clp`.execute(
        tx,
      ),
  ])
}

type Back = { orderId: string; kind: 'refund' | 'chargeback'; amount: Pesos; at: Date; sign?: 1 | -1 }

/**
 * Counts pesos that went back, of the order, its client, its company, its code and the day; a chargeback that is won takes them off again
 * (`sign` -1). The database refuses more than the order's total (`orders_refunded`, `orders_charged_back`).
 */
export async function countBack(tx: Transaction<DB>, { orderId, kind, amount, at, sign = 1 }: Back): Promise<void> {
  const back = sign * amount
  const [ofRefunds, ofChargebacks] = kind === 'refund' ? [back, 0] : [0, back]
  await Promise.all([
    sql`
      update orders set refunded_clp = refunded_clp + ${ofRefunds}, charged_back_clp = charged_back_clp + ${ofChargebacks}
      where id = ${orderId}`.execute(tx),
    sql`
      update client_totals set spent_clp = spent_clp - ${back}, refunded_clp = refunded_clp + ${ofRefunds}
      where id = (select user_id from orders where id = ${orderId})`.execute(tx),
    sql`
      update companies set spent_clp = spent_clp - ${back}, refunded_clp = refunded_clp + ${ofRefunds}
      where id = (select company_id from orders where id = ${orderId})`.execute(tx),
    sql`
      update discount_code_totals set revenue_clp = revenue_clp - ${back}
      where discount_code_id in (select discount_code_id from discount_redemptions where order_id = ${orderId} and released_at is null)`.execute(
      tx,
    ),
    sql`
      insert into private.daily_changes (kind, day, label, count, amount)
      values (${kind}, ${dayOf(at)}, '', ${sign}, ${back})`.execute(tx),
  ])
}
