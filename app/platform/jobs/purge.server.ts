import { type Kysely, sql } from 'kysely'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/**
 * Removes ended sessions, used-up one-time tokens, counted tries, and what the audit log was told of an account while that was deleted.
 * @returns 0, so that the worker waits for the next round whatever was found.
 */
export async function purgeExpired(db: Kysely<DB>, now: Date): Promise<number> {
  await asActor(db, SYSTEM, tx => sql`select private.purge_expired(${now})`.execute(tx))
  await asActor(db, SYSTEM, tx => sql`select private.forget_late_audit(${now})`.execute(tx))
  return 0
}
