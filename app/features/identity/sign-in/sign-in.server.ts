import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterLogIn } from '#app/features/identity/auth-address.ts'
import { type AuthCaller, callAuth } from '#app/features/identity/auth-call.server.ts'
import type { LogIn, SignUp } from '#app/features/identity/identity.schema.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { AuthFailure } from './auth-messages.ts'

const COOKIE = 'alhena.device'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const VALUE = /(?:^|;\s*)alhena\.device=([\w-]{22})\.([\w-]{43})(?:;|$)/

async function signatureOf({ auth }: Pick<AuthCaller, 'auth'>, id: string, email: string): Promise<Buffer> {
  const { secret } = await auth.$context
  return createHmac('sha256', secret).update(`known-device\n${id}\n${email}`).digest()
}

/** The mark of a browser that has signed in to this e-mail before; undefined for any other browser. */
async function knownDevice(caller: AuthCaller, email: string): Promise<string | undefined> {
  const [, id, signature] = VALUE.exec(caller.cookie ?? '') ?? []
  if (!id || !signature) return undefined
  const input = Buffer.from(signature, 'base64url')
  const right = await signatureOf(caller, id, email)
  return input.length === right.length && timingSafeEqual(input, right) ? id : undefined
}

/** The cookie that lets this browser be known again. It tells who nobody is and opens nothing: it only separates tries. */
export async function markDevice(caller: AuthCaller, email: string): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const signature = (await signatureOf(caller, id, email)).toString('base64url')
  const secure = caller.appUrl.startsWith('https://') ? '; Secure' : ''
  return `${COOKIE}=${id}.${signature}; Path=/auth; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`
}

/** What tries at a password are counted by, and how many there may be in 15 minutes. */
export type Tries = { subject: string; allowed: number }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Tries at an e-mail by browsers that never signed in to it; whether it has an account makes no difference. */
const triesOfStrangers = (email: string): Tries => ({ subject: `email:${sha256(email)}`, allowed: 20 })

/** Tries of one browser that has signed in to the e-mail before: a stranger's tries do not count against it. */
const triesOfDevice = (device: string): Tries => ({ subject: `device:${sha256(device)}`, allowed: 10 })

/** Tries at the password that a signed-in person is asked for again. */
export const triesOfOwner = (userId: string): Tries => ({ subject: `owner:${userId}`, allowed: 10 })

/** Links that one mailbox gets by asking, whoever asks: a flood of them is a nuisance, and one among many is clicked. */
export const linksTo = (email: string): Tries => ({ subject: `links:${sha256(email)}`, allowed: 5 })

/** Counts a try before the password is looked at. False: there were too many. */
export async function claimTry(
  { auth, db, now }: Pick<AuthCaller, 'auth' | 'db' | 'now'>,
  tries: Tries,
): Promise<boolean> {
  if (!auth.options.rateLimit.enabled) return true
  return asActor(db, VISITOR, async tx => {
    const { rows } = await sql<{ claimed: boolean }>`
      select private.claim_sign_in_try(${tries.subject}, ${tries.allowed}, ${now}) as claimed`.execute(tx)
    return rows[0]?.claimed ?? false
  })
}

/** The right password clears what was counted. */
export async function forgetTries(db: Kysely<DB>, tries: Tries): Promise<void> {
  await asActor(db, VISITOR, tx => sql`select private.forget_sign_in_tries(${tries.subject})`.execute(tx))
}

/**
 * Opens a session; gives the cookies that the answer must carry. Unknown users get the same answer in the same time. Tries are
 * counted per e-mail, whether it has an account or not; a browser that has signed in to it before has a count of its own, so that
 * nobody can lock the owner out.
 */
export async function logIn(
  caller: AuthCaller,
  { email, password }: LogIn,
): Promise<Result<string[], { code: AuthFailure }>> {
  const device = await knownDevice(caller, email)
  const tries = device ? triesOfDevice(device) : triesOfStrangers(email)
  if (!(await claimTry(caller, tries))) return err({ code: device ? 'rate_limited' : 'account_slowed' })
  const { internalAdapter } = await caller.auth.$context
  // The library asks for the passwords of a user that it finds; for none, the same question is asked here.
  if (!(await internalAdapter.findUserByEmail(email))) await internalAdapter.findAccounts(randomUUID())
  const answered = await callAuth(caller, { path: '/sign-in/email', body: { email, password } })
  // No account has a password that long; saying so would only tell two wrong passwords apart.
  if (!answered.ok && answered.error.code === 'password_too_long') return err({ code: 'invalid_credentials' })
  if (!answered.ok) return answered
  await forgetTries(caller.db, tries)
  return ok(device ? answered.value : [...answered.value, await markDevice(caller, email)])
}

/** Ends the session of the visitor's cookie; gives the cookies that take it from the browser. */
export const logOut = (caller: AuthCaller): Promise<Result<string[], { code: AuthFailure }>> =>
  callAuth(caller, { path: '/sign-out', body: {}, withSession: true })

/**
 * Makes an account that waits for its e-mail to be confirmed, and mails the link.
 * @param redirect page that the link leads to in the end.
 */
export async function signUp(
  caller: AuthCaller,
  form: SignUp,
  redirect: string | null,
): Promise<Result<undefined, { code: AuthFailure }>> {
  const { internalAdapter } = await caller.auth.$context
  const isTaken = async () => (await internalAdapter.findUserByEmail(form.email)) !== null
  const taken = await isTaken()
  // Asked also for a taken e-mail: the limit on tries holds before anything is told, and both answers take the same time.
  const answered = await callAuth(caller, {
    path: '/sign-up/email',
    body: {
      name: form.first_name,
      last_name: form.last_name,
      email: form.email,
      password: form.password,
      signupRole: form.role,
      callbackURL: afterLogIn(redirect),
    },
  })
  if (answered.ok) return taken ? err({ code: 'email_taken' }) : ok(undefined)
  // Somebody else, or a second click, may have taken the e-mail meanwhile.
  return answered.error.code === 'unexpected' && (await isTaken()) ? err({ code: 'email_taken' }) : answered
}
