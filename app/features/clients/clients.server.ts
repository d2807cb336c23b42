import { sql, type Transaction } from 'kysely'
import { ZERO } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { clientName, type ListedClient } from './clients.ts'

/** An account that a search finds. */
type FoundClient = { id: string; name: string; email: string; company: string | null; orders: number }

/** The newest accounts that match the beginnings of words of name, e-mail or company. For administrators. */
export async function findClients(tx: Transaction<DB>, search: string, limit: number): Promise<FoundClient[]> {
  if (search === '') return []
  const { rows } = await sql<FoundClient>`
    select id, btrim(first_name || ' ' || last_name) as name, email, company,
      (select count(*)::integer from orders where orders.user_id = profiles.id) as orders
    from profiles where id = any(array(select private.find_profiles(${search}, ${limit})))
    order by created_at desc, id`.execute(tx)
  return rows
}

/** The same as options of a select: the name and company, and the e-mail. */
export async function clientOptions(tx: Transaction<DB>, { search, limit }: { search: string; limit: number }) {
  const found = await findClients(tx, search, limit)
  return found.map(({ id, name, email, company }) => ({
    value: id,
    label: [name || email, company].filter(Boolean).join(' · '),
    detail: email,
  }))
}

/** Accounts with what they bought. */
export const selectClients = (tx: Transaction<DB>) =>
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

type Row = Awaited<ReturnType<ReturnType<typeof selectClients>['execute']>>[number]

export function toListed(row: Row): ListedClient {
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

/** One person with an account, deleted or not. */
export async function findClient(tx: Transaction<DB>, id: string): Promise<ListedClient | undefined> {
  const row = await selectClients(tx).where('profiles.id', '=', id).executeTakeFirst()
  return row && toListed(row)
}
