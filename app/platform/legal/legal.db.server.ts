import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { type LegalKey, legalContentSchema } from './legal.schema.ts'
import { fillLegal, type LegalDocument, RELEASED_LEGAL } from './legal.ts'

/** A legal text of the release was changed under a version that was published; the message names it. */
class LegalTextError extends Error {}

/**
 * Publishes the legal texts of the release, so that each stays readable when a later one follows. A text that was published from the
 * back office is the back office's from then on.
 * @param db works as the owner.
 * @throws LegalTextError when a version has another content today than when it was published.
 */
export async function publishReleasedLegal(db: Kysely<DB>, released = RELEASED_LEGAL): Promise<void> {
  const known = await db.selectFrom('legal_versions').select(['key', 'version', 'content', 'published_by']).execute()
  const own = new Set(known.filter(row => row.published_by !== null).map(row => row.key))
  const ours = released.filter(({ key }) => !own.has(key))
  const changed = ours.find(({ key, version, content }) => {
    const stored = known.find(row => row.key === key && row.version === version)
    return stored !== undefined && !isDeepStrictEqual(stored.content, content)
  })
  if (changed) {
    throw new LegalTextError(
      `Legal text ${changed.key} version ${changed.version} was published with another content; raise its version`,
    )
  }
  if (ours.length === 0) return
  await db
    .insertInto('legal_versions')
    .values(ours.map(({ key, version, content }) => ({ key, version, content: JSON.stringify(content) })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** One version of a legal text; it is nobody's data and needs no actor. */
export async function findLegalVersion(
  db: Kysely<DB>,
  key: LegalKey,
  version: number,
): Promise<(LegalDocument & { publishedAt: Date }) | undefined> {
  const row = await db
    .selectFrom('legal_versions')
    .select(['content', 'published_at'])
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()
  const content = legalContentSchema.safeParse(row?.content)
  return row && content.success
    ? { ...fillLegal(key, version, content.data), publishedAt: row.published_at }
    : undefined
}
