import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { answersByField } from './answers.ts'
import { findQuestionnaire } from './published-questionnaires.server.ts'
import { completeness } from './questionnaire.ts'
import { findAnswers } from './questionnaires.db.server.ts'
import { closeBoughtRun, findBoughtAccess, markAccessCompleted } from './runs.db.server.ts'

export type CloseRunFailure = {
  code: 'access_not_found' | 'run_not_found' | 'no_answers' | 'already_completed'
}

/**
 * 'Terminar' of the dashboard: the buyer closes the run of an access that they bought. Somebody else's is marked as closed by the
 * buyer and written to the audit log; a run without answers can't be closed this way (decision 19).
 */
export async function closeRunAsBuyer(
  { db }: { db: Kysely<DB> },
  { user, accessId, now }: { user: SessionUser; accessId: string; now: Date },
): Promise<Result<void, CloseRunFailure>> {
  return asActor(db, { kind: 'user', userId: user.id }, async tx => {
    const access = await findBoughtAccess(tx, user.id, accessId)
    if (!access) return err({ code: 'access_not_found' })
    if (!access.run_id) return err({ code: 'run_not_found' })
    if (access.run_status === 'completed') return err({ code: 'already_completed' })
    if (!access.has_answers) return err({ code: 'no_answers' })
    const run = await closeBoughtRun(tx, { runId: access.run_id, userId: user.id, now })
    // Another request closed it since it was read.
    if (!run) return err({ code: 'already_completed' })
    const questionnaire = await findQuestionnaire(tx, run.questionnaire_id, run.questionnaire_version)
    if (!questionnaire) throw new Error(`Run ${run.id} has no questionnaire`)
    const { answers } = answersByField(await findAnswers(tx, run.id))
    const progress = completeness(questionnaire, answers)
    await markAccessCompleted(tx, accessId, progress, now)
    // Closing the own run is no act on somebody else's.
    if (run.closed_by !== 'buyer') return ok(undefined)
    await writeAudit(tx, {
      action: 'run_closed_by_buyer',
      entity: 'assessment_run',
      entity_id: run.id,
      before: { status: 'in_progress' },
      after: { status: 'completed', closed_by: 'buyer', access_id: accessId, progress },
    })
    return ok(undefined)
  })
}
