import { redirect } from 'react-router'
import { authAddress } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { resendConfirmation } from '#app/features/identity/credentials/email.server.ts'
import { emailForm } from '#app/features/identity/identity-schema.server.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import type { Route } from './+types/resend'

export const loader = () => redirect('/auth')

/** Mails another confirmation link. The auth screen then shows the same for every e-mail. */
export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const parsed = emailForm.safeParse(form)
  const sent = parsed.success && (await resendConfirmation(authCaller(args), parsed.data.email, form.redirect ?? null))
  const limited = sent && !sent.ok && sent.error.code === 'rate_limited'
  return redirect(authAddress({ redirect: form.redirect, notice: limited ? 'limite' : 'correo-enviado' }))
}
