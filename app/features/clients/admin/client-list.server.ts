import { sql } from 'kysely'
import { selectClients, toListed } from '#app/features/clients/clients.server.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import { clientList } from './client-list.tsx'

/** Maximum matches that a search sorts by anything but time; the newest ones of more. */
const MAX_SORTED = 1000

export type ClientQuery = Parameters<typeof clientRows.page>[1]

/** Whether a column sums up purchases. */
const isOfTotals = (column: string): boolean => column !== 'created_at' && column !== 'full_name'

export const clientRows = listQuery(clientList, {
  keyset: query => keyset(isOfTotals(query.sort.column) ? 'client_totals' : 'profiles', query),
  period: 'profiles.created_at',
  where: {
    role: role => sql`profiles.role = ${role}`,
    bought: bought => (bought ? sql`client_totals.paid_orders > 0` : sql`coalesce(client_totals.paid_orders, 0) = 0`),
    companyId: id => sql`profiles.company_id = ${id}`,
  },
  search: {
    id: 'profiles.id',
    find: ({ search, role, bought, companyId, from, until }, page) => {
      const { column, descending, cursor, max } = page
      const position =
        column !== 'created_at' ? sql`true, null::uuid, ${MAX_SORTED}` : sql`${descending}, ${cursor}::uuid, ${max}`
      return sql`private.find_clients(${search}, ${role ?? null}, ${bought ?? null}, ${companyId ?? null}::uuid,
        ${from ?? null}, ${until ?? null}, ${position})`
    },
  },
  counted: sql`profiles left join client_totals on client_totals.id = profiles.id`,
  rows: async (tx, page, { sort }) => {
    const rows = await selectClients(tx)
      .where(page.where)
      // Clients without purchases are left out of an order by their purchases.
      .$if(isOfTotals(sort.column), list => list.where('client_totals.paid_orders', '>', 0))
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(toListed)
  },
})
