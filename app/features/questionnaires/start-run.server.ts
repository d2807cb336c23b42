import type { Kysely } from 'kysely'
import { err, type Result } from '#app/kernel/result.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type BeginRun, beginRun } from './begin-run.server.ts'

export type StartRunFailure =
  /** No such access of this actor, or it expired. */
  { code: 'not_allowed' } | { code: 'already_completed' } | { code: 'no_questionnaire' }

export type StartRun = BeginRun

/**
 * Starts the run of an access with what the respondent says about themselves; e-mail and code are the access's own (specification 2,
 * section 4, transition 3). Whether an invitation has expired is nobody's business, so it fails as one that does not exist.
 */
export async function startRun(
  { db }: { db: Kysely<DB> },
  given: StartRun,
): Promise<Result<{ runId: string; slug: string }, StartRunFailure>> {
  const begun = await beginRun(db, given)
  if (begun.ok) return begun
  const { code } = begun.error
  return err({ code: code === 'expired' ? 'not_allowed' : code })
}
