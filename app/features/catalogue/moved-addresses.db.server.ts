import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** Where a product is today whose address was `slug` once, and whether it is on sale; undefined where none ever was. */
export const findMovedProduct = (
  db: Kysely<DB>,
  slug: string,
): Promise<{ slug: string; status: 'active' | 'draft' | 'archived' } | undefined> =>
  db
    .selectFrom('former_product_slugs as former')
    .innerJoin('assessments as product', 'product.id', 'former.assessment_id')
    .select(['product.slug', 'product.status'])
    .where('former.slug', '=', slug)
    .where('product.deleted_at', 'is', null)
    .executeTakeFirst()

/** The slugs of today of categories that lists once named by other slugs or names; keys are folded. */
export async function findMovedCategories(
  db: Kysely<DB>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('former_category_keys as former')
    .innerJoin('categories as category', 'category.id', 'former.category_id')
    .select(['former.key', 'category.slug'])
    .where('former.key', '=', sql<string>`any(${keys}::text[])`)
    .where('category.status', '=', 'active')
    .execute()
  return new Map(rows.map(row => [row.key, row.slug]))
}
