import { err, ok, type Result } from '#app/kernel/result.ts'
import type { AuthCaller } from './auth-call.server.ts'
import { claimTry, forgetTries, triesOfOwner } from './sign-in-tries.server.ts'

export type PasswordRefusal = { code: 'wrong_password' | 'rate_limited' }

/**
 * Asks a signed-in person for the password again. Gives its stored hash, which the change that follows hands to the database: what
 * was verified must still hold when it is done.
 */
export async function askPassword(
  caller: Pick<AuthCaller, 'auth' | 'db' | 'now'>,
  userId: string,
  password: string,
): Promise<Result<string, PasswordRefusal>> {
  const tries = triesOfOwner(userId)
  if (!(await claimTry(caller, tries))) return err({ code: 'rate_limited' })
  const { internalAdapter, password: passwords } = await caller.auth.$context
  const account = await internalAdapter.findCredentialAccount(userId)
  const hash = account?.password
  // Longer ones are no password of anybody, and deriving a key from them costs the server.
  if (!hash || password.length > 128) return err({ code: 'wrong_password' })
  if (!(await passwords.verify({ hash, password }))) return err({ code: 'wrong_password' })
  await forgetTries(caller.db, tries)
  return ok(hash)
}
