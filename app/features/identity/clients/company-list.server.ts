import { sql, type Transaction } from 'kysely'
import { pesos } from '#app/kernel/money.ts'
import { listQuery } from '#app/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ListedCompany } from './clients.ts'
import { companyList } from './company-list.tsx'

const companies = (tx: Transaction<DB>) =>
  tx
    .selectFrom('companies')
    .select(['id', 'name', 'rut', 'paid_orders as orders', 'seats', 'spent_clp', 'last_paid_at as last_at'])
    .select(sql<number>`(select count(*) from profiles where profiles.company_id = companies.id)`.as('people'))

type CompanyRow = Awaited<ReturnType<ReturnType<typeof companies>['execute']>>[number]

const toCompany = ({ spent_clp, ...row }: CompanyRow): ListedCompany => ({ ...row, spent: pesos(spent_clp) })

export const companyRows = listQuery(companyList, {
  keyset: query => keyset('companies', query),
  where: {},
  search: {
    id: 'companies.id',
    find: ({ search }, { column, descending, cursor, max }) =>
      sql`private.find_companies(${search}, ${column}, ${descending}, ${cursor}::uuid, ${max})`,
  },
  rows: async (tx, page) => {
    const rows = await companies(tx).where(page.where).orderBy(page.orderBy).limit(page.limit).execute()
    return rows.map(toCompany)
  },
})

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
