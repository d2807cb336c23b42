import { type Auth, type AuthMail, createAuth } from '#app/platform/auth/auth.server.ts'
import type { Databases } from '#app/platform/database/database.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import type { AuthCaller } from './auth-call.server.ts'
import type { SignUp } from './identity.schema.ts'

export const APP_URL = 'http://shop.test'

export type TestAccounts = {
  auth: Auth
  confirmations: AuthMail[]
  resets: AuthMail[]
  /** Lines of the log, as it wrote them. */
  logged: string[]
  caller: (given?: Partial<AuthCaller>) => AuthCaller
}

/** The auth library on a test's database; its mails are kept instead of queued. */
export function openAccounts(database: Pick<Databases, 'ownerPool'>, rateLimit = false): TestAccounts {
  const confirmations: AuthMail[] = []
  const resets: AuthMail[] = []
  const logged: string[] = []
  const log = createLog('info', line => logged.push(line))
  const auth = createAuth({
    ownerPool: database.ownerPool,
    appUrl: APP_URL,
    secret: 'a secret of this test, long enough for the library',
    rateLimit,
    log,
    sendConfirmation: async mail => void confirmations.push(mail),
    sendPasswordReset: async mail => void resets.push(mail),
  })
  const caller = (given: Partial<AuthCaller> = {}): AuthCaller => ({
    auth,
    log,
    appUrl: APP_URL,
    clientAddress: '203.0.113.7',
    userAgent: 'test',
    cookie: null,
    ...given,
  })
  return { auth, confirmations, resets, logged, caller }
}

let people = 0

export function signUpForm(given: Partial<SignUp> = {}): SignUp {
  people += 1
  return {
    intent: 'signup',
    role: 'client',
    first_name: 'Ana',
    last_name: 'Rojas',
    email: `persona-${people}@example.cl`,
    password: 'correcta-123',
    ...given,
  }
}

/** The Cookie header that a browser would send after these Set-Cookie headers. */
export const cookieHeader = (setCookies: readonly string[]): string =>
  setCookies.map(cookie => cookie.split(';')[0]).join('; ')
