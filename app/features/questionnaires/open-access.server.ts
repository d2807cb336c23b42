import type { Kysely } from 'kysely'
import { workshopPath } from '#app/features/accesses/invitations/invitation.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { networkOf } from '#app/platform/http/network.server.ts'
import { runPath } from './questionnaire.ts'
import { hashToken, newRespondentToken, sessionEnd } from './respondent-session.server.ts'
import { findAccessContext, findRunOfAccess, openRespondentSession } from './runs.db.server.ts'

export type OpenedAccess = {
  /** The respondent's session: for the cookie, nowhere else. */
  token: string
  accessId: string
  /** Where it leads: the questionnaire of the product that the access was bought for, or the workshop. */
  address: string
  /** The run to go on with, when it was started before. */
  runId: string | undefined
}

export type OpenAccessFailure =
  /** Wrong pair, revoked, expired (one and the same text) or too many tries. */
  | { code: 'invalid'; message: string }
  | { code: 'already_completed' }
  /** The product has neither a questionnaire nor a page of its own any more. */
  | { code: 'no_questionnaire' }

/**
 * Opens a browser for answering, with e-mail and code (specification 2, section 4, transition 2). Tries are counted and limited in
 * the database, per code, per network and, within a network, per e-mail.
 * @param given e-mail and code as the form's schema leaves them, and the visitor's network address.
 */
export async function openAccess(
  { db }: { db: Kysely<DB> },
  given: { email: string; access_code: string; address: string },
  now: Date,
): Promise<Result<OpenedAccess, OpenAccessFailure>> {
  const token = newRespondentToken()
  const verdict = await asActor(db, VISITOR, tx =>
    openRespondentSession(tx, {
      code: given.access_code,
      email: given.email,
      network: networkOf(given.address),
      tokenHash: hashToken(token),
      endsAt: sessionEnd(now),
      now,
    }),
  )
  const accessId = verdict.access_id
  if (!verdict.is_valid || accessId === null) {
    return err({ code: 'invalid', message: verdict.error_message ?? 'Código de acceso o email inválido' })
  }
  return asActor(db, SYSTEM, async tx => {
    const context = await findAccessContext(tx, accessId)
    const run = await findRunOfAccess(tx, accessId)
    if (run?.status === 'completed') return err({ code: 'already_completed' })
    if (context?.type === 'workshop') {
      return ok({ token, accessId, address: workshopPath(context.slug, accessId), runId: undefined })
    }
    if (!context?.questionnaire_id) return err({ code: 'no_questionnaire' })
    return ok({ token, accessId, address: runPath(context.slug, accessId, run?.id), runId: run?.id })
  })
}
