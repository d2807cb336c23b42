import { err, type Result } from '#app/kernel/result.ts'
import { type AuthCaller, callAuth } from './auth-call.server.ts'
import type { AuthFailure } from './auth-messages.ts'
import type { LogIn } from './identity.schema.ts'

/** Opens a session; gives the cookies that the answer must carry. Unknown users get the same answer in the same time. */
export async function logIn(
  caller: AuthCaller,
  { email, password }: LogIn,
): Promise<Result<string[], { code: AuthFailure }>> {
  const answered = await callAuth(caller, { path: '/sign-in/email', body: { email, password } })
  // No account has a password that long; saying so would only tell two wrong passwords apart.
  if (!answered.ok && answered.error.code === 'password_too_long') return err({ code: 'invalid_credentials' })
  return answered
}

/** Ends the session of the visitor's cookie; gives the cookies that take it from the browser. */
export const logOut = (caller: AuthCaller): Promise<Result<string[], { code: AuthFailure }>> =>
  callAuth(caller, { path: '/sign-out', body: {}, withSession: true })
