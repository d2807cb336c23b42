import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { cardColumns, listed, RELEVANCE, toCard } from './catalogue.db.server.ts'
import type { AssessmentCard, ProductType } from './catalogue.ts'
import { type Cell, durationBand, type Facets } from './facets.ts'
import { type Filters, PAGE_SIZE, type Sort } from './filters.ts'
import { bandOf, isAnyPrice, type PriceRange } from './price-range.ts'
import { matchText } from './search-match.server.ts'

/** Tags that the filter panel lists (specification 1, section 9). */
const LISTED_TAGS = 10

/** Each has an index of its own (0012_search.sql, 0013_reviews.sql), so that a page costs the same in a large catalogue. */
const ORDERS: Record<Sort, Expression<unknown>> = {
  relevance: RELEVANCE,
  most_purchased: sql`a.paid_seats desc, ${RELEVANCE}`,
  best_rated: sql`a.rating_rank desc nulls last, ${RELEVANCE}`,
  duration_asc: sql`a.duration_upto, a.duration_min, ${RELEVANCE}`,
  duration_desc: sql`a.duration_upto desc, a.duration_min desc, ${RELEVANCE}`,
  price_asc: sql`a.base_price_clp, ${RELEVANCE}`,
  price_desc: sql`a.base_price_clp desc, ${RELEVANCE}`,
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
    ...(min === null ? [] : [eb('a.base_price_clp', '>=', min)]),
    ...(max === null ? [] : [eb('a.base_price_clp', '<=', max)]),
  ])
}

/** Search and tags: what a list's cells are made of. */
function isFound({ search, tags }: Pick<Filters, 'search' | 'tags'>): Expression<SqlBool> {
  const match = matchText(search)
  return builder().and([
    ...(match ? [match.found] : []),
    ...(tags.length > 0 ? [sql<SqlBool>`a.tags && ${tags}::text[]`] : []),
  ])
}

/** Category, duration, type and price. */
function isChosen(filters: Filters): Expression<SqlBool> {
  const eb = builder()
  const band = durationBand(filters.duration)
  return eb.and([
    ...(filters.categories.length > 0 ? [eb('c.slug', 'in', filters.categories)] : []),
    ...(band !== 0 ? [eb('a.duration_band', '=', band)] : []),
    ...(filters.type !== 'all' ? [eb('a.type', '=', filters.type)] : []),
    withinPrice(filters.price),
  ])
}

/**
 * Whether the counts that the database keeps say all about a list. A text, several tags together and a range of somebody's own have to
 * be counted among the products.
 */
const isKept = (filters: Filters): boolean =>
  matchText(filters.search) === undefined &&
  filters.tags.length < 2 &&
  (isAnyPrice(filters.price) || bandOf(filters.price) !== undefined)

/** The cells of what search and tags find: from the kept counts where they say it, else counted. */
export const listCells = (db: Kysely<DB>, filters: Filters): Promise<Cell[]> =>
  isKept(filters) ? keptCells(db, filters) : countedCells(db, filters)

function keptCells(db: Kysely<DB>, { tags, price }: Filters): Promise<Cell[]> {
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
 * The most used tags, with what each would show beside the filters of other groups. Their order and choice do not depend on the filters, so
 * that nothing jumps under the pointer.
 */
export function listTags(db: Kysely<DB>, filters: Filters): Promise<Facets['tags']> {
  const counts = isKept({ ...filters, tags: [] }) ? keptTagCounts(db, filters) : countedTagCounts(db, filters)
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

function keptTagCounts(db: Kysely<DB>, filters: Filters) {
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
    .where(isChosen(filters))
    .where('t.name', 'in', topNames)
    .select(['t.name as tag', sql<number>`count(*)`.as('count')])
    .groupBy('t.name')
}

/** The products on one page of a list. */
export async function listPage(db: Kysely<DB>, filters: Filters, page: number): Promise<AssessmentCard[]> {
  const rows = await listed(db)
    .where(isFound(filters))
    .where(isChosen(filters))
    .select(cardColumns)
    .orderBy(orderOf(filters))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  return rows.map(toCard)
}
