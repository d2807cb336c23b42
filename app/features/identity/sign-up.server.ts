import { err, ok, type Result } from '#app/kernel/result.ts'
import { afterLogIn } from './auth-address.ts'
import { type AuthCaller, callAuth } from './auth-call.server.ts'
import type { AuthFailure } from './auth-messages.ts'
import type { SignUp } from './identity.schema.ts'

/**
 * Makes an account that waits for its e-mail to be confirmed, and mails the link.
 * @param redirect page that the link leads to in the end.
 */
export async function signUp(
  caller: AuthCaller,
  form: SignUp,
  redirect: string | null,
): Promise<Result<undefined, { code: AuthFailure }>> {
  const { internalAdapter } = await caller.auth.$context
  const isTaken = async () => (await internalAdapter.findUserByEmail(form.email)) !== null
  const taken = await isTaken()
  // Asked also for a taken e-mail: the limit on tries holds before anything is told, and both answers take the same time.
  const answered = await callAuth(caller, {
    path: '/sign-up/email',
    body: {
      name: form.first_name,
      last_name: form.last_name,
      email: form.email,
      password: form.password,
      signupRole: form.role,
      callbackURL: afterLogIn(redirect),
    },
  })
  if (answered.ok) return taken ? err({ code: 'email_taken' }) : ok(undefined)
  // Somebody else, or a second click, may have taken the e-mail meanwhile.
  return answered.error.code === 'unexpected' && (await isTaken()) ? err({ code: 'email_taken' }) : answered
}
