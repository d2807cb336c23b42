import { data, redirect, useNavigation } from 'react-router'
import { confirmEmail } from '#app/features/identity/account/email.server.ts'
import { afterLogIn, authAddress } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { ResendForm } from '#app/features/identity/sign-in/account-forms.tsx'
import { AUTH_MESSAGES, statusOf } from '#app/features/identity/sign-in/auth-messages.ts'
import { Form } from '#app/forms/own-form.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { notify } from '#app/ui/toast.ts'
import type { Route } from './+types/confirm-email'

export const meta: Route.MetaFunction = () => [{ title: 'Confirma tu correo · Alhena' }]

/** Read-only, because mail scanners open links too. */
export const loader = ({ url }: Route.LoaderArgs) => ({
  hasToken: Boolean(url.searchParams.get('token')),
  redirectTo: afterLogIn(url.searchParams.get('redirect')),
})

export async function action(args: Route.ActionArgs) {
  const { searchParams } = args.url
  const confirmed = await confirmEmail(authCaller(args), searchParams.get('token') ?? '')
  if (confirmed.ok && confirmed.value.length > 0) {
    return redirect(afterLogIn(searchParams.get('redirect')), {
      headers: confirmed.value.map(cookie => ['Set-Cookie', cookie]),
    })
  }
  if (confirmed.ok) return redirect(authAddress({ redirect: searchParams.get('redirect'), confirmed: true }))
  return data({ failure: confirmed.error.code }, statusOf(confirmed.error.code))
}

/** The header fetches the signed-in user again, and a message follows to the page that the person was on the way to. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerAndRefresh(async () => {
    try {
      return await serverAction()
    } catch (thrown) {
      if (thrown instanceof Response && !thrown.headers.get('Location')?.startsWith('/auth')) notify(CONFIRMED_TOAST)
      throw thrown
    }
  })

const CONFIRMED_TOAST = {
  title: 'Tu correo está confirmado',
  description: 'Ya entraste a tu cuenta.',
  tone: 'success',
} as const

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const failure = actionData?.failure ?? (loaderData.hasToken ? undefined : 'invalid_token')
  if (failure === 'invalid_token') {
    return (
      <AccountColumn title="Confirma tu correo">
        <Alert tone="error">{AUTH_MESSAGES.invalid_token}</Alert>
        <p>Si todavía no confirmas tu correo, te enviamos otro enlace.</p>
        <ResendForm redirectTo={loaderData.redirectTo} />
      </AccountColumn>
    )
  }
  return (
    <AccountColumn
      title="Confirma tu correo"
      description={
        loaderData.redirectTo === '/'
          ? 'Un paso más y tu cuenta queda lista.'
          : 'Un paso más: entras a tu cuenta y sigues donde ibas.'
      }
    >
      {failure && <Alert tone="error">{AUTH_MESSAGES[failure]}</Alert>}
      <Form method="post">
        <Button type="submit" size="lg" pending={pending} pendingLabel="Confirmando…" className="w-full">
          Confirmar mi correo
        </Button>
      </Form>
    </AccountColumn>
  )
}
