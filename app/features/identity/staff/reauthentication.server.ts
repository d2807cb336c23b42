import { redirect } from 'react-router'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { PASSWORD_MISSING } from '#app/features/identity/account-fields.ts'
import { type AuthCaller, authCaller } from '#app/features/identity/auth-call.server.ts'
import { PASSWORD_TEXTS, verifyPassword } from '#app/features/identity/credentials/password.server.ts'
import { actorOf, type OpenSession, requireSession, type SessionArgs } from '#app/features/identity/session.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { isReauthenticated } from './reauthentication.ts'

/** Whether the request's session was confirmed in the last minutes. @throws as `requireSession` */
export async function hasReauthenticated(args: SessionArgs): Promise<boolean> {
  const { reauthenticatedAt } = await requireSession(args)
  return isReauthenticated(reauthenticatedAt, servicesOf(args.context).now())
}

/** Whether the account can confirm with a passkey. */
export async function hasPasskey(args: SessionArgs): Promise<boolean> {
  const { hasSecondFactor, user } = await requireSession(args)
  if (!hasSecondFactor) return false
  const { adapter } = await servicesOf(args.context).auth.$context
  return (await adapter.count({ model: 'passkey', where: [{ field: 'userId', value: user.id }] })) > 0
}

/**
 * Confirms that the owner of the session sits before it, which is asked before what hurts (ADR 0061): by a recent
 * confirmation, or by the password, which is then valid for the next minutes.
 * @param password '' when none was typed
 * @param now that of the use case which follows: the database takes no confirmation that is later, even by a millisecond
 * @throws Refusal at the field `password`
 */
export async function reauthenticate(args: SessionArgs, password: string, now: Date): Promise<void> {
  const session = await requireSession(args)
  const caller = { ...authCaller(args), now }
  // A typed password must be right, also where none was needed any more.
  if (password === '') {
    if (isReauthenticated(session.reauthenticatedAt, caller.now)) return
    refuse(PASSWORD_MISSING, { field: 'password' })
  }
  const verified = await verifyPassword(caller, session.user.id, password)
  if (!verified.ok) {
    await record(caller, session, 'step_up_failed', 'password')
    refuse(PASSWORD_TEXTS[verified.error.code], { field: 'password' })
  }
  await markReauthenticated(caller, session, 'password')
}

/** Stores the confirmation with the session, in the database. */
export async function markReauthenticated(
  caller: AuthCaller,
  session: OpenSession,
  by: 'password' | 'passkey',
): Promise<void> {
  const { adapter } = await caller.auth.$context
  const where = [{ field: 'id', value: session.id }]
  await adapter.update({ model: 'session', where, update: { stepped_up_at: caller.now } })
  await record(caller, session, 'stepped_up', by)
}

const record = ({ db }: AuthCaller, { user }: OpenSession, action: string, by: string): Promise<void> =>
  asActor(db, actorOf(user), tx =>
    writeAudit(tx, { action, entity: 'profiles', entity_id: user.id, after: { confirmed_by: by } }),
  )

/** The screen that asks for the confirmation, where no form does. */
const CONFIRM_PATH = '/admin/security/confirm'

/** For files of people. @throws a redirect to the screen that asks, which leads back to the list; `back` is its address */
export async function requireReauthentication(args: SessionArgs, back: string): Promise<void> {
  if (await hasReauthenticated(args)) return
  throw redirect(`${CONFIRM_PATH}?${new URLSearchParams({ redirect: back })}`)
}
