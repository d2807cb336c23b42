import { randomUUID } from 'node:crypto'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type AuthCaller, callAuth } from './auth-call.server.ts'
import type { AuthFailure } from './auth-messages.ts'
import type { LogIn } from './identity.schema.ts'
import { knownDevice, markDevice } from './known-device.server.ts'
import { claimTry, forgetTries, triesOfDevice, triesOfStrangers } from './sign-in-tries.server.ts'

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
