import { type Kysely, sql } from 'kysely'
import { listCategories, listed, RELEVANCE } from '#app/features/catalogue/catalogue.server.ts'
import { type Category, fold, leastPriceText, type ProductPage } from '#app/features/catalogue/catalogue.ts'
import {
  countActiveFilters,
  type Filters,
  NO_FILTERS,
  PAGE_SIZE,
  searchWords,
} from '#app/features/catalogue/filters.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { countCells, type Facets } from './facets.ts'
import { listCells, listPage, listTags, matchText } from './lists.server.ts'
import { type Candidate, type Correction, correct } from './spelling.ts'
import { type Suggestions, suggestionText } from './suggestions.ts'

/** Words of the shop that are compared with each typed word. */
const CANDIDATES = 12

/** The likely correction of a text without results, from the words in the shop. */
async function findCorrection(db: Kysely<DB>, text: string): Promise<Correction | undefined> {
  const unknown = await listUnknown(db, searchWords(text))
  return unknown.length === 0 ? undefined : correct(text, unknown, await listCandidates(db, unknown))
}

/** The words that no product contains. */
async function listUnknown(db: Kysely<DB>, words: readonly string[]): Promise<string[]> {
  const known = words.map(word => {
    const match = matchText(word)
    return sql<boolean>`exists (${listed(db)
      .select(sql`1`.as('one'))
      .where(match?.found ?? sql<boolean>`true`)})`
  })
  const { rows } = await sql<{ known: boolean[] }>`select array[${sql.join(known)}] as known`.execute(db)
  return words.filter((_, index) => rows[0]?.known[index] === false)
}

async function listCandidates(db: Kysely<DB>, words: readonly string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select typed.input, s.word, s.sound, s.input_sound, s.products
    from unnest(${words}::text[]) typed (input) cross join lateral private.similar_words(typed.input, ${CANDIDATES}) s`.execute(
    db,
  )
  return rows
}

/** A corrected text: shown at once when certain, else suggested. `total` products match it. */
export type Spelling = { text: string; shown: boolean; total: number }

export type Browsed = {
  list: ProductPage
  facets: Facets
  spelling: Spelling | undefined
  /** When nothing was found: how many the same search finds without filters. */
  unfiltered: number
}

/** A filtered list; a page beyond the last shows the last. Two database round trips where something is found. */
export async function browse(db: Kysely<DB>, filters: Filters, categories: readonly Category[]): Promise<Browsed> {
  const found = await browseText(db, filters, categories)
  if (found.list.total > 0) return { ...found, spelling: undefined, unfiltered: 0 }
  const plain = { ...NO_FILTERS, search: filters.search }
  const unfiltered = countActiveFilters(filters) > 0 ? await countText(db, plain, categories) : 0
  const correction =
    unfiltered > 0 || searchWords(filters.search).length === 0 ? undefined : await findCorrection(db, filters.search)
  if (!correction) return { ...found, spelling: undefined, unfiltered }
  if (correction.sure) {
    const corrected = await browseText(db, { ...filters, search: correction.text }, categories)
    if (corrected.list.total > 0) {
      return {
        ...corrected,
        spelling: { text: correction.text, shown: true, total: corrected.list.total },
        unfiltered: 0,
      }
    }
  }
  const total = await countText(db, { ...plain, search: correction.text }, categories)
  return { ...found, spelling: total > 0 ? { text: correction.text, shown: false, total } : undefined, unfiltered: 0 }
}

async function countText(db: Kysely<DB>, filters: Filters, categories: readonly Category[]): Promise<number> {
  return countCells(await listCells(db, filters), filters, categories).total
}

async function browseText(
  db: Kysely<DB>,
  filters: Filters,
  categories: readonly Category[],
): Promise<Pick<Browsed, 'list' | 'facets'>> {
  const [cells, tags, requested] = await Promise.all([
    listCells(db, filters),
    listTags(db, filters),
    listPage(db, filters, filters.page),
  ])
  const { total, ...counts } = countCells(cells, filters, categories)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const page = Math.min(filters.page, pages)
  const cards = page === filters.page ? requested : await listPage(db, filters, page)
  return { list: { cards, total, page, pages }, facets: { ...counts, tags } }
}

const MAX_PRODUCTS = 5
const MAX_CATEGORIES = 3
/** Maximum ranked matches: two letters may be a prefix in every product, and typing continues anyway. */
const MAX_RANKED = 1_000

const NOTHING: Suggestions = { products: [], categories: [], correction: null }

/** Products and categories for a partially typed text. */
export async function suggest(db: Kysely<DB>, typed: string): Promise<Suggestions> {
  const text = suggestionText(typed)
  if (text === undefined || searchWords(text).length === 0) return NOTHING
  const found = await suggestFor(db, text)
  if (found.products.length > 0 || found.categories.length > 0) return found
  const correction = await findCorrection(db, text)
  return correction ? { ...(await suggestFor(db, correction.text)), correction: correction.text } : NOTHING
}

async function suggestFor(db: Kysely<DB>, text: string): Promise<Suggestions> {
  const [products, categories] = await Promise.all([suggestProducts(db, text), listCategories(db)])
  const words = searchWords(text)
  const named = categories.filter(({ name }) => {
    const parts = fold(name).split(' ')
    return words.every(word => parts.some(part => part.startsWith(word)))
  })
  return { products, categories: named.slice(0, MAX_CATEGORIES).map(({ name }) => ({ name })), correction: null }
}

async function suggestProducts(db: Kysely<DB>, text: string): Promise<Suggestions['products']> {
  const match = matchText(text)
  if (!match) return []
  const matches = listed(db)
    .where(match.found)
    .select(['a.id', 'a.slug', 'a.name', 'a.least_price_clp', 'a.min_seats', 'a.shop_order', 'a.search'])
    .select(['a.allow_business', 'c.name as category'])
    .limit(MAX_RANKED)
  const rows = await db
    .selectFrom(matches.as('a'))
    .select(['a.slug', 'a.name', 'a.least_price_clp', 'a.min_seats', 'a.allow_business', 'a.category'])
    .orderBy(sql`${match.rank} desc, ${RELEVANCE}`)
    .limit(MAX_PRODUCTS)
    .execute()
  return rows.map(({ least_price_clp, min_seats, allow_business, ...row }) => ({
    ...row,
    price: leastPriceText({ least_price_clp, min_seats, allow_business }),
  }))
}
