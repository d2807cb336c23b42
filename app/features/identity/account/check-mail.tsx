import { data, redirect, useLocation } from 'react-router'
import { afterLogIn } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { resendConfirmation } from '#app/features/identity/credentials/email.server.ts'
import { emailForm } from '#app/features/identity/identity-schema.server.ts'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { AUTH_MESSAGES, failureStatus, MAIL_SENT } from '#app/features/identity/sign-in/auth-messages.ts'
import { CheckMail, ResendForm, readTyped } from '#app/features/identity/sign-in/check-mail.tsx'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { hasMailbox } from '#app/platform/mail/demo-mailbox.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/check-mail'

export const meta: Route.MetaFunction = () => [{ title: 'Revisa tu correo · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const redirectTo = afterLogIn(args.url.searchParams.get('redirect'))
  if (await sessionUser(args)) throw redirect(redirectTo)
  return { redirectTo, hasMailbox: hasMailbox(servicesOf(args.context).settings) }
}

/** Mails another confirmation link. The answer is the same for every e-mail. */
export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const { email } = typedValues(form, ['email'])
  const redirectTo = afterLogIn(form.redirect)
  const parsed = emailForm.safeParse(form)
  if (!parsed.success) {
    return data({ email, redirectTo, errors: firstMessagePerField(parsed.error), failure: undefined }, 400)
  }
  const sent = await resendConfirmation(authCaller(args), parsed.data.email, redirectTo)
  // The library refuses other addresses for a reason of theirs: they get the same answer as a sent link.
  const failure = !sent.ok && sent.error.code === 'rate_limited' ? sent.error.code : undefined
  return data({ email: parsed.data.email, redirectTo, errors: {}, failure }, failure ? failureStatus(failure) : 200)
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(args, form => {
    const { email } = typedValues(form, ['email'])
    return { email, redirectTo: afterLogIn(String(form.get('redirect'))), errors: {}, failure: 'unexpected' as const }
  })

export default function CheckYourMail({ loaderData, actionData }: Route.ComponentProps) {
  const kept = readTyped(useLocation().state)
  const typed = { ...kept, email: actionData?.email ?? kept.email }
  const redirectTo = actionData?.redirectTo ?? loaderData.redirectTo
  const errors: Record<string, string> = actionData?.errors ?? {}
  const failure = actionData?.failure
  if (actionData && errors.email === undefined) {
    return (
      <AccountColumn title="Revisa tu correo">
        <CheckMail redirectTo={redirectTo} typed={typed} hasMailbox={loaderData.hasMailbox} since={actionData}>
          {failure ? <Alert tone="error">{AUTH_MESSAGES[failure]}</Alert> : <Alert tone="success">{MAIL_SENT}</Alert>}
        </CheckMail>
      </AccountColumn>
    )
  }
  return (
    <AccountColumn title="Revisa tu correo" description="Si todavía no confirmas tu correo, te enviamos otro enlace.">
      <ResendForm redirectTo={redirectTo} typed={typed} errors={errors} />
    </AccountColumn>
  )
}
