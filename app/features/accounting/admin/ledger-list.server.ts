import { sql } from 'kysely'
import { selectEntries, toListed } from '#app/features/accounting/ledger.server.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { ledgerList } from './ledger-list.tsx'

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
    const rows = await selectEntries(tx).where(page.where).orderBy(page.orderBy).limit(page.limit).execute()
    return rows.map(toListed)
  },
})
