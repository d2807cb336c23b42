import type { Kysely } from 'kysely'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { findNewestQuestionnaire } from './published-questionnaires.server.ts'
import { runPath } from './questionnaire.ts'
import type { AnsweringActor } from './questionnaires.db.server.ts'
import { LINE_MAX } from './respondent.ts'
import { findAccessContext, findAnsweredAccess, insertRun, markAccessInUse } from './runs.db.server.ts'

export type StartOwnRunFailure = {
  code: 'access_not_found' | 'already_completed' | 'expired' | 'no_questionnaire'
}

const UNSPECIFIED = 'No especificado'

/** A profile's text as a run's column takes it: 2 to 200 characters. */
const orElse = (given: string | null, fallback: string): string => {
  const text = (given ?? '').trim().slice(0, LINE_MAX)
  return text.length < 2 ? fallback : text
}

/**
 * 'Comenzar' and 'Continuar' of the dashboard: the buyer answers the own access, without the respondent's form (specification 2,
 * section 4, dashboard transitions).
 * @returns the address to go to.
 */
export async function startOwnRun(
  { db }: { db: Kysely<DB> },
  { user, accessId, now }: { user: SessionUser; accessId: string; now: Date },
): Promise<Result<{ url: string }, StartOwnRunFailure>> {
  const actor: AnsweringActor = { kind: 'user', userId: user.id }
  const context = await asActor(db, SYSTEM, tx => findAccessContext(tx, accessId))
  const questionnaire = context?.questionnaire_id
    ? await findNewestQuestionnaire(db, context.questionnaire_id)
    : undefined
  return asActor(db, actor, async tx => {
    const access = await findAnsweredAccess(tx, actor, accessId)
    if (!access || !context) return err({ code: 'access_not_found' })
    if (access.status === 'completed') return err({ code: 'already_completed' })
    if (access.expires_at <= now) return err({ code: 'expired' })
    if (!questionnaire) return err({ code: 'no_questionnaire' })
    const started = await insertRun(tx, {
      user_id: user.id,
      full_name: orElse(`${user.first_name} ${user.last_name}`, 'Usuario'),
      corporate_email: access.email,
      position: UNSPECIFIED,
      organizational_unit: UNSPECIFIED,
      data_role: UNSPECIFIED,
      company_name: orElse(user.company, UNSPECIFIED),
      invitation_code: access.access_code,
      validated_access_id: access.id,
      questionnaire_id: questionnaire.id,
      questionnaire_version: questionnaire.version,
      start_time: now,
      privacy_notice_version: legalDocument('privacy_respondents').version,
    })
    await markAccessInUse(tx, access.id, now)
    const runId = started ?? (await findAnsweredAccess(tx, actor, accessId))?.run_id
    return runId ? ok({ url: runPath(context.slug, access.id, runId) }) : err({ code: 'access_not_found' })
  })
}
