import type { Result } from '#app/kernel/result.ts'
import { afterLogIn } from './auth-address.ts'
import { type AuthCaller, callAuth } from './auth-call.server.ts'
import type { AuthFailure } from './auth-messages.ts'

/** Marks the e-mail of a confirmation link as confirmed. It opens no session, so a link that is used again gives nothing. */
export const confirmEmail = (caller: AuthCaller, token: string): Promise<Result<string[], { code: AuthFailure }>> =>
  callAuth(caller, { path: `/verify-email?${new URLSearchParams({ token })}` })

/** Mails another confirmation link to an account that waits for one; the answer does not tell whether there is such an account. */
export const resendConfirmation = (
  caller: AuthCaller,
  email: string,
  redirect: string | null,
): Promise<Result<string[], { code: AuthFailure }>> =>
  callAuth(caller, { path: '/send-verification-email', body: { email, callbackURL: afterLogIn(redirect) } })
