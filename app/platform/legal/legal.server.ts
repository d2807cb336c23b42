import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { refreshTexts } from '#app/platform/texts/texts.server.ts'
import { fillLegal, type LegalDocument, placeholderValues, RELEASED_LEGAL } from './legal.ts'
import { type LegalKey, legalContentSchema } from './legal-schema.ts'

/** A legal text of the release was changed under a version that was published; the message names it. */
class LegalTextError extends Error {}

/**
 * Publishes the legal texts of the release, so that each stays readable when a later one follows. A text that was
 * published from the back office is no longer overwritten by releases.
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
  const added = ours.filter(({ key, version }) => !known.some(row => row.key === key && row.version === version))
  if (added.length === 0) return
  // Earlier versions are shown with the values stored here. They come from the settings, which the start has not read
  // yet.
  await refreshTexts(db)
  const placeholder_values = storableJson(placeholderValues())
  await db
    .insertInto('legal_versions')
    .values(
      added.map(({ key, version, asksAgain, content }) => ({
        key,
        version,
        asks_again: asksAgain,
        content: storableJson(content),
        placeholder_values,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const storedValues = z.record(z.string(), z.string())

/**
 * One version of a legal text: the newest with current data, an earlier one with its last stored data. It is public and
 * needs no actor.
 */
export async function findLegalVersion(
  db: Kysely<DB>,
  key: LegalKey,
  version: number,
): Promise<(LegalDocument & { publishedAt: Date }) | undefined> {
  const row = await db
    .selectFrom('legal_versions as shown')
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('legal_versions as later')
          .select('later.placeholder_values')
          .whereRef('later.key', '=', 'shown.key')
          .whereRef('later.version', '>', 'shown.version')
          .orderBy('later.version')
          .limit(1)
          .as('next'),
      join => join.onTrue(),
    )
    .select(['shown.content', 'shown.published_at', 'next.placeholder_values'])
    .where('shown.key', '=', key)
    .where('shown.version', '=', version)
    .executeTakeFirst()
  const content = legalContentSchema.safeParse(row?.content)
  if (!row || !content.success) return undefined
  const then = storedValues.safeParse(row.placeholder_values)
  return {
    ...fillLegal(key, version, content.data, then.success ? then.data : undefined),
    publishedAt: row.published_at,
  }
}
