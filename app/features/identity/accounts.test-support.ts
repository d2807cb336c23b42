import { createHash } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { signUp } from '#app/features/identity/sign-in/sign-in.server.ts'
import { type Auth, type AuthMail, createAuth, type PasswordHasher } from '#app/platform/auth/auth.server.ts'
import type { Databases } from '#app/platform/database/database.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import {
  clientAddressContext,
  readsContext,
  type Services,
  servicesContext,
} from '#app/platform/services/services.server.ts'
import type { AuthCaller } from './auth-call.server.ts'
import { confirmEmail } from './credentials/email.server.ts'
import type { SignUp } from './identity-schema.server.ts'
import { requireUser } from './session.server.ts'

const APP_URL = 'http://shop.test'

export type TestAccounts = {
  auth: Auth
  confirmations: AuthMail[]
  resets: AuthMail[]
  /** E-mails of accounts that were notified of a password reset. */
  changed: string[]
  /** Logged lines. */
  logged: string[]
  caller: (input?: Partial<AuthCaller>) => AuthCaller
}

/** Avoids the 50 to 100 ms of CPU that scrypt takes per password. */
export const cheapHasher: PasswordHasher = {
  hash: async password => `test:${createHash('sha256').update(password).digest('hex')}`,
  verify: async ({ hash, password }) => hash === (await cheapHasher.hash(password)),
}

type AccountOptions = { rateLimit?: boolean; hasher?: PasswordHasher | 'scrypt' }

/**
 * The auth library on a test's database; its mails are collected instead of queued, and its passwords hashed cheaply.
 */
export function openAccounts(
  database: Pick<Databases, 'db' | 'ownerPool'>,
  { rateLimit = false, hasher = cheapHasher }: AccountOptions = {},
): TestAccounts {
  const confirmations: AuthMail[] = []
  const resets: AuthMail[] = []
  const changed: string[] = []
  const logged: string[] = []
  const log = createLog('info', line => logged.push(line))
  const auth = createAuth({
    ownerPool: database.ownerPool,
    appUrl: APP_URL,
    secret: 'a secret of this test, long enough for the library',
    rateLimit,
    ...(hasher === 'scrypt' ? {} : { passwordHasher: hasher }),
    log,
    sendConfirmation: async mail => void confirmations.push(mail),
    sendPasswordReset: async mail => void resets.push(mail),
    sendPasswordChanged: async ({ recipient }) => void changed.push(recipient),
  })
  const caller = (input: Partial<AuthCaller> = {}): AuthCaller => ({
    auth,
    db: database.db,
    log,
    appUrl: APP_URL,
    clientAddress: '203.0.113.7',
    userAgent: 'test',
    cookie: null,
    now: new Date(),
    ...input,
  })
  return { auth, confirmations, resets, changed, logged, caller }
}

let people = 0

export function signUpForm(input: Partial<SignUp> = {}): SignUp {
  people += 1
  return {
    intent: 'signup',
    role: 'client',
    first_name: 'Ana',
    last_name: 'Rojas',
    email: `persona-${people}@example.cl`,
    password: 'correcta-123',
    ...input,
  }
}

/** The Cookie header that a browser would send after these Set-Cookie headers. */
export const cookieHeader = (setCookies: readonly string[]): string =>
  setCookies.map(cookie => cookie.split(';')[0]).join('; ')

/** A clock that is later whenever it is read, as that of a busy server may be. */
function laterEachTime(): () => Date {
  let last = 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return new Date(last)
  }
}

/** The context of a request to these accounts. */
export function contextOf(accounts: TestAccounts, database: Databases, clientAddress = '203.0.113.7') {
  const { auth, log } = accounts.caller()
  const context = new RouterContextProvider()
  const settings = { appUrl: APP_URL, dataDir: '/nowhere', demo: false, payments: 'simulator' as const }
  const services = { db: database.db, auth, log, settings, now: laterEachTime() }
  // Accounts don't use the other services.
  context.set(servicesContext, services as unknown as Services)
  context.set(readsContext, () => database.db)
  context.set(clientAddressContext, clientAddress)
  return context
}

/** An account that was just made, in the browser that made it: its Cookie header and the token of the mailed link. */
export async function openSignUp(accounts: TestAccounts, input: Partial<SignUp> = {}) {
  const form = signUpForm(input)
  const made = await signUp(accounts.caller(), form, null)
  if (!made.ok) throw new Error(made.error.code)
  return { ...form, browser: cookieHeader(made.value), token: accounts.confirmations.at(-1)?.token ?? '' }
}

/** A confirmed account and the Cookie header of a session of it. */
export async function openSession(accounts: TestAccounts, input: Partial<SignUp> = {}) {
  const { browser, token, ...form } = await openSignUp(accounts, input)
  const opened = await confirmEmail(accounts.caller({ cookie: browser }), token)
  if (!opened.ok || opened.value.by !== 'session') throw new Error('The account has no session')
  return { ...form, cookie: cookieHeader(opened.value.cookies) }
}

/** Whether a Cookie header belongs to an open session. */
export const isSignedIn = async ({ auth }: TestAccounts, cookie: string): Promise<boolean> =>
  (await auth.api.getSession({ headers: new Headers({ cookie }) })) !== null

/** Template and parameters of the mails queued for an address, oldest first. */
export async function mailsTo({ ownerPool }: Databases, recipient: string) {
  const found = await ownerPool.query<{ template: string; params: Record<string, string> }>(
    'select template, params from mails where recipient = $1 order by created_at, template',
    [recipient],
  )
  return found.rows
}

/** The audit entries of a profile. */
export async function auditOf({ ownerPool }: Databases, id: string) {
  const found = await ownerPool.query(
    "select action, actor_kind, actor_user_id, before, after from audit_log where entity = 'profiles' and entity_id = $1 order by id",
    [id],
  )
  return found.rows
}

/** A confirmed account with its session's cookie and user. */
export async function openPerson(accounts: TestAccounts, database: Databases, input: Partial<SignUp> = {}) {
  const session = await openSession(accounts, input)
  const request = new Request(APP_URL, { headers: { cookie: session.cookie } })
  return {
    ...session,
    user: await requireUser({ request, url: new URL(APP_URL), context: contextOf(accounts, database) }),
  }
}
