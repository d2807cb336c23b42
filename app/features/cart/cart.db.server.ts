import type { Kysely } from 'kysely'
import { pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ProductForQuote } from './quote.ts'

/** The products on sale among the given ids (uuids), in no order: drafts, archived and deleted ones are left out. */
export async function productsForQuote(db: Kysely<DB>, ids: readonly string[]): Promise<ProductForQuote[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('assessments as product')
    .innerJoin('categories as category', 'category.id', 'product.category_id')
    .select([
      'product.id',
      'product.slug',
      'product.name',
      'product.image_url',
      'category.slug as category_slug',
      'product.type',
      'product.format',
      'product.duration_min',
      'product.duration_max',
      'product.min_seats',
      'product.max_seats',
      'product.allow_business',
      'product.base_price_clp',
    ])
    .where('product.id', 'in', [...new Set(ids)])
    .where('product.status', '=', 'active')
    .where('product.deleted_at', 'is', null)
    .execute()
  return rows.map(row => ({ ...row, base_price_clp: pesos(row.base_price_clp) }))
}
