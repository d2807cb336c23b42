import type { Kysely } from 'kysely'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { findNewestQuestionnaire } from './published-questionnaires.server.ts'
import type { AnsweringActor } from './questionnaires.db.server.ts'
import type { RespondentDetails } from './respondent.schema.ts'
import { type AnsweredAccess, claimAccess, findAccessContext, findAnsweredAccess, insertRun } from './runs.db.server.ts'

export type BeginRun = {
  actor: AnsweringActor
  accessId: string
  details: RespondentDetails
  /** Of the signed-in user, if the visitor is one. */
  userId: string | undefined
  privacyNoticeVersion: string
  now: Date
}

export type BeginRunFailure = {
  /** `not_allowed`: no such access of this actor, or it was revoked. `expired` is told only to whoever may answer the access. */
  code: 'not_allowed' | 'already_completed' | 'expired' | 'no_questionnaire'
}

/**
 * What both ways to a run share. The access is claimed before the run is made, so that a seat which is revoked at that moment starts
 * none. A run that exists already is gone on with: two tabs or a double click make one.
 */
export async function beginRun(
  db: Kysely<DB>,
  { actor, accessId, details, userId, privacyNoticeVersion, now }: BeginRun,
): Promise<Result<{ runId: string; slug: string }, BeginRunFailure>> {
  const context = await asActor(db, SYSTEM, tx => findAccessContext(tx, accessId))
  const questionnaire = context?.questionnaire_id
    ? await findNewestQuestionnaire(db, context.questionnaire_id, context.questionnaire_version)
    : undefined
  return asActor(db, actor, async tx => {
    if (!context || !questionnaire) {
      return err({ code: refusalOf(await findAnsweredAccess(tx, actor, accessId), now) ?? 'no_questionnaire' })
    }
    const access = await claimAccess(tx, actor, accessId, now)
    if (!access) return err({ code: refusalOf(await findAnsweredAccess(tx, actor, accessId), now) ?? 'not_allowed' })
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
    const runId = started ?? (await findAnsweredAccess(tx, actor, accessId))?.run_id
    return runId ? ok({ runId, slug: context.slug }) : err({ code: 'not_allowed' })
  })
}

function refusalOf(access: AnsweredAccess | undefined, now: Date): BeginRunFailure['code'] | undefined {
  if (!access) return 'not_allowed'
  if (access.status === 'completed') return 'already_completed'
  return access.expires_at <= now ? 'expired' : undefined
}
