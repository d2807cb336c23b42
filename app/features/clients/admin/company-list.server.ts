import { sql, type Transaction } from 'kysely'
import type { ListedCompany } from '#app/features/clients/clients.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { companyList } from './company-list.tsx'

const companies = (tx: Transaction<DB>) =>
  tx
    .selectFrom('companies')
    .select([
      'id',
      'name',
      'rut',
      'paid_orders as orders',
      'seats',
      'spent_clp as spent',
      'refunded_clp as refunded',
      'last_paid_at as last_at',
      'created_at',
    ])
    .select(sql<number>`(select count(*) from profiles where profiles.company_id = companies.id)`.as('people'))

const BY_SPENT = { column: 'spent_clp', direction: 'desc' } as const

export const companyRows = listQuery(companyList, {
  keyset: query => keyset('companies', query),
  where: {},
  search: {
    id: 'companies.id',
    find: ({ search }, { column, descending, cursor, max }) =>
      sql`private.find_companies(${search}, ${column}, ${descending}, ${cursor}::uuid, ${max})`,
  },
  counted: sql`companies`,
  rows: (tx, page) => companies(tx).where(page.where).orderBy(page.orderBy).limit(page.limit).execute(),
})

/** One company; undefined where there is none. */
export async function findCompany(tx: Transaction<DB>, id: string): Promise<ListedCompany | undefined> {
  return companies(tx).where('companies.id', '=', id).executeTakeFirst()
}

/** The name of a company. */
export async function companyName(tx: Transaction<DB>, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('companies').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}

/** Companies as options of a select, those that spent most first. */
export async function companyOptions(
  tx: Transaction<DB>,
  { search, limit, now }: { search: string; limit: number; now: Date },
) {
  const { rows } = await companyRows.page(tx, { search, now, size: limit, sort: BY_SPENT })
  return rows.map(({ id, name, rut }) => ({
    value: id,
    label: name,
    detail: rut === null ? undefined : formatRut(rut),
  }))
}
