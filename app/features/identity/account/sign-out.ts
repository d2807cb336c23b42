import { data, redirect } from 'react-router'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { safeRedirect } from '#app/features/identity/identity.ts'
import { failureStatus } from '#app/features/identity/sign-in/auth-messages.ts'
import { logOut } from '#app/features/identity/sign-in/sign-in.server.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import type { Route } from './+types/sign-out'

/** Signing out needs a POST: a link or an image must not do it. */
export const loader = () => redirect('/')

export async function action(args: Route.ActionArgs) {
  const { to } = await readForm(args.request)
  const ended = await logOut(authCaller(args))
  if (!ended.ok) throw data('Sign-out failed', { status: failureStatus(ended.error.code) })
  return redirect(safeRedirect(to), { headers: ended.value.map(cookie => ['Set-Cookie', cookie]) })
}
