import { data, redirect, useNavigation } from 'react-router'
import { confirmEmailChange } from '#app/features/identity/account/email.server.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { Form } from '#app/forms/own-form.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/confirm-new-email'

export const meta: Route.MetaFunction = () => [{ title: 'Confirma tu nuevo correo · Alhena' }]

/** Read-only, because mail scanners open links too. */
export const loader = ({ url }: Route.LoaderArgs) => ({
  hasToken: Boolean(url.searchParams.get('token')),
  done: url.searchParams.has('listo'),
})

export async function action(args: Route.ActionArgs) {
  const token = args.url.searchParams.get('token') ?? ''
  const confirmed = await confirmEmailChange(authCaller(args), token, servicesOf(args.context).now())
  return confirmed.ok ? redirect('/auth/email?listo=1') : data({ failed: true }, 400)
}

/** The header shows the e-mail of the user signed in here. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerAndRefresh(serverAction)

export default function ConfirmNewEmail({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  if (loaderData.done) {
    return (
      <AccountColumn title="Tu correo cambió">
        <Alert tone="success">Desde ahora entras con tu nuevo correo. Tus compras y accesos siguen en tu cuenta.</Alert>
        <ButtonLink to="/account" size="lg" className="w-full">
          Ir a Mi Cuenta
        </ButtonLink>
      </AccountColumn>
    )
  }
  if (actionData?.failed || !loaderData.hasToken) {
    return (
      <AccountColumn title="Confirma tu nuevo correo">
        <Alert tone="error">{AUTH_MESSAGES.invalid_token}</Alert>
        <ButtonLink to="/account/security" size="lg" className="w-full">
          Pedir el cambio otra vez
        </ButtonLink>
      </AccountColumn>
    )
  }
  return (
    <AccountColumn
      title="Confirma tu nuevo correo"
      description="Al confirmar, tu cuenta usará este correo para entrar y para los avisos."
    >
      <Form method="post">
        <Button type="submit" size="lg" pending={pending} pendingLabel="Confirmando…" className="w-full">
          Confirmar mi nuevo correo
        </Button>
      </Form>
    </AccountColumn>
  )
}
