import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { LedgerLine, ListedLedgerEntry } from './accounting.ts'

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
