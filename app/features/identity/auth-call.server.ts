import type { Kysely } from 'kysely'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { AUTH_MESSAGES, type AuthFailure } from '#app/features/identity/sign-in/auth-messages.ts'
import { type RefusalDetails, refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import type { Auth } from '#app/platform/auth/auth.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { describeError, type Log } from '#app/platform/log/log.server.ts'
import { clientAddressContext, servicesOf } from '#app/platform/services/services.server.ts'

/** The caller of the auth library, with what it needs. */
export type AuthCaller = {
  auth: Auth
  db: Kysely<DB>
  log: Log
  appUrl: string
  /** Attempts are limited per address. */
  clientAddress: string
  userAgent: string | null
  cookie: string | null
  now: Date
}

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/** Builds a caller of the auth library from a request. */
export function authCaller({ request, context }: Args): AuthCaller {
  const { auth, db, log, settings, now } = servicesOf(context)
  return {
    auth,
    db,
    log,
    appUrl: settings.appUrl,
    clientAddress: context.get(clientAddressContext),
    userAgent: request.headers.get('user-agent'),
    cookie: request.headers.get('cookie'),
    now: now(),
  }
}

const FAILURES: Readonly<Record<string, AuthFailure>> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  INVALID_EMAIL: 'invalid_email',
  EMAIL_NOT_VERIFIED: 'email_not_confirmed',
  PASSWORD_TOO_SHORT: 'password_too_short',
  PASSWORD_TOO_LONG: 'password_too_long',
  TOKEN_EXPIRED: 'invalid_token',
  INVALID_TOKEN: 'invalid_token',
  USER_NOT_FOUND: 'invalid_token',
  INVALID_CODE: 'wrong_code',
  INVALID_BACKUP_CODE: 'wrong_code',
  TOTP_NOT_ENABLED: 'wrong_code',
  BACKUP_CODES_NOT_ENABLED: 'wrong_code',
  INVALID_TWO_FACTOR_COOKIE: 'second_step_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second_step_expired',
  TOTP_ALREADY_ENABLED: 'totp_already_enabled',
  TWO_FACTOR_NOT_ENABLED: 'wrong_code',
  CHALLENGE_NOT_FOUND: 'passkey_failed',
  PASSKEY_NOT_FOUND: 'passkey_failed',
  AUTHENTICATION_FAILED: 'passkey_failed',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_failed',
  PREVIOUSLY_REGISTERED: 'passkey_failed',
  USER_NOT_VERIFIED: 'passkey_failed',
}

type Call = {
  path: string
  body?: Record<string, unknown>
  /** Sends the visitor's cookies along: only for calls about the session itself. */
  withSession?: boolean
  /** Headers of the shop's own for the library's hooks. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Calls the auth library through its own handler, so that its limits and checks apply, and returns the cookies for the
 * response. A call without `body` is a GET.
 * @throws when the database is unavailable.
 */
export async function callAuth(caller: AuthCaller, call: Call): Promise<Result<string[], { code: AuthFailure }>> {
  const answered = await askAuth(caller, call)
  return answered.ok ? ok(answered.value.cookies) : answered
}

/** Calls the auth library as `callAuth`, and returns also the body of the answer, which the caller has to parse. */
export async function askAuth(
  caller: AuthCaller,
  call: Call,
): Promise<Result<{ cookies: string[]; body: unknown }, { code: AuthFailure }>> {
  const headers = new Headers({ ...call.headers, origin: caller.appUrl, 'x-alhena-client': caller.clientAddress })
  if (caller.userAgent) headers.set('user-agent', cutText(caller.userAgent, 300))
  if (call.withSession && caller.cookie) headers.set('cookie', caller.cookie)
  if (call.body) headers.set('content-type', 'application/json')
  const request = new Request(`${caller.appUrl}/api/auth${call.path}`, {
    headers,
    ...(call.body ? { method: 'POST', body: JSON.stringify(call.body) } : {}),
  })
  const path = call.path.split('?')[0]
  const response = await caller.auth.handler(request).catch((error: unknown) => {
    if (isDatabaseOutage(error)) throw error
    caller.log.error('auth_failed', { path, ...describeError(error) })
  })
  if (!response) return err({ code: 'unexpected' })
  if (response.ok) {
    return ok({ cookies: response.headers.getSetCookie(), body: await response.json().catch(() => undefined) })
  }
  if (response.status === 429) return err({ code: 'rate_limited' })
  // Without a code: another recovery code of the account was used at the same moment, and this step is over.
  if (response.status === 409) return err({ code: 'second_step_expired' })
  const { code } = answer.parse(await response.json().catch(() => undefined))
  const failure = FAILURES[code ?? '']
  if (failure) return err({ code: failure })
  caller.log.error('auth_answer_unknown', { path, status: response.status, code })
  return err({ code: 'unexpected' })
}

const answer = z.object({ code: z.string().optional() }).catch({})

/** What the auth library has answered. @throws Refusal with the text of its failure */
export function accepted<Value>(answered: Result<Value, { code: AuthFailure }>, details: RefusalDetails): Value {
  return answered.ok ? answered.value : refuse(AUTH_MESSAGES[answered.error.code], details)
}
