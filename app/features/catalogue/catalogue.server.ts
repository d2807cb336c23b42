import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { type AssessmentCard, type Category, isProductKey, type Product, type ReportOutline } from './catalogue.ts'

/** More products than a shop of this kind has. */
const MAX_PRODUCTS = 1000

/** The products that can be bought, by name, for a select. */
export const productsOnSale = (tx: Transaction<DB>): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('assessments')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_PRODUCTS)
    .execute()

/** The products on sale, with their categories. */
export const listed = (db: Kysely<DB>) =>
  db
    .selectFrom('assessments as a')
    .innerJoin('categories as c', 'c.id', 'a.category_id')
    .where('a.status', '=', 'active')
    .where('a.deleted_at', 'is', null)

export const cardColumns = [
  'a.id',
  'a.slug',
  'a.name',
  'a.type',
  'a.description_short',
  'a.image_url',
  'a.tags',
  'a.featured',
  'a.format',
  'a.duration_min',
  'a.duration_max',
  'a.base_price_clp',
  'a.least_price_clp',
  'a.allow_business',
  'a.min_seats',
  'a.max_seats',
  'a.rating_count',
  'a.rating_sum',
  'c.name as category_name',
  'c.slug as category_slug',
] as const

const productColumns = [
  ...cardColumns,
  'a.description_long',
  'a.outcomes',
  'a.audience',
  'a.questionnaire_id',
  'a.questionnaire_version',
  'a.seo_title',
  'a.seo_description',
] as const

type CardRow = Omit<AssessmentCard, 'category' | 'rating'> & {
  rating_count: number
  rating_sum: number
  category_name: string
  category_slug: string
}

export function toCard<Row extends CardRow>(found: Row) {
  const { category_name, category_slug, rating_count: count, rating_sum, ...row } = found
  return {
    ...row,
    category: { name: category_name, slug: category_slug },
    rating: count > 0 ? { mean: rating_sum / count, count } : null,
  }
}

/** The shop's own order: featured products, then the newest, unless the staff moved a product. */
export const RELEVANCE = sql`a.shop_order desc, a.id`

/** The categories on sale, in the shop's order. */
export const listCategories = (db: Kysely<DB>): Promise<Category[]> =>
  db
    .selectFrom('categories')
    .select(['name', 'slug'])
    .where('status', '=', 'active')
    .orderBy('order')
    .orderBy('name')
    .execute()

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A product on sale, by its slug or its id (spec D17). */
export async function findProduct(db: Kysely<DB>, slugOrId: string): Promise<Product | undefined> {
  const row = await listed(db)
    .select(productColumns)
    .where(eb =>
      UUID.test(slugOrId)
        ? eb.or([eb('a.slug', '=', slugOrId), eb('a.id', '=', slugOrId)])
        : eb('a.slug', '=', slugOrId),
    )
    .orderBy(eb => eb('a.slug', '=', slugOrId), 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toCard(row)
}

/** A product of any status for its page, with its status; for administrators only. */
export async function findUnlistedProduct(
  db: Kysely<DB>,
  id: string,
): Promise<{ product: Product; status: 'active' | 'draft' | 'archived' } | undefined> {
  const row = await db
    .selectFrom('assessments as a')
    .innerJoin('categories as c', 'c.id', 'a.category_id')
    .select([...productColumns, 'a.status'])
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { status, ...product } = row
  return { product: toCard(product), status }
}

/** The SEO texts of a category on sale; '' where the list's own texts are used. */
export const findCategorySeo = (
  db: Kysely<DB>,
  slug: string,
): Promise<{ seo_title: string; seo_description: string } | undefined> =>
  db
    .selectFrom('categories')
    .select(['seo_title', 'seo_description'])
    .where('slug', '=', slug)
    .where('status', '=', 'active')
    .executeTakeFirst()

/** Whether a slug belonged to a product that is archived; a draft was never on sale. */
export async function isWithdrawn(db: Kysely<DB>, slug: string): Promise<boolean> {
  if (!isProductKey(slug)) return false
  const found = await db
    .selectFrom('assessments')
    .select('id')
    .where('slug', '=', slug)
    .where(eb => eb.or([eb('status', '=', 'archived'), eb('deleted_at', 'is not', null)]))
    .executeTakeFirst()
  return found !== undefined
}

/** Up to three other products in the same category. */
export async function listRelated(db: Kysely<DB>, product: Product): Promise<AssessmentCard[]> {
  const rows = await listed(db)
    .select(cardColumns)
    .where('c.slug', '=', product.category.slug)
    .where('a.id', '!=', product.id)
    .orderBy(RELEVANCE)
    .limit(3)
    .execute()
  return rows.map(toCard)
}

/**
 * What a questionnaire's report shows, of its newest version or of the `named` one: areas, the level that each should
 * reach, and the names of the levels, lowest first.
 */
export async function findReportOutline(
  db: Kysely<DB>,
  questionnaireId: string,
  named: number | null = null,
): Promise<ReportOutline | undefined> {
  return db
    .selectFrom('questionnaire_versions')
    .select([
      sql<string[]>`jsonb_path_query_array(content, '$.sections[*].title')`.as('areas'),
      sql<number[]>`jsonb_path_query_array(content, '$.sections[*].targetLevel')`.as('targets'),
      sql<string[]>`jsonb_path_query_array(content, '$.levels[*].name')`.as('levels'),
    ])
    .where('questionnaire_id', '=', questionnaireId)
    .$if(named !== null, query => query.where('version', '=', named))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}
