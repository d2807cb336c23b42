import type { Kysely } from 'kysely'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { deleteEventsBefore } from './analytics.db.server.ts'

/** Months that an event is kept, as the notice on measuring says: enough to compare with the same month of last year. */
export const RETENTION_MONTHS = 14
/** Rows of one statement: it holds no lock for long, however many there are. */
const MOST_AT_ONCE = 5_000

/** Removes events that are older than the notice allows. @returns how many it removed; while that is not 0 there may be more. */
export function purgeEvents(db: Kysely<DB>, now: Date): Promise<number> {
  const oldest = new Date(now)
  oldest.setUTCMonth(oldest.getUTCMonth() - RETENTION_MONTHS)
  return asActor(db, SYSTEM, tx => deleteEventsBefore(tx, oldest, MOST_AT_ONCE))
}
