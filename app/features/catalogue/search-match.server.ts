import { type Expression, type SqlBool, sql } from 'kysely'
import { searchWords } from './filters.ts'

/** From this length on, a word also finds the words that it begins; shorter ones only where they are still being typed. */
const SHORTEST_BEGINNING = 3

/** How much a hit weighs: long texts, short description, tags and category, name. However many of a lesser kind, they weigh less. */
const WEIGHTS = '{0.02, 0.1, 0.4, 1}'

// A word has letters and figures only (searchWords), so no sign in it is read as an operator.
const wordQuery = (word: string, isBeginning: boolean): Expression<unknown> =>
  sql`(to_tsquery('pg_catalog.simple', ${`'${word}'${isBeginning ? ':*' : ''}`}) || plainto_tsquery('pg_catalog.spanish', ${word}))`

/** A condition that products `a` have the words of a text, and how well; undefined where the text has no word. */
export function matchText(text: string): { found: Expression<SqlBool>; rank: Expression<number> } | undefined {
  const words = searchWords(text)
  if (words.length === 0) return undefined
  const queries = words.map((word, index) =>
    wordQuery(word, word.length >= SHORTEST_BEGINNING || index === words.length - 1),
  )
  return {
    found: sql<SqlBool>`a.search @@ (${sql.join(queries, sql` && `)})`,
    // Any of the words: distances between them, which 'and' would weigh, say nothing across fields.
    rank: sql<number>`ts_rank(${WEIGHTS}::float4[], a.search, ${sql.join(queries, sql` || `)})`,
  }
}
