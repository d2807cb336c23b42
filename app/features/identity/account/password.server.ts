import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { type AuthCaller, callAuth } from '#app/features/identity/auth-call.server.ts'
import { passwordChangedMail } from '#app/features/identity/identity-mails.server.ts'
import { actorOf, type SessionUser } from '#app/features/identity/session.server.ts'
import type { AuthFailure } from '#app/features/identity/sign-in/auth-messages.ts'
import {
  claimTry,
  forgetTries,
  linksTo,
  markDevice,
  triesOfOwner,
} from '#app/features/identity/sign-in/sign-in.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'

export type PasswordRefusal = { code: 'wrong_password' | 'rate_limited' }

/**
 * Asks a signed-in person for the password again. Gives its stored hash, which the change that follows hands to the database: what
 * was verified must still hold when it is done.
 */
export async function verifyPassword(
  caller: Pick<AuthCaller, 'auth' | 'db' | 'now'>,
  userId: string,
  password: string,
): Promise<Result<string, PasswordRefusal>> {
  const tries = triesOfOwner(userId)
  if (!(await claimTry(caller, tries))) return err({ code: 'rate_limited' })
  const { internalAdapter, password: passwords } = await caller.auth.$context
  const account = await internalAdapter.findCredentialAccount(userId)
  const hash = account?.password
  // Longer ones are no password of anybody, and deriving a key from them costs the server.
  if (!hash || password.length > 128) return err({ code: 'wrong_password' })
  if (!(await passwords.verify({ hash, password }))) return err({ code: 'wrong_password' })
  await forgetTries(caller.db, tries)
  return ok(hash)
}

type Input = { current: string; next: string; now: Date }

/**
 * Sets a new password. Every session ends, this one too, and the links that were mailed die; the browser that asked gets a fresh
 * session, so that whoever copied its cookie is out as well. Gives the cookies of that session: none when it could not be opened,
 * and then the person logs in.
 */
export async function changePassword(
  caller: AuthCaller,
  user: Pick<SessionUser, 'id' | 'role' | 'email' | 'first_name'>,
  { current, next, now }: Input,
): Promise<Result<string[], PasswordRefusal>> {
  const verified = await verifyPassword(caller, user.id, current)
  if (!verified.ok) return verified
  const { password } = await caller.auth.$context
  const hash = await password.hash(next)
  const changed = await asActor(caller.db, actorOf(user), async tx => {
    const { rows } = await sql<{ done: boolean }>`
      select private.change_own_password(${verified.value}, ${hash}) as done`.execute(tx)
    if (!rows[0]?.done) return false
    await writeAudit(tx, { action: 'password_changed', entity: 'profiles', entity_id: user.id })
    await queueMail(tx, passwordChangedMail({ recipient: user.email, firstName: user.first_name }, now))
    return true
  })
  // Another change came in between: what was typed is no longer the password.
  if (!changed) return err({ code: 'wrong_password' })
  const opened = await callAuth(caller, { path: '/sign-in/email', body: { email: user.email, password: next } })
  return ok(opened.ok ? opened.value : [])
}

/** Milliseconds that a request for a link takes at least, longer than queueing the mail for an account that exists. */
const SAME_TIME_MS = 400

/**
 * Mails a link to make a new password; neither the answer nor its time tells whether there is such an account, or whether it has got
 * its five links of this quarter of an hour.
 */
export async function requestPasswordReset(
  caller: AuthCaller,
  email: string,
): Promise<Result<string[], { code: AuthFailure }>> {
  const [answered] = await Promise.all([askForLink(caller, email), setTimeout(SAME_TIME_MS)])
  return answered
}

async function askForLink(caller: AuthCaller, email: string): Promise<Result<string[], { code: AuthFailure }>> {
  if (!(await claimTry(caller, linksTo(email)))) return ok([])
  return callAuth(caller, { path: '/request-password-reset', body: { email } })
}

/**
 * Sets a new password with a link's token. Every session of the account ends and its other links die. The browser is known from then
 * on: strangers' tries at the password do not keep its owner out. Gives the cookie that says so.
 */
export async function resetPassword(
  caller: AuthCaller,
  { token, password }: { token: string; password: string },
): Promise<Result<string[], { code: AuthFailure }>> {
  const { internalAdapter } = await caller.auth.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  const user = found ? await internalAdapter.findUserById(found.value) : null
  const changed = await callAuth(caller, { path: '/reset-password', body: { token, newPassword: password } })
  if (!changed.ok || !user) return changed
  return ok([...changed.value, await markDevice(caller, user.email)])
}
