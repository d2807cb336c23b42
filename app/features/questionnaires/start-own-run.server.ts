import type { Kysely } from 'kysely'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { beginRun } from './begin-run.server.ts'
import { runPath } from './questionnaire.ts'
import { LINE_MAX } from './respondent.ts'

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
    now,
  })
  if (begun.ok) return ok({ url: runPath(begun.value.slug, accessId, begun.value.runId) })
  const { code } = begun.error
  return err({ code: code === 'not_allowed' ? 'access_not_found' : code })
}
