import { data } from 'react-router'
import { z } from 'zod'
import { type AuthCaller, accepted, askAuth, authCaller, callAuth } from '#app/features/identity/auth-call.server.ts'
import type { OpenSession, RequestArgs } from '#app/features/identity/session.server.ts'
import { AUTH_MESSAGES, type AuthFailure, failureStatus } from '#app/features/identity/sign-in/auth-messages.ts'
import { knownDevice, markDevice } from '#app/features/identity/sign-in/sign-in.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { findStaffMember, noteFailedSignIn, noteSignIn } from './note-sign-in.server.ts'
import { markReauthenticated } from './reauthentication.server.ts'
import { claimTotpStep, recoveryCodes } from './second-factor.server.ts'
import { endSession, markSession, sessionAfter } from './staff-session.server.ts'

type Step = { method: 'totp' | 'recovery'; code: string } | { method: 'passkey'; response: unknown }

const PATHS = {
  totp: '/two-factor/verify-totp',
  recovery: '/two-factor/verify-backup-code',
  passkey: '/passkey/verify-authentication',
} as const

/** Finishes a log-in by a code, a recovery code or a passkey. Returns the cookies of the session. */
export async function finishLogIn(caller: AuthCaller, step: Step): Promise<Result<string[], { code: AuthFailure }>> {
  const answered = await verify(caller, step)
  if (!answered.ok) {
    const pending = await pendingUser(caller)
    const staff = pending && (await findStaffMember(caller, { email: pending.email }))
    if (staff) await noteFailedSignIn(caller, staff, step.method)
    return answered
  }
  const session = await markSession(caller, answered.value, { second_factor_at: caller.now })
  if (!session) return err({ code: 'unexpected' })
  const device = await knownDevice(caller, session.email)
  const staff = await findStaffMember(caller, { id: session.userId })
  if (staff) await noteSignIn(caller, staff, { by: step.method, isKnown: device !== undefined })
  return ok(device ? answered.value : [...answered.value, await markDevice(caller, session.email)])
}

async function verify(caller: AuthCaller, step: Step): Promise<Result<string[], { code: AuthFailure }>> {
  const path = PATHS[step.method]
  if (step.method === 'passkey') return callAuth(caller, { path, body: { response: step.response }, withSession: true })
  // As the library decides whose code it is: the session's, else of whose password was right.
  const userId = (await sessionAfter(caller, []))?.userId ?? (await pendingUser(caller))?.id
  if (step.method === 'totp' && userId && !(await claimTotpStep(caller, userId, step.code)))
    return err({ code: 'wrong_code' })
  const answered = await callAuth(caller, { path, body: { code: step.code }, withSession: true })
  if (answered.ok || step.method === 'totp' || userId === undefined) return answered
  // Where several send one recovery code at once, one of them has used it by now.
  const isGone = !(await recoveryCodes(caller.auth, userId)).includes(step.code)
  return isGone && answered.error.code === 'second_step_expired' ? err({ code: 'wrong_code' }) : answered
}

/** Whose password was right, by the library's signed cookie. */
async function pendingUser({ auth, cookie }: AuthCaller): Promise<{ id: string; email: string } | undefined> {
  const { internalAdapter } = await auth.$context
  const identifier = /alhena\.two_factor=([^;.]+)\./.exec(cookie ?? '')?.[1]
  const pending = identifier && (await internalAdapter.findVerificationValue(decodeURIComponent(identifier)))
  const user = pending ? await internalAdapter.findUserById(pending.value) : null
  return user ?? undefined
}

/** What the browser needs to make or use a passkey, and the cookie that remembers the challenge. */
async function askPasskey(
  caller: AuthCaller,
  purpose: 'register' | 'authenticate',
): Promise<Result<{ options: unknown; cookies: string[] }, { code: AuthFailure }>> {
  const answered = await askAuth(caller, { path: `/passkey/generate-${purpose}-options`, withSession: true })
  if (!answered.ok) return answered
  const { body, cookies } = answered.value
  // A passkey stands for two factors only if it asked its owner for a finger, a face or a PIN.
  const options = purpose === 'authenticate' ? Object.assign({}, body, { userVerification: 'required' }) : body
  return ok({ options, cookies })
}

/**
 * Confirms who sits before the session by a passkey. The library opens a session for its owner, which replaces the caller's;
 * a passkey of somebody else confirms nothing. Returns the cookies of that session. @throws Refusal
 */
export async function reauthenticateByPasskey(
  caller: AuthCaller,
  session: OpenSession,
  response: unknown,
): Promise<string[]> {
  const answered = await callAuth(caller, { path: PATHS.passkey, body: { response }, withSession: true })
  const cookies = accepted(answered, UNCONFIRMED)
  const opened = await sessionAfter(caller, cookies)
  if (!opened || opened.id === session.id) return refuse(AUTH_MESSAGES.unexpected, UNCONFIRMED)
  if (opened.userId !== session.user.id) {
    await endSession(caller, opened.id)
    refuse(AUTH_MESSAGES.invalid_credentials, UNCONFIRMED)
  }
  await markSession(caller, cookies, { second_factor_at: caller.now })
  await markReauthenticated(caller, { ...session, id: opened.id }, 'passkey')
  await endSession(caller, session.id)
  return cookies
}

const UNCONFIRMED = { status: 400 } as const

/** The answer to a page that needs a challenge for a passkey, with the cookie that remembers it. @throws the failure's status */
export async function passkeyChallenge(args: RequestArgs, purpose: 'register' | 'authenticate'): Promise<Response> {
  const challenge = await askPasskey(authCaller(args), purpose)
  if (!challenge.ok) throw data('No challenge', failureStatus(challenge.error.code))
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const cookie of challenge.value.cookies) headers.append('set-cookie', cookie)
  return new Response(JSON.stringify(challenge.value.options), { headers })
}

/** Characters of an authenticator's answer; an attestation is not asked for. */
const MAX_ANSWER = 20_000

const credential = z.looseObject({ id: z.string().max(1500), response: z.looseObject({}) })

/** What an authenticator answered, as a form sends it; undefined when it is no such thing. */
export function readCredential(text: string | undefined): unknown {
  if (text === undefined || text.length > MAX_ANSWER || !text.startsWith('{')) return undefined
  try {
    return credential.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
