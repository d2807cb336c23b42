import { setTimeout } from 'node:timers/promises'
import { ok, type Result } from '#app/kernel/result.ts'
import { afterLogIn } from './auth-address.ts'
import { type AuthCaller, callAuth } from './auth-call.server.ts'
import type { AuthFailure } from './auth-messages.ts'
import { claimTry, linksTo } from './sign-in-tries.server.ts'

/** Marks the e-mail of a confirmation link as confirmed. It opens no session, so a link that is used again gives nothing. */
export const confirmEmail = (caller: AuthCaller, token: string): Promise<Result<string[], { code: AuthFailure }>> =>
  callAuth(caller, { path: `/verify-email?${new URLSearchParams({ token })}` })

/** The auth library's own floor for this request, so that one that mails nothing takes as long (milliseconds). */
const SAME_TIME_MS = 500

/**
 * Mails another confirmation link to an account that waits for one; the answer does not tell whether there is such an account, or
 * whether it has got its five links of this quarter of an hour.
 */
export async function resendConfirmation(
  caller: AuthCaller,
  email: string,
  redirect: string | null,
): Promise<Result<string[], { code: AuthFailure }>> {
  if (await claimTry(caller, linksTo(email))) {
    return callAuth(caller, { path: '/send-verification-email', body: { email, callbackURL: afterLogIn(redirect) } })
  }
  await setTimeout(SAME_TIME_MS)
  return ok([])
}
