import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
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
import { awaitsSecondStep } from '#app/features/identity/staff/pending-step.ts'
import { type StaffPasswordProblem, staffPasswordProblem } from '#app/features/identity/staff/staff-passwords.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'

/** A new password that the staff may not use. */
export type WeakPassword = { code: 'weak_password'; problem: StaffPasswordProblem }

const isAdmin = z.object({ role: z.literal('admin') })

export type PasswordRefusal = { code: 'wrong_password' | 'rate_limited' }

/**
 * Verifies the password of a signed-in person. Returns its stored hash, which the subsequent change passes to the
 * database: what was verified must still be valid then.
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
  // Longer input is no account's password, and deriving a key from it costs the server.
  if (!hash || password.length > 128) return err({ code: 'wrong_password' })
  if (!(await passwords.verify({ hash, password }))) return err({ code: 'wrong_password' })
  await forgetTries(caller.db, tries)
  return ok(hash)
}

type Input = { current: string; next: string; now: Date }

/**
 * Sets a new password. Every session ends, including the current one, and mailed links become invalid; the requesting
 * browser gets a new session, so that a copied cookie is invalid as well. Returns the cookies of that session: none
 * when it could not be opened, and then the person logs in.
 */
export async function changePassword(
  caller: AuthCaller,
  user: Pick<SessionUser, 'id' | 'role' | 'email' | 'first_name'>,
  { current, next, now }: Input,
): Promise<Result<string[], PasswordRefusal | WeakPassword>> {
  const problem = user.role === 'admin' ? staffPasswordProblem(next) : undefined
  if (problem) return err({ code: 'weak_password', problem })
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
  // Another change came in between: the typed password is no longer valid.
  if (!changed) return err({ code: 'wrong_password' })
  const opened = await callAuth(caller, { path: '/sign-in/email', body: { email: user.email, password: next } })
  return ok(opened.ok ? opened.value : [])
}

/** Minimum milliseconds of a request for a link, longer than queueing the mail for an existing account. */
const SAME_TIME_MS = 400

/**
 * Mails a link to reset a password; neither the answer nor its timing reveals whether there is such an account, or
 * whether it got its five links of this quarter of an hour.
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
 * Sets a new password with a link's token. Every session of the account ends and its other links become invalid. The
 * browser counts as known from then on: strangers' attempts at the password do not lock its owner out. Returns the
 * cookie that marks it, and the account's e-mail.
 */
export async function resetPassword(
  caller: AuthCaller,
  { token, password }: { token: string; password: string },
): Promise<Result<{ email: string; cookies: string[] }, { code: AuthFailure } | WeakPassword>> {
  const { internalAdapter } = await caller.auth.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  const user = found ? await internalAdapter.findUserById(found.value) : null
  const problem = user && isAdmin.safeParse(user).success ? staffPasswordProblem(password) : undefined
  if (problem) return err({ code: 'weak_password', problem })
  const changed = await callAuth(caller, { path: '/reset-password', body: { token, newPassword: password } })
  if (!changed.ok) return changed
  if (!user) return err({ code: 'invalid_token' })
  return ok({ email: user.email, cookies: [...changed.value, await markDevice(caller, user.email)] })
}

/**
 * The cookies of a session for whoever has just set the password by a link; none when it could not be opened, or needs a second
 * step: then the person logs in.
 */
export async function signInAfterReset(caller: AuthCaller, email: string, password: string): Promise<string[]> {
  const opened = await callAuth(caller, { path: '/sign-in/email', body: { email, password } })
  return opened.ok && !awaitsSecondStep(opened.value) ? opened.value : []
}
