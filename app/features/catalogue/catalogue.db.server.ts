import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import {
  type AssessmentCard,
  type Category,
  type Facets,
  isProductKey,
  type Product,
  type ProductPage,
} from './catalogue.ts'
import { durationBounds, type Filters, PAGE_SIZE, type Sort, searchWords } from './filters.ts'

type Tables = { a: DB['assessments']; c: DB['categories'] }

/** Tags that the filter panel lists (specification 1, section 9). */
const LISTED_TAGS = 10

const upperBound = sql<number>`coalesce(a.duration_max, a.duration_min)`

/** Folding in SQL as `fold` does it for what people type; it needs no extension and no locale of the server's. */
const folded = (text: Expression<string>) =>
  sql<string>`lower(translate(normalize(${text}, NFC), 'ÁÀÄÂÃÉÈËÊÍÌÏÎÓÒÖÔÕÚÙÜÛÑÇáàäâãéèëêíìïîóòöôõúùüûñç', 'AAAAAEEEEIIIIOOOOOUUUUNCaaaaaeeeeiiiiooooouuuunc'))`

const haystack = folded(
  sql<string>`a.name || ' ' || a.description_short || ' ' || array_to_string(a.tags, ' ') || ' ' || c.name`,
)

const listed = (db: Kysely<DB>) =>
  db
    .selectFrom('assessments as a')
    .innerJoin('categories as c', 'c.id', 'a.category_id')
    .where('a.status', '=', 'active')
    .where('a.deleted_at', 'is', null)

const cardColumns = [
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
  'a.allow_business',
  'a.min_seats',
  'a.max_seats',
  'a.rating_count',
  'a.rating_sum',
  'c.name as category_name',
  'c.slug as category_slug',
] as const

type CardRow = Omit<AssessmentCard, 'category' | 'base_price_clp' | 'rating'> & {
  base_price_clp: number
  rating_count: number
  rating_sum: number
  category_name: string
  category_slug: string
}

function toCard<Row extends CardRow>(found: Row) {
  const { category_name, category_slug, base_price_clp, rating_count: count, rating_sum, ...row } = found
  return {
    ...row,
    base_price_clp: pesos(base_price_clp),
    category: { name: category_name, slug: category_slug },
    rating: count > 0 ? { mean: rating_sum / count, count } : null,
  }
}

/** Whether a product passes the filters; one group can be left out, to count what its other values would show. */
function passes(filters: Filters, except?: 'categories' | 'tags'): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'a' | 'c'>()
  const bounds = durationBounds(filters.duration)
  // A word has no sign that `like` reads as a pattern (searchWords).
  const conditions: Expression<SqlBool>[] = searchWords(filters.search).map(
    word => sql<SqlBool>`${haystack} like ${`%${word}%`}`,
  )
  if (bounds) conditions.push(eb(upperBound, '>', bounds.over))
  if (bounds && Number.isFinite(bounds.upTo)) conditions.push(eb(upperBound, '<=', bounds.upTo))
  if (filters.type !== 'all') conditions.push(eb('a.type', '=', filters.type))
  if (except !== 'categories' && filters.categories.length > 0) conditions.push(eb('c.slug', 'in', filters.categories))
  if (except !== 'tags' && filters.tags.length > 0) conditions.push(sql<SqlBool>`a.tags && ${filters.tags}::text[]`)
  return eb.and(conditions)
}

const RELEVANCE = sql`a.featured desc, a.created_at desc, a.id`

const ORDERS: Record<Sort, Expression<unknown>> = {
  relevance: RELEVANCE,
  most_purchased: sql`a.paid_seats desc, ${RELEVANCE}`,
  best_rated: sql`a.rating_rank desc nulls last, ${RELEVANCE}`,
  duration_asc: sql`${upperBound}, a.duration_min, ${RELEVANCE}`,
  duration_desc: sql`${upperBound} desc, a.duration_min desc, ${RELEVANCE}`,
  price_asc: sql`a.base_price_clp, ${RELEVANCE}`,
  price_desc: sql`a.base_price_clp desc, ${RELEVANCE}`,
}

/** The categories on sale, in the shop's order. */
export const listCategories = (db: Kysely<DB>): Promise<Category[]> =>
  db
    .selectFrom('categories')
    .select(['name', 'slug'])
    .where('status', '=', 'active')
    .orderBy('order')
    .orderBy('name')
    .execute()

/** One page of the products that pass the filters; a page beyond the last one is the last one. */
export async function listProducts(db: Kysely<DB>, filters: Filters): Promise<ProductPage> {
  const { total } = await listed(db)
    .where(passes(filters))
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const page = Math.min(filters.page, pages)
  const rows = await listed(db)
    .where(passes(filters))
    .select(cardColumns)
    .orderBy(ORDERS[filters.sort])
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  return { cards: rows.map(toCard), total, page, pages }
}

/** What the filter panel offers: every category, and the most used tags, each with its count beside the other filters. */
export async function listFacets(db: Kysely<DB>, filters: Filters): Promise<Facets> {
  const [categories, tags] = await Promise.all([
    db
      .selectFrom('categories as c')
      .leftJoin('assessments as a', join =>
        join.onRef('a.category_id', '=', 'c.id').on('a.status', '=', 'active').on('a.deleted_at', 'is', null),
      )
      .where('c.status', '=', 'active')
      .select([
        'c.name',
        'c.slug',
        sql<number>`count(a.id) filter (where ${passes(filters, 'categories')})`.as('count'),
      ])
      .groupBy('c.id')
      .orderBy('c.order')
      .orderBy('c.name')
      .execute(),
    listed(db)
      .innerJoinLateral(sql<{ name: string }>`unnest(a.tags)`.as<'t'>(sql`t(name)`), join => join.onTrue())
      .select(['t.name', sql<number>`count(*) filter (where ${passes(filters, 'tags')})`.as('count')])
      .groupBy('t.name')
      // The order and the choice do not depend on the filters, so that nothing jumps under the pointer.
      .orderBy(sql`count(*)`, 'desc')
      .orderBy('t.name')
      .limit(LISTED_TAGS)
      .execute(),
  ])
  return { categories, tags }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A product on sale, by its slug or its id (decision 17). */
export async function findProduct(db: Kysely<DB>, slugOrId: string): Promise<Product | undefined> {
  const row = await listed(db)
    .select([...cardColumns, 'a.description_long', 'a.outcomes', 'a.audience', 'a.questionnaire_id'])
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

/** Whether a slug was a product's that the shop has taken off its shelves for good; a draft never was on them. */
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

/** Up to three other products of the same category. */
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

/** The areas that a questionnaire reports on and the names of its levels, lowest first; of its newest version. */
export async function findReportOutline(
  db: Kysely<DB>,
  questionnaireId: string,
): Promise<{ areas: string[]; levels: string[] } | undefined> {
  return db
    .selectFrom('questionnaire_versions')
    .select([
      sql<string[]>`jsonb_path_query_array(content, '$.sections[*].title')`.as('areas'),
      sql<string[]>`jsonb_path_query_array(content, '$.levels[*].name')`.as('levels'),
    ])
    .where('questionnaire_id', '=', questionnaireId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}
