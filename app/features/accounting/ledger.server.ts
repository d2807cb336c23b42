import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { type Day, parseDay, shiftDay } from '#app/kernel/dates.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { LedgerEvent } from '#app/platform/database/values.ts'
import type { LedgerFigure, LedgerLine, ListedLedgerEntry } from './accounting.ts'

/**
 * Sums of a period, both days included, and of all days before it: of the ledger's accounts, and of the orders. Their
 * cost does not grow with the entries. For administrators; others get nothing.
 */
export async function ledgerFigures(
  tx: Transaction<DB>,
  days: { from: Day; to: Day } | undefined,
): Promise<LedgerFigure[]> {
  const before = days && shiftDay(days.from, -1)
  const { rows } = await sql<LedgerFigure>`
    select kind, label, amount, true as period
    from private.figures_of('{ledger_debit,ledger_credit,sale,refund,chargeback}', ${days?.from ?? '-infinity'}, ${days?.to ?? 'infinity'}, false)
    union all
    select kind, label, amount, false
    from private.figures_of('{ledger_debit,ledger_credit}', '-infinity', ${before ?? '-infinity'}, false)
    where ${before !== undefined}`.execute(tx)
  return rows
}

const difference = z.object({
  kind: z.enum(['missing', 'without_source', 'amount', 'unbalanced', 'vat']),
  event: z.custom<LedgerEvent>(value => typeof value === 'string'),
  source_id: z.string(),
  order_id: z.string().nullable(),
  expected: z.number().nullable(),
  found: z.number().nullable(),
})

/** One thing that the ledger and the shop's rows say differently; pesos. */
export type LedgerDifference = z.infer<typeof difference>

export type DifferingDay = { day: Day; count: number; checkedAt: Date; differences: LedgerDifference[] }

/** Days that are shown at once. */
const DAYS_SHOWN = 31

/** The days on which the ledger and the orders differ, oldest first. For the staff. */
export async function differingDays(tx: Transaction<DB>): Promise<DifferingDay[]> {
  const rows = await tx
    .selectFrom('ledger_checks')
    .select(['checked_at', 'difference_count', 'differences'])
    .select(sql<string>`day::text`.as('day'))
    .where('difference_count', '>', 0)
    .orderBy('ledger_checks.day')
    .limit(DAYS_SHOWN)
    .execute()
  return rows.flatMap(row => {
    const day = parseDay(row.day)
    const differences = z.array(difference).catch([]).parse(row.differences)
    return day === undefined ? [] : [{ day, count: row.difference_count, checkedAt: row.checked_at, differences }]
  })
}

/** The last day that was compared; undefined before the first night. For the staff. */
export async function lastCheckedDay(tx: Transaction<DB>): Promise<Day | undefined> {
  const row = await tx
    .selectFrom('ledger_checks')
    .select(sql<string | null>`max(day)::text`.as('day'))
    .executeTakeFirst()
  return parseDay(row?.day)
}

/** Entries with their order's number and their lines, in the order in which they were written. */
export const selectEntries = (tx: Transaction<DB>) =>
  tx
    .selectFrom('ledger_entries')
    .leftJoin('orders', 'orders.id', 'ledger_entries.order_id')
    .select([
      'ledger_entries.id',
      'ledger_entries.at',
      'ledger_entries.event',
      'ledger_entries.is_simulated',
      'ledger_entries.amount_clp',
      'orders.id as order_id',
      'orders.order_number',
    ])
    .select(
      sql<LedgerLine[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('account', account, 'debit', debit_clp, 'credit', credit_clp) order by position), '[]')
        from ledger_lines where entry_id = ledger_entries.id)`.as('lines'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

export const toListed = (row: Row): ListedLedgerEntry => ({
  id: row.id,
  at: row.at,
  event: row.event,
  order: row.order_id === null ? null : { id: row.order_id, number: row.order_number ?? '' },
  isSimulated: row.is_simulated,
  amount: row.amount_clp,
  lines: row.lines,
})

/** The entries of an order, in the order of time; it has one for each of its few events. For the staff. */
export async function ledgerOfOrder(tx: Transaction<DB>, orderId: string): Promise<ListedLedgerEntry[]> {
  const rows = await selectEntries(tx)
    .where('ledger_entries.order_id', '=', orderId)
    .orderBy('ledger_entries.at')
    .orderBy('ledger_entries.created_at')
    .orderBy('ledger_entries.id')
    .execute()
  return rows.map(toListed)
}
