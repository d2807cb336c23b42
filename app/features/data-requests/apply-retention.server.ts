import { type Kysely, sql } from 'kysely'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { privacySettings } from '#app/platform/texts/privacy-settings.ts'

/** Accesses that one call erases. */
const BATCH = 100
/** Years that answered requests are kept as proof: an infringement can be pursued for four (Ley 19.628, article 40). */
const PROOF_YEARS = 4

/** That day and time so many calendar months earlier; the last day of a shorter month. */
export function monthsBefore(at: Date, months: number): Date {
  const then = new Date(at)
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() - months)
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(at.getUTCDate(), last))
  return then
}

/**
 * Does what the privacy notice promises: erases people and answers of questionnaires that ended, or expired unanswered,
 * more than `meses_conservacion` ago, and answered requests whose proof nobody needs any more. What it erased is in the
 * audit log and in the server's log.
 * @returns how many accesses it erased, so that the worker continues while there are more.
 */
export async function applyRetention(
  { db, log }: { db: Kysely<DB>; log: Pick<Log, 'info'> },
  now: Date,
): Promise<number> {
  const endedBefore = monthsBefore(now, privacySettings().retentionMonths)
  const erased = await asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<{ accesses: number; answers: number }>`
      select accesses, answers from private.apply_retention(${endedBefore}, ${now}, ${BATCH})`.execute(tx)
    await sql`select private.purge_data_requests(${monthsBefore(now, 12 * PROOF_YEARS)})`.execute(tx)
    return rows[0]
  })
  if (!erased) return 0
  log.info('retention_applied', { ...erased, endedBefore: endedBefore.toISOString() })
  return erased.accesses
}
