import { type Kysely, sql } from 'kysely'
import { formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { listCategories, listed, RELEVANCE } from './catalogue.db.server.ts'
import { fold } from './catalogue.ts'
import { searchWords } from './filters.ts'
import { matchText } from './search-match.server.ts'
import { findCorrection } from './spelling.server.ts'
import { type Suggestions, suggestionText } from './suggestions.ts'

const MOST_PRODUCTS = 5
const MOST_CATEGORIES = 3
/** Matches that are ranked: two letters may begin a word of every product, and whoever typed them goes on typing. */
const MOST_RANKED = 1_000

const NOTHING: Suggestions = { products: [], categories: [], meant: null }

/** Products and categories for a text that is still being typed. */
export async function suggest(db: Kysely<DB>, typed: string): Promise<Suggestions> {
  const text = suggestionText(typed)
  if (text === undefined || searchWords(text).length === 0) return NOTHING
  const found = await suggestFor(db, text)
  if (found.products.length > 0 || found.categories.length > 0) return found
  const correction = await findCorrection(db, text)
  return correction ? { ...(await suggestFor(db, correction.text)), meant: correction.text } : NOTHING
}

async function suggestFor(db: Kysely<DB>, text: string): Promise<Suggestions> {
  const [products, categories] = await Promise.all([suggestProducts(db, text), listCategories(db)])
  const words = searchWords(text)
  const named = categories.filter(({ name }) => {
    const parts = fold(name).split(' ')
    return words.every(word => parts.some(part => part.startsWith(word)))
  })
  return { products, categories: named.slice(0, MOST_CATEGORIES).map(({ name }) => ({ name })), meant: null }
}

async function suggestProducts(db: Kysely<DB>, text: string): Promise<Suggestions['products']> {
  const match = matchText(text)
  if (!match) return []
  const matches = listed(db)
    .where(match.found)
    .select(['a.id', 'a.slug', 'a.name', 'a.base_price_clp', 'a.shop_order', 'a.search'])
    .select(['a.allow_business', 'c.name as category'])
    .limit(MOST_RANKED)
  const rows = await db
    .selectFrom(matches.as('a'))
    .select(['a.slug', 'a.name', 'a.base_price_clp', 'a.allow_business', 'a.category'])
    .orderBy(sql`${match.rank} desc, ${RELEVANCE}`)
    .limit(MOST_PRODUCTS)
    .execute()
  return rows.map(({ base_price_clp, allow_business, ...row }) => ({
    ...row,
    price: `${allow_business ? 'Desde ' : ''}${formatPesos(pesos(base_price_clp))}`,
  }))
}
