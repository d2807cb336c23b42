import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterLogIn } from '#app/features/identity/auth-address.ts'
import { type AuthCaller, callAuth } from '#app/features/identity/auth-call.server.ts'
import type { LogIn, SignUp } from '#app/features/identity/identity-schema.server.ts'
import { findStaffMember, noteFailedSignIn, noteSignIn } from '#app/features/identity/staff/note-sign-in.server.ts'
import { awaitsSecondStep } from '#app/features/identity/staff/pending-step.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { newToken, tokenCookie } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import type { AuthFailure } from './auth-messages.ts'

const COOKIE = 'alhena.device'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const VALUE = /(?:^|;\s*)alhena\.device=([\w-]{22})\.([\w-]{43})(?:;|$)/

async function signDevice({ auth }: Pick<AuthCaller, 'auth'>, id: string, email: string): Promise<Buffer> {
  const { secret } = await auth.$context
  return createHmac('sha256', secret).update(`known-device\n${id}\n${email}`).digest()
}

/** Whether somebody has signed in with this browser before; nothing is verified. */
export const hasDevice = (cookie: string | null): boolean => VALUE.test(cookie ?? '')

/** The mark of a browser that has signed in with this e-mail before; undefined for any other browser. */
export async function knownDevice(caller: AuthCaller, email: string): Promise<string | undefined> {
  const [, id, signature] = VALUE.exec(caller.cookie ?? '') ?? []
  if (!id || !signature) return undefined
  const input = Buffer.from(signature, 'base64url')
  const right = await signDevice(caller, id, email)
  return input.length === right.length && timingSafeEqual(input, right) ? id : undefined
}

/**
 * The cookie that marks this browser as known. It identifies and authorises nobody: it only separates attempt counters.
 */
export async function markDevice(caller: AuthCaller, email: string): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const signature = (await signDevice(caller, id, email)).toString('base64url')
  const secure = caller.appUrl.startsWith('https://') ? '; Secure' : ''
  return `${COOKIE}=${id}.${signature}; Path=/auth; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

/** The key under which attempts at a password are counted, and their maximum in 15 minutes. */
export type Tries = { subject: string; allowed: number }

/** Attempts at an e-mail from unknown browsers; whether it has an account makes no difference. */
const triesOfStrangers = (email: string): Tries => ({ subject: `email:${digestOf(email)}`, allowed: 20 })

/** Attempts of one browser that has signed in with the e-mail before: strangers' attempts do not count against it. */
const triesOfDevice = (device: string): Tries => ({ subject: `device:${digestOf(device)}`, allowed: 10 })

/** Attempts at the password that a signed-in person has to confirm. */
export const triesOfOwner = (userId: string): Tries => ({ subject: `owner:${userId}`, allowed: 10 })

/**
 * Links that one mailbox gets on request, whoever requests them: a flood is a nuisance, and one among many gets
 * clicked.
 */
export const linksTo = (email: string): Tries => ({ subject: `links:${digestOf(email)}`, allowed: 5 })

/** Counts an attempt before the password is verified. False: the maximum is reached. */
export async function claimTry(
  { auth, db, now }: Pick<AuthCaller, 'auth' | 'db' | 'now'>,
  tries: Tries,
): Promise<boolean> {
  return !auth.options.rateLimit.enabled || countTry(db, tries, now)
}

/** Claims the one session that confirming an account opens. False: a click at the same time has it. */
export async function claimConfirmation({ auth, db, now }: AuthCaller, email: string): Promise<boolean> {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findUserByEmail(email)
  return found !== null && countTry(db, { subject: `confirmed:${found.user.id}`, allowed: 1 }, now)
}

/** One statement for whoever it is, and so without a transaction as somebody. */
async function countTry(db: Kysely<DB>, { subject, allowed }: Tries, now: Date): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    select private.claim_sign_in_try(${subject}, ${allowed}, ${now}) as claimed`.execute(db)
  return rows[0]?.claimed ?? false
}

/** Resets the counter after the right password. */
export async function forgetTries(db: Kysely<DB>, tries: Tries): Promise<void> {
  await sql`select private.forget_sign_in_tries(${tries.subject})`.execute(db)
}

/**
 * Opens a session; returns the cookies for the response. Unknown users get the same answer in the same time. Attempts
 * are counted per e-mail, whether it has an account or not; a browser that has signed in before has its own counter, so
 * that nobody can lock the owner out.
 */
export async function logIn(
  caller: AuthCaller,
  { email, password }: LogIn,
): Promise<Result<string[], { code: AuthFailure }>> {
  const device = await knownDevice(caller, email)
  const tries = device ? triesOfDevice(device) : triesOfStrangers(email)
  if (!(await claimTry(caller, tries))) return err({ code: device ? 'rate_limited' : 'account_slowed' })
  // The library looks for user and password in one query, and hashes the password of an unknown user as well.
  const [answered, staff] = await Promise.all([
    callAuth(caller, { path: '/sign-in/email', body: { email, password } }),
    findStaffMember(caller, { email }),
  ])
  // No account has a password that long; another answer would only distinguish two wrong passwords.
  if (!answered.ok && answered.error.code === 'password_too_long') return err({ code: 'invalid_credentials' })
  if (!answered.ok) {
    if (staff && answered.error.code === 'invalid_credentials') await noteFailedSignIn(caller, staff, 'password')
    return answered
  }
  const isKnown = device !== undefined
  // Who has a second factor is not in yet, and the browser becomes known with the second step.
  const isPending = awaitsSecondStep(answered.value)
  await Promise.all([
    forgetTries(caller.db, tries),
    staff && !isPending ? noteSignIn(caller, staff, { by: 'password', isKnown }) : undefined,
  ])
  if (isPending) return answered
  return ok(device ? answered.value : [...answered.value, await markDevice(caller, email)])
}

/** Ends the session of the visitor's cookie; returns the cookies that clear it. */
export const logOut = (caller: AuthCaller): Promise<Result<string[], { code: AuthFailure }>> =>
  callAuth(caller, { path: '/sign-out', body: {}, withSession: true })

/** Marks the browser that signed up until the link of its mail is opened: there the password that it set holds (spec D53). */
export const signUpCookie = tokenCookie('alhena_sign_up', { path: '/auth', seconds: 30 * 24 * 60 * 60 })

/**
 * Creates an unconfirmed account and mails the confirmation link; returns the cookie of the browser that signed up.
 * @param redirect the page that the link leads to in the end.
 */
export async function signUp(
  caller: AuthCaller,
  form: SignUp,
  redirect: string | null,
): Promise<Result<string[], { code: AuthFailure }>> {
  const browser = newToken()
  const { internalAdapter } = await caller.auth.$context
  const isTaken = async () => (await internalAdapter.findUserByEmail(form.email)) !== null
  const taken = await isTaken()
  // Also called for a taken e-mail: the rate limit applies before anything is revealed, and both answers take the same
  // time.
  const answered = await callAuth(caller, {
    path: '/sign-up/email',
    body: {
      name: form.first_name,
      last_name: form.last_name,
      email: form.email,
      password: form.password,
      signupRole: form.role,
      signUpBrowser: digestOf(browser),
      callbackURL: afterLogIn(redirect),
    },
  })
  if (answered.ok) return taken ? err({ code: 'email_taken' }) : ok([signUpCookie.set(browser, caller.appUrl)])
  // Somebody else, or a second click, may have taken the e-mail meanwhile.
  return answered.error.code === 'unexpected' && (await isTaken()) ? err({ code: 'email_taken' }) : answered
}
