import { sql, type Transaction } from 'kysely'
import { type Day, startOfDay } from '#app/kernel/dates.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway } from '#app/platform/database/values.ts'
import type { ChargebackLine, LedgerTotals, MonthTotals, Payout } from './month-totals.ts'

/** A month from its first day until that of the next one. */
export type MonthSpan = { first: Day; next: Day; gateway: ReconciledGateway }

/**
 * The totals of a month: sales and refunds as the sales book has them, chargebacks, and the commissions and deposits of
 * the month's settlements. For the staff; it reads the month's rows.
 */
export async function findTotals(tx: Transaction<DB>, { first, next, gateway }: MonthSpan): Promise<MonthTotals> {
  const [from, until] = [startOfDay(first), startOfDay(next)]
  const { rows } = await sql<MonthTotals>`
    select sales.*, refunded.*, charged.*, settled.*
    from (
      select count(*)::integer as sale_count, coalesce(sum(net_clp), 0)::bigint as sales_net,
        coalesce(sum(vat_clp), 0)::bigint as sales_vat, coalesce(sum(total_clp), 0)::bigint as sales_total
      from orders where paid_at is not null and effective_at >= ${from} and effective_at < ${until}) sales
    cross join (
      select count(*)::integer as refund_count, coalesce(sum(net), 0)::bigint as refunds_net,
        coalesce(sum(amount_clp - net), 0)::bigint as refunds_vat, coalesce(sum(amount_clp), 0)::bigint as refunds_total
      from (
        select refund.amount_clp, private.net_of(orders.total_clp - earlier.amount)
          - private.net_of(orders.total_clp - earlier.amount - refund.amount_clp) as net
        from refunds refund join orders on orders.id = refund.order_id
          cross join lateral (
            select coalesce(sum(before.amount_clp), 0)::bigint as amount from refunds before
            where before.order_id = refund.order_id and before.status = 'done'
              and (before.settled_at, before.id) < (refund.settled_at, refund.id)) earlier
        where refund.status = 'done' and refund.settled_at >= ${from} and refund.settled_at < ${until}) split) refunded
    cross join (
      select coalesce((select sum(amount_clp) from chargebacks where created_at >= ${from} and created_at < ${until}), 0)::bigint
        - coalesce((select sum(amount_clp) from chargebacks
          where status = 'won' and settled_at >= ${from} and settled_at < ${until}), 0)::bigint as chargebacks) charged
    cross join (
      select coalesce(sum(case when kind = 'refund' then -fee_clp else fee_clp end), 0)::bigint as fees_net,
        coalesce(sum(case when kind = 'refund' then -fee_vat_clp else fee_vat_clp end), 0)::bigint as fees_vat,
        coalesce(sum(${PAYOUT}), 0)::bigint as payouts
      from gateway_movements
      where gateway = ${gateway} and payout_day >= ${first}::date and payout_day < ${next}::date) settled`.execute(tx)
  const [totals] = rows
  if (!totals) throw new Error('A query of sums has one row')
  return totals
}

/** What a settled line adds to the deposit (`payoutOf`). */
const PAYOUT = sql`case kind
  when 'sale' then amount_clp - fee_clp - fee_vat_clp
  when 'refund' then fee_clp + fee_vat_clp - amount_clp
  else -amount_clp end`

/** A month's totals as the ledger has them. Deposits of the simulated bank are no money and have no entry. */
export async function findLedgerTotals(
  tx: Transaction<DB>,
  { first, next, gateway }: MonthSpan,
): Promise<LedgerTotals> {
  const { rows } = await sql<LedgerTotals>`
    select
      coalesce(sum(credit - debit) filter (where event = 'sale' and account in ('sales', 'discounts')), 0)::bigint as sales_net,
      coalesce(sum(credit - debit) filter (where event = 'sale' and account = 'vat_payable'), 0)::bigint as sales_vat,
      coalesce(sum(debit - credit) filter (where event = 'refund' and account = 'refunds'), 0)::bigint as refunds_net,
      coalesce(sum(debit - credit) filter (where event = 'refund' and account = 'vat_payable'), 0)::bigint as refunds_vat,
      coalesce(sum(debit - credit) filter (where account = 'chargebacks'), 0)::bigint as chargebacks,
      coalesce(sum(debit - credit) filter (where event = 'fee' and account = 'fees'), 0)::bigint as fees_net,
      coalesce(sum(debit - credit) filter (where event = 'fee' and account = 'vat_credit'), 0)::bigint as fees_vat,
      coalesce(sum(debit - credit) filter (where event = 'payout' and account = 'bank'), 0)::bigint as payouts
    from (
      select entry.event, line.account, line.debit_clp as debit, line.credit_clp as credit
      from ledger_entries entry join ledger_lines line on line.entry_id = entry.id
      where entry.at >= ${startOfDay(first)} and entry.at < ${startOfDay(next)}
        and (entry.event <> 'fee' or entry.is_simulated = ${gateway === 'simulator'})) line`.execute(tx)
  const { payouts, ...ledger } = rows[0] ?? {}
  return gateway === 'webpay' && payouts !== undefined ? { ...ledger, payouts } : ledger
}

/** The deposits of a month by day. */
export async function findPayouts(tx: Transaction<DB>, { first, next, gateway }: MonthSpan): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    select payout_day::text as day,
      coalesce(sum(amount_clp) filter (where kind = 'sale'), 0)::bigint as sales,
      coalesce(sum(amount_clp) filter (where kind = 'refund'), 0)::bigint as refunds,
      sum(case when kind = 'refund' then -fee_clp else fee_clp end)::bigint as fees,
      sum(case when kind = 'refund' then -fee_vat_clp else fee_vat_clp end)::bigint as fees_vat,
      coalesce(sum(amount_clp) filter (where kind = 'retention'), 0)::bigint as retained,
      sum(${PAYOUT})::bigint as payout
    from gateway_movements
    where gateway = ${gateway} and payout_day >= ${first}::date and payout_day < ${next}::date
    group by payout_day order by payout_day`.execute(tx)
  return rows
}

/** The chargebacks of a month, and those that were won in it. */
export async function findChargebacks(
  tx: Transaction<DB>,
  { first, next }: { first: Day; next: Day },
): Promise<ChargebackLine[]> {
  const [from, until] = [startOfDay(first), startOfDay(next)]
  const { rows } = await sql<ChargebackLine>`
    select line.at, orders.order_number, line.reference, line.amount
    from (
      select created_at as at, order_id, reference, amount_clp as amount from chargebacks
      where created_at >= ${from} and created_at < ${until}
      union all
      select settled_at, order_id, reference, -amount_clp from chargebacks
      where status = 'won' and settled_at >= ${from} and settled_at < ${until}) line
      join orders on orders.id = line.order_id
    order by line.at, orders.order_number`.execute(tx)
  return rows
}
