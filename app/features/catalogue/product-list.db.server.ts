import { type SqlBool, sql, type Transaction } from 'kysely'
import { keyset, type Page, type PageRequest } from '#app/platform/database/keyset.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ProductType } from '#app/platform/database/values.ts'
import { searchWords } from './filters.ts'
import type { ProductStatus } from './product-form.ts'

/** One product of the back office's list (specification 2, section 2). */
export type ListedProduct = {
  id: string
  name: string
  slug: string
  type: ProductType
  status: ProductStatus
  image_url: string | null
  category_name: string
  category_slug: string
  base_price_clp: number
  duration_min: number
  duration_max: number | null
  featured: boolean
  updated_at: Date
}

export type ProductListQuery = PageRequest<'updated_at' | 'name' | 'shop_order'> & {
  search: string
  status: ProductStatus | undefined
  categoryId: string | undefined
}

/** Prefixes of all words in a product's name, tags or category; undefined where a text has no word. */
function matches(search: string) {
  const words = searchWords(search)
  if (words.length === 0) return undefined
  const query = words.map(word => `'${word}':*AB`).join(' & ')
  return sql<SqlBool>`a.search @@ to_tsquery('pg_catalog.simple', ${query})`
}

/** One page of all products, whatever their status. */
export async function listProducts(tx: Transaction<DB>, query: ProductListQuery): Promise<Page<ListedProduct>> {
  const page = keyset('assessments', query, 'a')
  const { status, categoryId } = query
  const found = matches(query.search)
  const rows = await tx
    .selectFrom('assessments as a')
    .innerJoin('categories as c', 'c.id', 'a.category_id')
    .where('a.deleted_at', 'is', null)
    .where(page.where)
    .$if(found !== undefined, input => input.where(found ?? sql<SqlBool>`true`))
    .$if(status !== undefined, input => input.where('a.status', '=', status ?? 'active'))
    .$if(categoryId !== undefined, input => input.where('a.category_id', '=', categoryId ?? ''))
    .select([
      'a.id',
      'a.name',
      'a.slug',
      'a.type',
      'a.status',
      'a.image_url',
      'c.name as category_name',
      'c.slug as category_slug',
      'a.base_price_clp',
      'a.duration_min',
      'a.duration_max',
      'a.featured',
      'a.updated_at',
    ])
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return page.finish(rows)
}
