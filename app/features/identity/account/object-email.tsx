import { data, redirect, useNavigation } from 'react-router'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { objectToEmailChange } from '#app/features/identity/credentials/email.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import type { Route } from './+types/object-email'

export const meta: Route.MetaFunction = () => [{ title: 'Recupera tu cuenta · Alhena' }]

/** Read-only, because mail scanners open links too. */
export const loader = ({ url }: Route.LoaderArgs) => ({
  hasToken: Boolean(url.searchParams.get('token')),
  done: url.searchParams.has('listo'),
})

export async function action(args: Route.ActionArgs) {
  const objected = await objectToEmailChange(authCaller(args), args.url.searchParams.get('token') ?? '')
  return objected ? redirect('/auth/email-objection?listo=1') : data({ failed: true }, 400)
}

/** Every session has ended, possibly this browser's too. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerAndRefresh(serverAction)

export default function ObjectEmail({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  if (loaderData.done) {
    return (
      <AccountColumn title="Tu cuenta está a salvo">
        <Alert tone="success">
          Tu cuenta sigue con tu correo. Cerramos todas sus sesiones y la contraseña anterior ya no sirve.
        </Alert>
        <ButtonLink to="/auth/forgot" size="lg" className="w-full">
          Crear una contraseña nueva
        </ButtonLink>
      </AccountColumn>
    )
  }
  if (actionData?.failed || !loaderData.hasToken) {
    return (
      <AccountColumn title="Recupera tu cuenta">
        <Alert tone="error">{AUTH_MESSAGES.invalid_token}</Alert>
        <p>Si todavía entras con tu correo, crea una contraseña nueva. Si ya no, escríbenos.</p>
        <ButtonLink to="/auth/forgot" size="lg" className="w-full">
          Crear una contraseña nueva
        </ButtonLink>
      </AccountColumn>
    )
  }
  return (
    <AccountColumn
      title="Recupera tu cuenta"
      description="Si no pediste cambiar el correo de tu cuenta, impídelo aquí. Tu cuenta queda con este correo, se cierran todas sus sesiones y creas una contraseña nueva."
    >
      <Form method="post">
        <Button type="submit" size="lg" pending={pending} pendingLabel="Recuperando…" className="w-full">
          No fui yo: recuperar mi cuenta
        </Button>
      </Form>
    </AccountColumn>
  )
}
