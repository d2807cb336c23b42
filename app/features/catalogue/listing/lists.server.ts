import { type Expression, expressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { cardColumns, listed, RELEVANCE, toCard } from '#app/features/catalogue/catalogue.server.ts'
import type { AssessmentCard, Category, ProductType } from '#app/features/catalogue/catalogue.ts'
import { type Filters, PAGE_SIZE, SEARCH_LIMIT, type Sort, searchWords } from '#app/features/catalogue/filters.ts'
import { bandOf, isAnyPrice, type PriceRange } from '#app/features/catalogue/price-range.ts'
import { pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type Cell, durationBand, type Facets } from './facets.ts'

/** Minimum length from which a word also matches as a prefix; shorter ones only while they are still being typed. */
const SHORTEST_BEGINNING = 3

/**
 * Weights of a match: long texts, short description, tags and category, name. Lesser kinds never outweigh a higher one.
 */
const WEIGHTS = '{0.02, 0.1, 0.4, 1}'

/** The tsvector labels of names, tags and categories. */
const LABELS = 'AB'

/**
 * Matches a word or a prefix, literally or stemmed; `marks` restricts the labels. It consists of letters and digits
 * (searchWords), so it contains no operator.
 */
function wordQuery(word: string, isBeginning: boolean, marks: string): Expression<unknown> {
  const inside = marks === '' ? '' : `:${marks}`
  const asItStands = isBeginning ? `'${word}':*${marks}` : `'${word}'${inside}`
  return sql`(to_tsquery('pg_catalog.simple', ${asItStands}) || to_tsquery('pg_catalog.spanish', ${`'${word}'${inside}`}))`
}

const queriesOf = (words: readonly string[], marks = ''): Expression<unknown>[] =>
  words.map((word, index) => wordQuery(word, word.length >= SHORTEST_BEGINNING || index === words.length - 1, marks))

/** The first products of the shop's order that match all words; that order has an index to scan. */
const firstWith = (queries: readonly Expression<unknown>[]): RawBuilder<unknown> => sql`(
  select id from assessments
  where status = 'active' and deleted_at is null and search @@ (${sql.join(queries, sql` && `)})
  order by shop_order desc, id limit ${SEARCH_LIMIT})`

/**
 * A condition and a rank for products `a` that match a text; undefined where the text has no word. For a frequent word
 * only a limited number is considered, names first, so that the cost does not depend on the size of the catalogue.
 */
export function matchText(text: string): { found: Expression<SqlBool>; rank: Expression<number> } | undefined {
  const words = searchWords(text)
  if (words.length === 0) return undefined
  const queries = queriesOf(words)
  return {
    found: sql<SqlBool>`a.id in (${firstWith(queriesOf(words, LABELS))} union ${firstWith(queries)})`,
    // Any of the words: 'and' would weigh distances between them, which mean nothing across fields.
    rank: sql<number>`ts_rank(${WEIGHTS}::float4[], a.search, ${sql.join(queries, sql` || `)})`,
  }
}

/** Tags listed in the filter panel (specification 1, section 9). */
const LISTED_TAGS = 10

/** Each has its own index, so that a page costs the same in a large catalogue. */
const ORDERS: Record<Sort, Expression<unknown>> = {
  relevance: RELEVANCE,
  most_purchased: sql`a.paid_seats desc, ${RELEVANCE}`,
  best_rated: sql`a.rating_rank desc nulls last, ${RELEVANCE}`,
  duration_asc: sql`a.duration_upto, a.duration_min, ${RELEVANCE}`,
  duration_desc: sql`a.duration_upto desc, a.duration_min desc, ${RELEVANCE}`,
  price_asc: sql`a.least_price_clp, ${RELEVANCE}`,
  price_desc: sql`a.least_price_clp desc, ${RELEVANCE}`,
}

const orderOf = (filters: Filters): Expression<unknown> => {
  const match = filters.sort === 'relevance' ? matchText(filters.search) : undefined
  return match ? sql`${match.rank} desc, ${RELEVANCE}` : ORDERS[filters.sort]
}

type Tables = { a: DB['assessments']; c: DB['categories'] }

const builder = () => expressionBuilder<Tables, 'a' | 'c'>()

function withinPrice({ min, max }: PriceRange): Expression<SqlBool> {
  const eb = builder()
  return eb.and([
    ...(min === null ? [] : [eb('a.least_price_clp', '>=', pesos(min))]),
    ...(max === null ? [] : [eb('a.least_price_clp', '<=', pesos(max))]),
  ])
}

/** Search and tags: the basis of a list's cells. */
function isFound({ search, tags }: Pick<Filters, 'search' | 'tags'>): Expression<SqlBool> {
  const match = matchText(search)
  return builder().and([
    ...(match ? [match.found] : []),
    ...(tags.length > 0 ? [sql<SqlBool>`a.tags && ${tags}::text[]`] : []),
  ])
}

/** Category, duration, type and price. */
function isSelected(filters: Filters): Expression<SqlBool> {
  const eb = builder()
  const band = durationBand(filters.duration)
  return eb.and([
    ...(filters.categories.length > 0 ? [eb('c.slug', 'in', filters.categories)] : []),
    ...(band !== 0 ? [eb('a.duration_band', '=', band)] : []),
    ...(filters.type !== 'all' ? [eb('a.type', '=', filters.type)] : []),
    withinPrice(filters.price),
  ])
}

/** Whether the stored counts suffice for a list. A text, several tags and a custom price range need counting. */
const hasStoredCounts = (filters: Filters): boolean =>
  matchText(filters.search) === undefined &&
  filters.tags.length < 2 &&
  (isAnyPrice(filters.price) || bandOf(filters.price) !== undefined)

/** The cells of what search and tags find: from the stored counts where they suffice, else counted. */
export const listCells = (db: Kysely<DB>, filters: Filters): Promise<Cell[]> =>
  hasStoredCounts(filters) ? storedCells(db, filters) : countedCells(db, filters)

function storedCells(db: Kysely<DB>, { tags, price }: Filters): Promise<Cell[]> {
  const band = bandOf(price)?.band
  return db
    .selectFrom('catalogue_cells as k')
    .innerJoin('categories as c', 'c.id', 'k.category_id')
    .where('k.tag', '=', tags[0] ?? '')
    .select(['c.slug as category', 'k.type', 'k.duration_band', 'k.price_band', 'k.products'])
    .select(sql<boolean>`${band === undefined ? sql`true` : sql`k.price_band = ${band}`}`.as('in_price'))
    .execute()
}

/** The same by counting products; exported for the test that compares the two. */
export const countedCells = (db: Kysely<DB>, filters: Filters): Promise<Cell[]> =>
  listed(db)
    .where(isFound(filters))
    .select(['c.slug as category', 'a.type', 'a.duration_band', 'a.price_band'])
    .select(sql<boolean>`(${withinPrice(filters.price)})`.as('in_price'))
    .select(sql<number>`count(*)`.as('products'))
    .groupBy(sql`1, 2, 3, 4, 5`)
    .execute()

/**
 * The most used tags, with their counts under the filters of other groups. Their order and selection do not depend on
 * the filters, so that nothing shifts under the pointer.
 */
export function listTags(db: Kysely<DB>, filters: Filters): Promise<Facets['tags']> {
  const counts = hasStoredCounts({ ...filters, tags: [] })
    ? storedTagCounts(db, filters)
    : countedTagCounts(db, filters)
  return db
    .with('top', query =>
      query
        .selectFrom('catalogue_tags')
        .select(['name', 'products'])
        .orderBy('products', 'desc')
        .orderBy('name')
        .limit(LISTED_TAGS),
    )
    .with('counted', () => counts)
    .selectFrom('top')
    .leftJoin('counted', 'counted.tag', 'top.name')
    .select(['top.name', sql<number>`coalesce(counted.count, 0)`.as('count')])
    .orderBy('top.products', 'desc')
    .orderBy('top.name')
    .execute()
}

const topNames = sql<string>`(select name from top)`

function storedTagCounts(db: Kysely<DB>, filters: Filters) {
  const band = durationBand(filters.duration)
  const price = bandOf(filters.price)?.band
  return db
    .selectFrom('catalogue_cells as k')
    .innerJoin('categories as c', 'c.id', 'k.category_id')
    .where('k.tag', 'in', topNames)
    .$if(filters.categories.length > 0, query => query.where('c.slug', 'in', filters.categories))
    .$if(band !== 0, query => query.where('k.duration_band', '=', band))
    .$if(filters.type !== 'all', query => query.where('k.type', '=', typeOf(filters)))
    .$if(price !== undefined, query => query.where('k.price_band', '=', price ?? 0))
    .select(['k.tag', sql<number>`sum(k.products)`.as('count')])
    .groupBy('k.tag')
}

const typeOf = ({ type }: Filters): ProductType => (type === 'workshop' ? 'workshop' : 'assessment')

function countedTagCounts(db: Kysely<DB>, filters: Filters) {
  return listed(db)
    .innerJoinLateral(sql<{ name: string }>`(select distinct unnest(a.tags) as name)`.as<'t'>(sql`t`), join =>
      join.onTrue(),
    )
    .where(isFound({ search: filters.search, tags: [] }))
    .where(isSelected(filters))
    .where('t.name', 'in', topNames)
    .select(['t.name as tag', sql<number>`count(*)`.as('count')])
    .groupBy('t.name')
}

/** The products on one page of a list. */
export async function listPage(db: Kysely<DB>, filters: Filters, page: number): Promise<AssessmentCard[]> {
  const rows = await listed(db)
    .where(isFound(filters))
    .where(isSelected(filters))
    .select(cardColumns)
    .orderBy(orderOf(filters))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  // Products of one category share its object: a page's data holds it once.
  const categories = new Map<string, Category>()
  return rows.map(toCard).map(card => {
    const category = categories.get(card.category.slug) ?? card.category
    categories.set(category.slug, category)
    return { ...card, category }
  })
}
