import type { Kysely } from 'kysely'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { findNewestQuestionnaire } from './published-questionnaires.server.ts'
import type { AnsweringActor } from './questionnaires.db.server.ts'
import type { RespondentDetails } from './respondent.schema.ts'
import { findAccessContext, findAnsweredAccess, insertRun, markAccessInUse } from './runs.db.server.ts'

export type StartRunFailure =
  /** No such access of this actor, or it expired. */
  { code: 'not_allowed' } | { code: 'already_completed' } | { code: 'no_questionnaire' }

export type StartRun = {
  actor: AnsweringActor
  accessId: string
  details: RespondentDetails
  /** Of the signed-in user, if the visitor is one. */
  userId: string | undefined
  privacyNoticeVersion: string
  now: Date
}

/**
 * Starts the run of an access with what the respondent says about themselves; e-mail and code are the access's own. A run that
 * exists already is gone on with, so that two tabs or a double click make one.
 */
export async function startRun(
  { db }: { db: Kysely<DB> },
  { actor, accessId, details, userId, privacyNoticeVersion, now }: StartRun,
): Promise<Result<{ runId: string; slug: string }, StartRunFailure>> {
  const context = await asActor(db, SYSTEM, tx => findAccessContext(tx, accessId))
  const questionnaire = context?.questionnaire_id
    ? await findNewestQuestionnaire(db, context.questionnaire_id)
    : undefined
  return asActor(db, actor, async tx => {
    const access = await findAnsweredAccess(tx, actor, accessId)
    if (!access || !context) return err({ code: 'not_allowed' })
    if (access.status === 'completed') return err({ code: 'already_completed' })
    if (access.expires_at <= now) return err({ code: 'not_allowed' })
    if (!questionnaire) return err({ code: 'no_questionnaire' })
    const started = await insertRun(tx, {
      ...details,
      user_id: userId ?? null,
      corporate_email: access.email,
      invitation_code: access.access_code,
      validated_access_id: access.id,
      questionnaire_id: questionnaire.id,
      questionnaire_version: questionnaire.version,
      start_time: now,
      privacy_notice_version: privacyNoticeVersion,
    })
    await markAccessInUse(tx, access.id, now)
    const runId = started ?? (await findAnsweredAccess(tx, actor, accessId))?.run_id
    return runId ? ok({ runId, slug: context.slug }) : err({ code: 'not_allowed' })
  })
}
