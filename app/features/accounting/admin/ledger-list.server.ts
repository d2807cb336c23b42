import { sql, type Transaction } from 'kysely'
import type { LedgerLine } from '#app/features/accounting/accounting.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type ListedLedgerEntry, ledgerList } from './ledger-list.tsx'

/** Entries with their order's number and their lines, in the order in which they were written. */
const entries = (tx: Transaction<DB>) =>
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

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

const toListed = (row: Row): ListedLedgerEntry => ({
  id: row.id,
  at: row.at,
  event: row.event,
  order: row.order_id === null ? null : { id: row.order_id, number: row.order_number ?? '' },
  isSimulated: row.is_simulated,
  amount: row.amount_clp,
  lines: row.lines,
})

export const ledgerRows = listQuery(ledgerList, {
  keyset: query => keyset('ledger_entries', query),
  period: 'ledger_entries.at',
  where: {
    event: event => sql`ledger_entries.event = ${event}`,
    account: account => sql`ledger_entries.accounts @> array[${account}::text]`,
    money: money => sql`ledger_entries.is_simulated = ${money === 'simulated'}`,
  },
  search: {
    id: 'ledger_entries.id',
    find: ({ search, event, account, money, from, until }, { column, descending, cursor, max }) =>
      sql`private.find_ledger_entries(${search}, ${event ?? null}, ${account ?? null},
        ${money === undefined ? null : money === 'simulated'}, ${from ?? null}, ${until ?? null},
        ${column}, ${descending}, ${cursor}, ${max})`,
  },
  counted: sql`ledger_entries`,
  rows: async (tx, page) => {
    const rows = await entries(tx).where(page.where).orderBy(page.orderBy).limit(page.limit).execute()
    return rows.map(toListed)
  },
})

/** The entries of an order, in the order of time; it has one for each of its few events. For the staff. */
export async function ledgerOfOrder(tx: Transaction<DB>, orderId: string): Promise<ListedLedgerEntry[]> {
  const rows = await entries(tx)
    .where('ledger_entries.order_id', '=', orderId)
    .orderBy('ledger_entries.at')
    .orderBy('ledger_entries.created_at')
    .orderBy('ledger_entries.id')
    .execute()
  return rows.map(toListed)
}
