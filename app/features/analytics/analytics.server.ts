import type { Kysely, Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

export type EventRow = {
  created_at: Date
  session_id: string
  event_type: string
  event_data: Record<string, unknown>
  page_url: string
  referrer: string | null
  user_agent: string | null
  notice_version: number
}

/** Adds events, all in one statement. The database sets the user itself, and the writer may not read the rows. */
export async function insertEvents(tx: Transaction<DB>, rows: readonly EventRow[]): Promise<void> {
  await tx
    .insertInto('analytics_events')
    .values(rows.map(row => ({ ...row, event_data: storableJson(row.event_data) })))
    .execute()
}

/** Removes at most `limit` events from before a moment. @returns how many. */
async function deleteEventsBefore(tx: Transaction<DB>, moment: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('analytics_events').select('id').where('created_at', '<', moment).limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('analytics_events').where('id', 'in', old).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Months that an event is stored, as the notice on measuring states: enough to compare with the same month of last
 * year.
 */
export const RETENTION_MONTHS = 14
/** Rows per statement, so that no statement holds its locks for long. */
const MAX_AT_ONCE = 5_000

/** Removes events that are older than the notice allows. @returns how many it removed; while that is not 0 there may be more. */
export function purgeEvents(db: Kysely<DB>, now: Date): Promise<number> {
  const oldest = new Date(now)
  oldest.setUTCMonth(oldest.getUTCMonth() - RETENTION_MONTHS)
  return asActor(db, SYSTEM, tx => deleteEventsBefore(tx, oldest, MAX_AT_ONCE))
}
