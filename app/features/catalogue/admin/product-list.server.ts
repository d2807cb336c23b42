import { sql, type Transaction } from 'kysely'
import { searchWords } from '#app/features/catalogue/filters.ts'
import { listQuery } from '#app/kit/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { productList } from './product-list.tsx'

export type ProductQuery = Parameters<typeof productRows.page>[1]

export const productRows = listQuery(productList, {
  keyset: query => keyset('assessments', query, 'a'),
  always: () => sql`a.deleted_at is null`,
  where: {
    status: status => sql`a.status = ${status}`,
    categoryId: id => sql`a.category_id = ${id}`,
  },
  search: {
    // The beginnings of all words in a product's name, tags or category.
    matches: search => {
      const words = searchWords(search)
      const query = words.map(word => `'${word}':*AB`).join(' & ')
      return words.length === 0 ? undefined : sql`a.search @@ to_tsquery('pg_catalog.simple', ${query})`
    },
  },
  counted: sql`assessments a`,
  rows: (tx, page) =>
    tx
      .selectFrom('assessments as a')
      .innerJoin('categories as c', 'c.id', 'a.category_id')
      .select(['a.id', 'a.name', 'a.slug', 'a.status', 'a.image_url', 'c.name as category_name'])
      .select(['c.slug as category_slug', 'a.base_price_clp', 'a.duration_min', 'a.duration_max'])
      .select(['a.featured', 'a.updated_at'])
      .where(page.where)
      .orderBy(page.orderBy)
      .limit(page.limit)
      .execute(),
})

type Wanted = { search: string; limit: number; now: Date }

const optionsOf =
  (status: ProductQuery['status']) =>
  async (tx: Transaction<DB>, { search, limit, now }: Wanted) => {
    const sort = { column: 'name', direction: 'asc' } as const
    const { rows } = await productRows.page(tx, { search, status, categoryId: undefined, now, size: limit, sort })
    return rows.map(({ id, name, category_name }) => ({ value: id, label: name, detail: category_name }))
  }

/** Products as options of a select, by name. */
export const productOptions = optionsOf(undefined)

/** The same of those that can be bought. */
export const productsOnSaleOptions = optionsOf('active')
