import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { PAID_ATTEMPTS } from './orders.ts'
import type { BookEntry } from './sales-book.ts'

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
