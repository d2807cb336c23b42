import type { Kysely } from 'kysely'
import { listenTo } from '#app/platform/database/listen.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { describeError, type Log } from '#app/platform/log/log.server.ts'
import { refreshTexts } from './texts.db.server.ts'

/** What the database tells when a text is changed (0038_content_admin.sql). */
const CHANNEL = 'alhena_texts'

/**
 * Keeps this process' texts those of the database: reads them once, and again whenever any process changes one.
 * @param address of the database.
 * @returns how to stop.
 */
export async function watchTexts(given: { db: Kysely<DB>; address: string; log: Log }): Promise<() => Promise<void>> {
  const { db, address, log } = given
  await refreshTexts(db)
  // After an outage it is told once more, so a reading that failed in one is made up for.
  const listening = listenTo(address, CHANNEL, () => {
    refreshTexts(db).catch(error => log.warn('texts_not_read', describeError(error)))
  })
  return () => listening.close()
}
