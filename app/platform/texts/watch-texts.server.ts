import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { describeError, type Log } from '#app/platform/log/log.server.ts'
import { refreshTexts } from './texts.db.server.ts'

/** What the database tells when a text is changed (0038_content_admin.sql). */
const CHANNEL = 'alhena_texts'

/**
 * Reads this process' texts from the database, and keeps them those of the database.
 * @returns what is to be called whenever any process changes one, by channel.
 */
export async function watchTexts({ db, log }: { db: Kysely<DB>; log: Log }): Promise<Record<string, () => void>> {
  await refreshTexts(db)
  return {
    // After an outage it is told once more, so a reading that failed in one is made up for.
    [CHANNEL]: () => void refreshTexts(db).catch(error => log.warn('texts_not_read', describeError(error))),
  }
}
