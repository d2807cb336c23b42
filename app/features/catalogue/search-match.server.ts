import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { SEARCH_LIMIT, searchWords } from './filters.ts'

/** From this length on, a word also finds the words that it begins; shorter ones only where they are still being typed. */
const SHORTEST_BEGINNING = 3

/** How much a hit weighs: long texts, short description, tags and category, name. However many of a lesser kind, they weigh less. */
const WEIGHTS = '{0.02, 0.1, 0.4, 1}'

/** What names, tags and categories are marked with in a product's search document. */
const LABELS = 'AB'

/**
 * The word or what it begins, as it stands or by its stem; `marks` narrows where. It has letters and figures only (searchWords), so no
 * sign in it is read as an operator.
 */
function wordQuery(word: string, isBeginning: boolean, marks: string): Expression<unknown> {
  const inside = marks === '' ? '' : `:${marks}`
  const asItStands = isBeginning ? `'${word}':*${marks}` : `'${word}'${inside}`
  return sql`(to_tsquery('pg_catalog.simple', ${asItStands}) || to_tsquery('pg_catalog.spanish', ${`'${word}'${inside}`}))`
}

const queriesOf = (words: readonly string[], marks = ''): Expression<unknown>[] =>
  words.map((word, index) => wordQuery(word, word.length >= SHORTEST_BEGINNING || index === words.length - 1, marks))

/** The first products of the shop's own order that have all words; that order has an index to read along. */
const firstWith = (queries: readonly Expression<unknown>[]): RawBuilder<unknown> => sql`(
  select id from assessments
  where status = 'active' and deleted_at is null and search @@ (${sql.join(queries, sql` && `)})
  order by shop_order desc, id limit ${SEARCH_LIMIT})`

/**
 * A condition that products `a` have the words of a text, and how well; undefined where the text has no word. Where a word is
 * everywhere, only so many take part that the cost stays the same in any catalogue: those that are called so first.
 */
export function matchText(text: string): { found: Expression<SqlBool>; rank: Expression<number> } | undefined {
  const words = searchWords(text)
  if (words.length === 0) return undefined
  const queries = queriesOf(words)
  return {
    found: sql<SqlBool>`a.id in (${firstWith(queriesOf(words, LABELS))} union ${firstWith(queries)})`,
    // Any of the words: distances between them, which 'and' would weigh, say nothing across fields.
    rank: sql<number>`ts_rank(${WEIGHTS}::float4[], a.search, ${sql.join(queries, sql` || `)})`,
  }
}
