import type { Kysely, Transaction } from 'kysely'
import { isExpired } from '#app/features/accesses/accesses.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { completeness } from '#app/features/questionnaires/questionnaire.ts'
import {
  type AnsweringActor,
  findAnswers,
  findQuestionnaire,
} from '#app/features/questionnaires/questionnaires.server.ts'
import { atStep } from '#app/features/questionnaires/stage.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { answersByField } from './answers.server.ts'
import { runCompleted } from './run-completed.server.ts'
import {
  closeAnsweredRun,
  closeBoughtRun,
  findAnsweredAccess,
  findBoughtAccess,
  markAccessCompleted,
} from './runs.server.ts'

type RefusalArguments = Parameters<typeof refuse>

/** Texts of specification 2, section 8, 'Dashboard', also of 'Comenzar'. */
export const ACCESS_NOT_FOUND: RefusalArguments = ['No se pudo obtener la información del acceso']
export const COMPLETED_BEFORE: RefusalArguments = [
  'Este assessment ya ha sido completado anteriormente',
  { title: 'Assessment completado' },
]
const NO_RUN = 'No se encontró un assessment en progreso para completar'
const NO_ANSWERS = 'Todavía no hay respuestas guardadas. Se puede terminar cuando haya al menos una.'

/**
 * 'Terminar' of the dashboard: the buyer closes the run of an access they bought. Another person's run is marked as
 * closed by the buyer and audited; a run without answers can't be closed this way (spec D19). @throws Refusal
 */
export async function closeRunAsBuyer(
  { db }: { db: Kysely<DB> },
  { user, accessId, now }: { user: SessionUser; accessId: string; now: Date },
): Promise<void> {
  await asActorThenSystem(db, { kind: 'user', userId: user.id }, async tx => {
    const access = (await findBoughtAccess(tx, user.id, accessId)) ?? refuse(...ACCESS_NOT_FOUND)
    const runId = access.run_id ?? refuse(NO_RUN)
    if (access.run_status === 'completed') refuse(...COMPLETED_BEFORE)
    if (!access.has_answers) refuse(NO_ANSWERS, { title: NO_RUN })
    // Another request may have closed it since it was read.
    const run = (await closeBoughtRun(tx, { runId, userId: user.id, now })) ?? refuse(...COMPLETED_BEFORE)
    const questionnaire = await findQuestionnaire(tx, run.questionnaire_id, run.questionnaire_version)
    if (!questionnaire) throw new Error(`Run ${run.id} has no questionnaire`)
    const { answers } = answersByField(await findAnswers(tx, run.id))
    const progress = completeness(questionnaire, answers)
    await atStep('update_access', markAccessCompleted(tx, accessId, progress, now))
    await runCompleted(tx, run, 'buyer', now)
    // Closing the own run needs no audit entry.
    if (run.closed_by !== 'buyer') return
    await writeAudit(tx, {
      action: 'run_closed_by_buyer',
      entity: 'assessment_run',
      entity_id: run.id,
      before: { status: 'in_progress' },
      after: { status: 'completed', closed_by: 'buyer', access_id: accessId, progress },
    })
  })
}

export type CompleteRun = { runId: string; accessId: string; now: Date }

/** `expired`: the access has expired; earlier answers are kept. */
export type CompleteRunFailure = { code: 'not_allowed' | 'expired' }

/**
 * Completes a run, with or without gaps (spec D23), and notifies the buyer when it was an invitation. Run, access
 * and mail change in one transaction. Idempotent: a second call sends no second mail.
 */
export async function completeRun(
  { db }: { db: Kysely<DB> },
  actor: AnsweringActor,
  input: CompleteRun,
): Promise<Result<void, CompleteRunFailure>> {
  return asActorThenSystem(db, actor, tx => finishRun(tx, actor, input))
}

/**
 * Completes a run as `completeRun`, as the last step of a transaction of `asActorThenSystem`. What the transaction has written stays
 * although it refuses.
 */
export async function finishRun(
  tx: Transaction<DB>,
  actor: AnsweringActor,
  input: CompleteRun,
): Promise<Result<void, CompleteRunFailure>> {
  const run = await closeAnsweredRun(tx, actor, input)
  if (!run) {
    const access = await findAnsweredAccess(tx, actor, input.accessId)
    if (access?.run_id !== input.runId) return err({ code: 'not_allowed' })
    if (access.run_status === 'completed') return ok(undefined)
    return err({ code: isExpired(access, input.now) ? 'expired' : 'not_allowed' })
  }
  const questionnaire = await findQuestionnaire(tx, run.questionnaire_id, run.questionnaire_version)
  if (!questionnaire) throw new Error(`Run ${run.id} has no questionnaire`)
  const { answers } = answersByField(await findAnswers(tx, run.id))
  await markAccessCompleted(tx, input.accessId, completeness(questionnaire, answers), input.now)
  await runCompleted(tx, run, 'respondent', input.now)
  return ok(undefined)
}
