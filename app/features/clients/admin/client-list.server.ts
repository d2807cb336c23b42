import { sql, type Transaction } from 'kysely'
import { clientName, type ListedClient } from '#app/features/clients/clients.ts'
import { ZERO } from '#app/kernel/money.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { clientList } from './client-list.tsx'

/** Maximum matches that a search sorts by anything but time; the newest ones of more. */
const MAX_SORTED = 1000

export type ClientQuery = Parameters<typeof clientRows.page>[1]

const people = (tx: Transaction<DB>) =>
  tx
    .selectFrom('profiles')
    .leftJoin('client_totals', 'client_totals.id', 'profiles.id')
    .select([
      'profiles.id',
      'profiles.first_name',
      'profiles.last_name',
      'profiles.email',
      'profiles.role',
      'profiles.staff_scope',
      'profiles.created_at',
      'profiles.deleted_at',
      'profiles.company',
      'profiles.company_id',
      'client_totals.paid_orders',
      'client_totals.seats',
      'client_totals.spent_clp',
      'client_totals.refunded_clp',
      'client_totals.last_paid_at',
    ])
    .select(
      sql<number>`(select count(*) from user_accesses access
        where access.user_id = profiles.id and access.status = 'completed')`.as('completed'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

function toListed(row: Row): ListedClient {
  const isGone = row.deleted_at !== null
  return {
    id: row.id,
    name: clientName(row),
    email: isGone ? null : row.email,
    company: row.company_id !== null && row.company !== null ? { id: row.company_id, name: row.company } : null,
    role: isGone ? null : row.role,
    staff_scope: isGone ? null : row.staff_scope,
    created_at: row.created_at,
    deleted_at: row.deleted_at,
    bought: {
      orders: row.paid_orders ?? 0,
      seats: row.seats ?? 0,
      spent: row.spent_clp ?? ZERO,
      refunded: row.refunded_clp ?? ZERO,
      last_at: row.last_paid_at,
      completed: row.completed,
    },
  }
}

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
    const rows = await people(tx)
      .where(page.where)
      // Clients without purchases are left out of an order by their purchases.
      .$if(isOfTotals(sort.column), list => list.where('client_totals.paid_orders', '>', 0))
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute()
    return rows.map(toListed)
  },
})

/** One person with an account, deleted or not. */
export async function findClient(tx: Transaction<DB>, id: string): Promise<ListedClient | undefined> {
  const row = await people(tx).where('profiles.id', '=', id).executeTakeFirst()
  return row && toListed(row)
}
