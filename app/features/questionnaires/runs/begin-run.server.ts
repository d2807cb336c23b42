import type { Kysely, Transaction } from 'kysely'
import { EXPIRED, isExpired } from '#app/features/accesses/accesses.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { runPath, UNSPECIFIED } from '#app/features/questionnaires/questionnaire.ts'
import { type AnsweringActor, findNewestQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { LINE_MAX } from '#app/features/questionnaires/respondent.ts'
import type { RespondentDetails } from '#app/features/questionnaires/respondent-schema.server.ts'
import { atStep } from '#app/features/questionnaires/stage.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { ACCESS_NOT_FOUND, COMPLETED_BEFORE } from './complete-run.server.ts'
import {
  type AnsweredAccess,
  claimAccess,
  findAccessContext,
  findAnsweredAccess,
  findUnstartedOfTeam,
  insertRun,
  lockPromise,
} from './runs.server.ts'

export type BeginRun = {
  actor: AnsweringActor
  accessId: string
  details: RespondentDetails
  /** The id of the signed-in user, if any. */
  userId: string | undefined
  privacyNoticeVersion: string
  /**
   * What the page promised, 'unknown' where it did not say; undefined where a buyer starts the own access, which shows
   * no notice.
   */
  promised: ResultMode | 'unknown' | undefined
  now: Date
}

export type BeginRunFailure = {
  /**
   * `not_allowed`: this actor has no such access, or it was revoked. `expired` is returned only to the access's
   * respondent. `promise_changed`: the page promised something else than what holds for this access now.
   */
  code: 'not_allowed' | 'already_completed' | 'expired' | 'no_questionnaire' | 'promise_changed'
}

/**
 * The common part of both ways to start a run. The access is claimed before the run is created, so that a seat revoked
 * concurrently starts none. An existing run is continued: two tabs or a double click create one.
 */
export async function beginRun(
  db: Kysely<DB>,
  { actor, accessId, details, userId, privacyNoticeVersion, promised, now }: BeginRun,
): Promise<Result<{ runId: string; slug: string }, BeginRunFailure>> {
  const context = await atStep(
    'look_up',
    asActor(db, SYSTEM, tx => findAccessContext(tx, accessId)),
  )
  const questionnaire = context?.questionnaire_id
    ? await findNewestQuestionnaire(db, context.questionnaire_id, context.questionnaire_version)
    : undefined
  const existing = (tx: Transaction<DB>) => atStep('look_up', findAnsweredAccess(tx, actor, accessId))
  return asActor(db, actor, async tx => {
    if (!context || !questionnaire) {
      return err({ code: reasonAgainst(await existing(tx), now) ?? 'no_questionnaire' })
    }
    // Locked before it is compared: the mode of an own seat may be selected at the same time.
    const locked = await atStep('look_up', lockPromise(tx, actor, accessId))
    if (locked && promised !== undefined && locked.result_mode !== promised) return err({ code: 'promise_changed' })
    const access = await claimAccess(tx, actor, accessId, now)
    if (!access) return err({ code: reasonAgainst(await existing(tx), now) ?? 'not_allowed' })
    const started = await insertRun(tx, {
      ...details,
      age_declaration: details.age_declaration ?? null,
      user_id: userId ?? null,
      corporate_email: access.email,
      invitation_code: access.access_code,
      validated_access_id: access.id,
      questionnaire_id: questionnaire.id,
      questionnaire_version: questionnaire.version,
      start_time: now,
      privacy_notice_version: privacyNoticeVersion,
    })
    const runId = started ?? (await existing(tx))?.run_id
    return runId ? ok({ runId, slug: context.slug }) : err({ code: 'not_allowed' })
  })
}

function reasonAgainst(access: AnsweredAccess | undefined, now: Date): BeginRunFailure['code'] | undefined {
  if (!access) return 'not_allowed'
  if (access.status === 'completed') return 'already_completed'
  return isExpired(access, now) ? 'expired' : undefined
}

/** Why 'Comenzar' and 'Continuar' are refused (specification 2, section 8, 'Dashboard'). */
const OWN_RUN_REFUSALS: Readonly<
  Record<Exclude<BeginRunFailure['code'], 'promise_changed'>, Parameters<typeof refuse>>
> = {
  not_allowed: ACCESS_NOT_FOUND,
  already_completed: COMPLETED_BEFORE,
  expired: [EXPIRED.text, { title: EXPIRED.title }],
  no_questionnaire: [
    'Este producto no tiene un cuestionario para responder',
    { title: 'Error al crear el assessment' },
  ],
}

/** A profile's text within the limits of a run's column: 2 to 200 characters. */
const orElse = (input: string | null, fallback: string): string => {
  const text = cutText((input ?? '').trim(), LINE_MAX)
  return text.length < 2 ? fallback : text
}

/**
 * 'Comenzar' and 'Continuar' of the dashboard: the buyer answers the own access without the respondent's form
 * (specification 2, section 4, dashboard transitions). Who takes part in a team is asked for post and area first, because the
 * team's results are compared by them.
 * @returns the address of the run, or of the respondent's form. @throws Refusal
 */
export async function startOwnRun(
  { db }: { db: Kysely<DB> },
  { user, accessId, now }: { user: SessionUser; accessId: string; now: Date },
): Promise<string> {
  const team = await atStep(
    'look_up',
    asActor(db, { kind: 'user', userId: user.id }, tx => findUnstartedOfTeam(tx, user.id, accessId, now)),
  )
  if (team) return runPath(team.slug, accessId)
  const begun = await beginRun(db, {
    actor: { kind: 'user', userId: user.id },
    accessId,
    details: {
      full_name: orElse(`${user.first_name} ${user.last_name}`, 'Usuario'),
      position: UNSPECIFIED,
      organizational_unit: UNSPECIFIED,
      data_role: UNSPECIFIED,
      company_name: orElse(user.company, UNSPECIFIED),
    },
    userId: user.id,
    privacyNoticeVersion: legalDocument('privacy_respondents').version,
    promised: undefined,
    now,
  })
  if (begun.ok) return runPath(begun.value.slug, accessId, begun.value.runId)
  const { code } = begun.error
  if (code === 'promise_changed') throw new Error('A start without a page was held to what the page promised')
  return refuse(...OWN_RUN_REFUSALS[code])
}
