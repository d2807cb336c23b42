import { type Kysely, sql } from 'kysely'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/**
 * Deletes expired sessions, used one-time tokens, attempt counters, and audit entries written about an account while it
 * was being deleted.
 * @returns 0: one call does all there is.
 */
export async function purgeExpired(db: Kysely<DB>, now: Date): Promise<number> {
  await asActor(db, SYSTEM, tx => sql`select private.purge_expired(${now})`.execute(tx))
  await asActor(db, SYSTEM, tx => sql`select private.forget_late_audit(${now})`.execute(tx))
  return 0
}
