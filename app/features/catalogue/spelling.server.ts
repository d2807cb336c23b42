import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { listed } from './catalogue.db.server.ts'
import { searchWords } from './filters.ts'
import { matchText } from './search-match.server.ts'
import { type Candidate, type Correction, correct } from './spelling.ts'

/** Words of the shop that are looked at for each word of a text. */
const CANDIDATES = 12

/** What a text that finds nothing may have been meant to be, by the words that the shop uses. */
export async function findCorrection(db: Kysely<DB>, text: string): Promise<Correction | undefined> {
  const unknown = await listUnknown(db, searchWords(text))
  return unknown.length === 0 ? undefined : correct(text, unknown, await listCandidates(db, unknown))
}

/** The words that no product has. */
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
    select g.given, s.word, s.sound, s.given_sound, s.products
    from unnest(${words}::text[]) g (given) cross join lateral private.similar_words(g.given, ${CANDIDATES}) s`.execute(
    db,
  )
  return rows
}
