import { sql, type Transaction } from 'kysely'
import { clientName, type ListedClient, type ListedCompany } from '#app/features/identity/clients/clients.ts'
import { pesos } from '#app/kernel/money.ts'
import { keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Role } from '#app/platform/database/values.ts'

/** Matches that a search sorts by what they spent; the newest ones of more. */
const MOST_SORTED = 1000

export type ClientListQuery = PageRequest<'created_at' | 'spent_clp'> & {
  /** Beginnings of words of name, e-mail or company. */
  search: string
  role: Role | undefined
  bought: boolean | undefined
  companyId: string | undefined
  /** Accounts made since then, and before then. */
  from: Date | undefined
  until: Date | undefined
}

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
      'profiles.created_at',
      'profiles.deleted_at',
      'profiles.company',
      'profiles.company_id',
      'client_totals.paid_orders',
      'client_totals.seats',
      'client_totals.spent_clp',
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
    created_at: row.created_at,
    deleted_at: row.deleted_at,
    bought: {
      orders: row.paid_orders ?? 0,
      seats: row.seats ?? 0,
      spent: pesos(row.spent_clp ?? 0),
      last_at: row.last_paid_at,
      completed: row.completed,
    },
  }
}

/** A page of the people with an account. For administrators: row-level security shows anybody else only themselves. */
export async function listClients(tx: Transaction<DB>, query: ClientListQuery): Promise<Page<ListedClient>> {
  const { search, role, bought, companyId, from, until } = query
  const bySpent = query.sort.column === 'spent_clp'
  const page = keyset(bySpent ? 'client_totals' : 'profiles', query)
  // An array: of a set the planner would expect a thousand rows and read whole tables to meet them.
  const isFound = (descending: boolean, place: string | null, most: number) =>
    sql<boolean>`profiles.id = any(array(select private.find_clients(${search}, ${role ?? null}, ${bought ?? null}, ${companyId ?? null}::uuid,
      ${from ?? null}, ${until ?? null}, ${descending}, ${place}::uuid, ${most})))`
  const rows = await people(tx)
    .$if(search === '', list =>
      list
        .$if(role !== undefined, some => some.where('profiles.role', '=', role ?? 'client'))
        .$if(bought === true, some => some.where('client_totals.paid_orders', '>', 0))
        .$if(bought === false, some => some.where(sql<boolean>`coalesce(client_totals.paid_orders, 0) = 0`))
        .$if(companyId !== undefined, some => some.where('profiles.company_id', '=', companyId ?? ''))
        .$if(from !== undefined, some => some.where('profiles.created_at', '>=', from ?? new Date(0)))
        .$if(until !== undefined, some => some.where('profiles.created_at', '<', until ?? new Date(0)))
        .where(page.where),
    )
    .$if(search !== '' && !bySpent, list =>
      list.where(isFound(page.search.descending, page.search.place, page.search.most)),
    )
    .$if(search !== '' && bySpent, list => list.where(isFound(true, null, MOST_SORTED)).where(page.where))
    // Whoever bought nothing is in no order of what was spent.
    .$if(bySpent, list => list.where('client_totals.paid_orders', '>', 0))
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(rows.map(toListed))
}

/** One person with an account, gone or not. */
export async function findClient(tx: Transaction<DB>, id: string): Promise<ListedClient | undefined> {
  const row = await people(tx).where('profiles.id', '=', id).executeTakeFirst()
  return row && toListed(row)
}

export type CompanyListQuery = PageRequest<'created_at' | 'spent_clp'> & { search: string }

const companies = (tx: Transaction<DB>) =>
  tx
    .selectFrom('companies')
    .select(['id', 'name', 'rut', 'paid_orders as orders', 'seats', 'spent_clp', 'last_paid_at as last_at'])
    .select(sql<number>`(select count(*) from profiles where profiles.company_id = companies.id)`.as('people'))

type CompanyRow = Awaited<ReturnType<ReturnType<typeof companies>['execute']>>[number]

const toCompany = ({ spent_clp, ...row }: CompanyRow): ListedCompany => ({ ...row, spent: pesos(spent_clp) })

/** A page of the companies that people or paid orders name. */
export async function listCompanies(tx: Transaction<DB>, query: CompanyListQuery): Promise<Page<ListedCompany>> {
  const page = keyset('companies', query)
  const { search } = query
  const rows = await companies(tx)
    .$if(search === '', list => list.where(page.where))
    .$if(search !== '', list =>
      list.where(
        sql<boolean>`companies.id = any(array(select private.find_companies(${search}, ${page.search.column}, ${page.search.descending},
          ${page.search.place}::uuid, ${page.search.most})))`,
      ),
    )
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(rows.map(toCompany))
}

/** One company; undefined where there is none. */
export async function findCompany(tx: Transaction<DB>, id: string): Promise<ListedCompany | undefined> {
  const row = await companies(tx).where('companies.id', '=', id).executeTakeFirst()
  return row && toCompany(row)
}

/** The name of a company. */
export async function companyName(tx: Transaction<DB>, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('companies').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}
