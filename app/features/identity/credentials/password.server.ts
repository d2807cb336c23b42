import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { type AuthCaller, callAuth } from '#app/features/identity/auth-call.server.ts'
import { passwordChangedMail } from '#app/features/identity/identity-mails.server.ts'
import type { AccountOwner } from '#app/features/identity/identity-schema.server.ts'
import { actorOf, type SessionUser } from '#app/features/identity/session.server.ts'
import type { AuthFailure } from '#app/features/identity/sign-in/auth-messages.ts'
import {
  claimTry,
  forgetTries,
  linksTo,
  markDevice,
  signUpCookie,
  triesOfOwner,
} from '#app/features/identity/sign-in/sign-in.server.ts'
import { awaitsSecondStep } from '#app/features/identity/staff/pending-step.ts'
import { staffPasswordProblem } from '#app/features/identity/staff/staff-session.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'

/** Whose account it is has to be said as well: somebody else had signed up with the address. */
export type NameDue = { code: 'name_due' }

const isAdmin = z.object({ role: z.literal('admin') })

type PasswordFailure = { code: 'wrong_password' | 'rate_limited' }

/** Why a password confirmation failed, shown beside its field. */
export const PASSWORD_TEXTS: Readonly<Record<PasswordFailure['code'], string>> = {
  wrong_password: 'Esa no es tu contraseña actual',
  rate_limited: 'Demasiados intentos con tu contraseña. Espera 15 minutos y vuelve a probar.',
}

/**
 * Verifies the password of a signed-in person, and counts the attempt. Returns its stored hash, which the subsequent change
 * passes to the database: what was verified must still be valid then.
 */
export async function verifyPassword(
  caller: Pick<AuthCaller, 'auth' | 'db' | 'now'>,
  userId: string,
  password: string,
): Promise<Result<string, PasswordFailure>> {
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

/** As `verifyPassword`. @param field of the form, where the password was typed. @throws Refusal at that field */
export async function requirePassword(
  caller: Pick<AuthCaller, 'auth' | 'db' | 'now'>,
  userId: string,
  { password, field }: { password: string; field: string },
): Promise<string> {
  const verified = await verifyPassword(caller, userId, password)
  return verified.ok ? verified.value : refuse(PASSWORD_TEXTS[verified.error.code], { field })
}

/** The staff's passwords are longer and none of the commonest. @throws Refusal at that field */
function requireStaffPassword(password: string, field: string): void {
  const problem = staffPasswordProblem(password)
  if (problem !== undefined) refuse(problem, { field })
}

type Input = { current: string; next: string; now: Date }

/**
 * Sets a new password. Every session ends, including the current one, and mailed links become invalid; the requesting
 * browser gets a new session, so that a copied cookie is invalid as well. Returns the cookies of that session: none
 * when it could not be opened, and then the person logs in.
 * @throws Refusal at the field of either password
 */
export async function changePassword(
  caller: AuthCaller,
  user: Pick<SessionUser, 'id' | 'role' | 'email' | 'first_name'>,
  { current, next, now }: Input,
): Promise<string[]> {
  if (user.role === 'admin') requireStaffPassword(next, 'new_password')
  const verified = await requirePassword(caller, user.id, { password: current, field: 'current_password' })
  const { password } = await caller.auth.$context
  const hash = await password.hash(next)
  await asActor(caller.db, actorOf(user), async tx => {
    const { rows } = await sql<{ done: boolean }>`
      select private.change_own_password(${verified}, ${hash}) as done`.execute(tx)
    // Another change came in between: the typed password is no longer valid.
    if (!rows[0]?.done) refuse(PASSWORD_TEXTS.wrong_password, { field: 'current_password' })
    await writeAudit(tx, { action: 'password_changed', entity: 'profiles', entity_id: user.id })
    await queueMail(tx, passwordChangedMail({ recipient: user.email, firstName: user.first_name }, now))
  })
  const opened = await callAuth(caller, { path: '/sign-in/email', body: { email: user.email, password: next } })
  return opened.ok ? opened.value : []
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

/** The account of a link that is valid now; null for any other. */
async function userOfLink({ auth, now }: AuthCaller, token: string) {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return found && found.expiresAt > now ? internalAdapter.findUserById(found.value) : null
}

/** In the browser that signed up the typed name is its person's own. */
async function isNameDueFor({ db, cookie, appUrl }: AuthCaller, userId: string): Promise<boolean> {
  const browser = signUpCookie.read({ headers: new Headers({ cookie: cookie ?? '' }) }, appUrl)
  const hash = browser === undefined ? null : digestOf(browser)
  return asActor(db, SYSTEM, async tx => {
    const { rows } = await sql<{ due: boolean }>`select private.is_name_due(${userId}, ${hash}) as due`.execute(tx)
    return rows[0]?.due ?? false
  })
}

/** Whether the link of a new password also asks whose the account is: somebody else had signed up with the address. */
export async function isNameDue(caller: AuthCaller, token: string): Promise<boolean> {
  const user = await userOfLink(caller, token)
  return user !== null && isNameDueFor(caller, user.id)
}

/**
 * Sets a new password with a link's token. Every session of the account ends and its other links become invalid. The
 * browser counts as known from then on: strangers' attempts at the password do not lock its owner out. Returns the
 * cookie that marks it, and the account's e-mail.
 * @param owner whose the account is, where `isNameDue`. @throws Refusal at the field `password`, of the staff's
 */
export async function resetPassword(
  caller: AuthCaller,
  { token, password, owner }: { token: string; password: string; owner?: AccountOwner | undefined },
): Promise<Result<{ email: string; cookies: string[] }, { code: AuthFailure } | NameDue>> {
  const user = await userOfLink(caller, token)
  if (isAdmin.safeParse(user).success) requireStaffPassword(password, 'password')
  if (user && (await isNameDueFor(caller, user.id))) {
    if (!owner) return err({ code: 'name_due' })
    const { first_name, last_name, role } = owner
    // Before the password: its notice greets the owner.
    await asActor(caller.db, SYSTEM, tx =>
      sql`select private.name_taken_over_account(${user.id}, ${first_name}, ${last_name}, ${role})`.execute(tx),
    )
  }
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
