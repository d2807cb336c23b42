import { sql } from 'kysely'
import { searchWords } from '#app/features/catalogue/filters.ts'
import { listQuery } from '#app/lists/list-query.server.ts'
import { keyset } from '#app/platform/database/keyset.server.ts'
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
