import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { describeError, type Log } from '#app/platform/log/log.server.ts'
import { type LiveTexts, madeOfTexts, replaceLiveTexts } from './live-texts.ts'

/** The name of the row with the storefront's texts. */
export const SHOP_KEY = 'storefront'

/** Reads all overriding texts; they are public and need no actor. */
async function readTexts(db: Kysely<DB>): Promise<LiveTexts> {
  const [overrides, legal] = await Promise.all([
    db.selectFrom('text_overrides').select(['kind', 'key', 'content']).execute(),
    db
      .selectFrom('legal_versions')
      .distinctOn('key')
      .select(['key', 'version', 'published_at', 'content'])
      // The oldest version that is known means the same as those that changed no meaning.
      .select(
        sql<number>`coalesce(max(version) filter (where asks_again) over (partition by key), min(version) over (partition by key))`.as(
          'consent_since',
        ),
      )
      .orderBy('key')
      .orderBy('version', 'desc')
      .execute(),
  ])
  return {
    shop: overrides.find(({ kind, key }) => kind === 'shop' && key === SHOP_KEY)?.content,
    mails: new Map(overrides.filter(({ kind }) => kind === 'mail').map(({ key, content }) => [key, content])),
    settings: new Map(overrides.filter(({ kind }) => kind === 'setting').map(({ key, content }) => [key, content])),
    legal: new Map(
      legal.map(({ key, version, published_at, content, consent_since }) => [
        key,
        { version, publishedAt: published_at, content, consentSince: consent_since },
      ]),
    ),
  }
}

let running: Promise<unknown> = Promise.resolve()

const currentTexts = madeOfTexts(texts => texts)

/**
 * Reloads the texts, one load at a time, so that an older result never comes last. Unchanged ones invalidate nothing
 * that was derived from them.
 */
export function refreshTexts(db: Kysely<DB>): Promise<void> {
  const mine = running.then(
    () => readTexts(db),
    () => readTexts(db),
  )
  running = mine
  return mine.then(texts => {
    if (!isDeepStrictEqual(texts, currentTexts())) replaceLiveTexts(texts)
  })
}

/** The channel that the database notifies when a text is changed (db/schema/15-content.sql). */
const CHANNEL = 'alhena_texts'

/**
 * Reads the texts from the database and keeps this process's copy up to date.
 * @returns what is to be called whenever any process changes one, by channel.
 */
export async function watchTexts({ db, log }: { db: Kysely<DB>; log: Log }): Promise<Record<string, () => void>> {
  await refreshTexts(db)
  return {
    // The listener also calls this after an outage, so a read that failed during one is repeated.
    [CHANNEL]: () => void refreshTexts(db).catch(error => log.warn('texts_not_read', describeError(error))),
  }
}
