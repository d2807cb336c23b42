import { setTimeout } from 'node:timers/promises'
import { ok, type Result } from '#app/kernel/result.ts'
import { type AuthCaller, callAuth } from './auth-call.server.ts'
import type { AuthFailure } from './auth-messages.ts'
import { markDevice } from './known-device.server.ts'
import { claimTry, linksTo } from './sign-in-tries.server.ts'

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
  const asked = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  const user = asked ? await internalAdapter.findUserById(asked.value) : null
  const changed = await callAuth(caller, { path: '/reset-password', body: { token, newPassword: password } })
  if (!changed.ok || !user) return changed
  return ok([...changed.value, await markDevice(caller, user.email)])
}
