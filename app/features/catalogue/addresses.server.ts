import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'

/** A public page by its slug, and when its content last changed. */
export type ListedAddress = { slug: string; updated_at: Date }

/** Products on sale ordered by slug, after a given slug. @param limit maximum number of rows. */
export const listAddresses = (db: Kysely<DB>, after: string | undefined, limit: number): Promise<ListedAddress[]> =>
  db
    .selectFrom('assessments')
    .select(['slug', 'updated_at'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, query => query.where('slug', '>', after ?? ''))
    .orderBy('slug')
    .limit(limit)
    .execute()

/** The categories that have products on sale. */
export const listCategoryAddresses = (db: Kysely<DB>): Promise<ListedAddress[]> =>
  db
    .selectFrom('categories as c')
    .select(['c.slug', 'c.updated_at'])
    .where('c.status', '=', 'active')
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('assessments as a')
          .select('a.id')
          .whereRef('a.category_id', '=', 'c.id')
          .where('a.status', '=', 'active')
          .where('a.deleted_at', 'is', null),
      ),
    )
    .orderBy('c.order')
    .orderBy('c.slug')
    .execute()

/**
 * The current slug of a product that once had the address `slug`, and whether it is on sale; undefined where none ever
 * had it.
 */
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

/** The current slugs of categories that once had other slugs or names; keys are folded. */
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
