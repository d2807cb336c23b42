import { sql, type Transaction } from 'kysely'
import { releaseDiscountUse } from '#app/features/discounts/discounts.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { SUMMARY } from './order-keys.server.ts'
import { isNotHeld, withdrawOrder } from './orders.server.ts'
import { type OrderSummary, PAID_ATTEMPTS, REPEAT_WINDOW_MINUTES } from './orders.ts'
import type { BookEntry } from './sales-book.ts'

/**
 * The buyer's paid and unpaid orders of any of these assessments within the last minutes, newest first (spec D40). An
 * order that waits for a transfer is not among them, unless it is of the same quotation, which is paid once.
 */
export async function findRecentOrders(
  tx: Transaction<DB>,
  userId: string,
  { assessmentIds, quotationId }: { assessmentIds: readonly string[]; quotationId: string | null },
  now: Date,
): Promise<OrderSummary[]> {
  return tx
    .selectFrom('orders')
    .select(SUMMARY)
    .where('user_id', '=', userId)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        and([eb('quotation_id', '=', quotationId), eb('status', '=', 'pending')]),
        and([
          eb('status', 'in', ['paid', 'pending']),
          eb('created_at', '>', new Date(now.getTime() - REPEAT_WINDOW_MINUTES * 60_000)),
          isNotHeld(now),
          exists(
            selectFrom('order_items')
              .select('order_items.id')
              .whereRef('order_items.order_id', '=', 'orders.id')
              .where('order_items.assessment_id', 'in', assessmentIds)
              // Adding seats to an earlier purchase is not buying the product again.
              .where('order_items.tops_up_item_id', 'is', null),
          ),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(MAX_RECENT)
    .execute()
}

/** Recent orders that a repeated purchase is compared with. */
const MAX_RECENT = 20

/**
 * Payments, completed refunds and chargebacks from one instant until another, in order of time. For the staff: row-level security
 * shows others their own. A refund made by hand has no gateway's reference of its own: both have the payment's.
 */
export async function findBookEntries(
  tx: Transaction<DB>,
  { from, until }: { from: Date; until: Date },
): Promise<BookEntry[]> {
  const { rows } = await sql<BookEntry>`
    with entries as (
      select 'sale' as kind, id as order_id, effective_at as at, total_clp as amount_clp, 0::bigint as refunded_before
      from orders where paid_at is not null and effective_at >= ${from} and effective_at < ${until}
      union all
      select 'refund', order_id, settled_at, amount_clp, (
        select coalesce(sum(earlier.amount_clp), 0)::bigint from refunds earlier
        where earlier.order_id = refund.order_id and earlier.status = 'done'
          and (earlier.settled_at, earlier.id) < (refund.settled_at, refund.id))
      from refunds refund where status = 'done' and settled_at >= ${from} and settled_at < ${until}
      union all
      select 'chargeback', order_id, created_at, amount_clp, 0 from chargebacks where created_at >= ${from} and created_at < ${until}
      union all
      select 'chargeback_won', order_id, settled_at, amount_clp, 0 from chargebacks
      where status = 'won' and settled_at >= ${from} and settled_at < ${until})
    select entries.kind, entries.at, orders.order_number, orders.created_at as ordered_at, orders.document_type,
      orders.billing_rut as rut, coalesce(orders.billing_name, btrim(buyer.first_name || ' ' || buyer.last_name)) as name,
      payment.gateway, coalesce(payment.bank_reference, payment.buy_order) as reference, payment.paid_on::text as paid_on,
      orders.total_clp, entries.amount_clp, entries.refunded_before
    from entries
      join orders on orders.id = entries.order_id
      join profiles buyer on buyer.id = orders.user_id
      left join lateral (
        select attempt.gateway, attempt.buy_order, manual.reference as bank_reference, manual.paid_on
        from payment_attempts attempt left join manual_payments manual on manual.attempt_id = attempt.id
        where attempt.order_id = orders.id and attempt.status in (${sql.join(PAID_ATTEMPTS)})
        order by attempt.created_at desc limit 1) payment on true
    order by entries.at, orders.order_number, entries.kind desc`.execute(tx)
  return rows
}

/**
 * Marks a pending order as paid, from which `orderPaid` follows once its payment is recorded. The other orders
 * of its quotation are withdrawn, because a quotation is paid once. False: it was not pending any more, another order of
 * its quotation is paid, or the seats can't be added any more and the order has failed.
 */
export async function markOrderPaid(tx: Transaction<DB>, orderId: string, now: Date): Promise<boolean> {
  // Of two orders of one quotation that are paid at once, the second waits here and then sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(quotation_id::text, 19)) from orders
    where id = ${orderId} and quotation_id is not null`.execute(tx)
  const paid = await tx
    .updateTable('orders')
    .set({ status: 'paid', paid_at: now })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where(
      sql<boolean>`not exists (
        select from orders other where other.quotation_id = orders.quotation_id and other.status in ('paid', 'charged_back'))`,
    )
    .returning(['status', 'quotation_id'])
    .executeTakeFirst()
  if (paid?.status !== 'paid') return false
  if (paid.quotation_id !== null) await withdrawOtherOrders(tx, paid.quotation_id, now)
  return true
}

/** Withdraws the pending orders of a paid quotation. One that somebody is paying right now is left to that payment. */
async function withdrawOtherOrders(tx: Transaction<DB>, quotationId: string, now: Date): Promise<void> {
  const others = await tx
    .selectFrom('orders')
    .select('id')
    .where('quotation_id', '=', quotationId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of others) if (await withdrawOrder(tx, id)) await releaseDiscountUse(tx, id, now)
}

/**
 * Withdraws an order that can't be paid, because another one of its quotation is. @returns the number of that other one;
 * undefined when there is none.
 */
export async function withdrawIfQuotationPaid(
  tx: Transaction<DB>,
  orderId: string,
  now: Date,
): Promise<string | undefined> {
  const paid = await tx
    .selectFrom('orders')
    .innerJoin('orders as other', 'other.quotation_id', 'orders.quotation_id')
    .select('other.order_number')
    .where('orders.id', '=', orderId)
    .where('other.status', 'in', ['paid', 'charged_back'])
    .whereRef('other.id', '<>', 'orders.id')
    .executeTakeFirst()
  if (paid && (await withdrawOrder(tx, orderId))) await releaseDiscountUse(tx, orderId, now)
  return paid?.order_number
}
