import { data, redirect, useNavigation } from 'react-router'
import { resetPassword, signInAfterReset } from '#app/features/identity/account/password.server.ts'
import { resetFields } from '#app/features/identity/account-fields.ts'
import { afterLogIn, authAddress, CONFIRMED_ELSEWHERE } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { resetForm } from '#app/features/identity/identity.schema.ts'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { AUTH_MESSAGES, type AuthFailure, statusOf } from '#app/features/identity/sign-in/auth-messages.ts'
import { STAFF_PASSWORD_TEXTS } from '#app/features/identity/staff/staff-passwords.server.ts'
import { firstMessagePerField } from '#app/forms/first-messages.ts'
import { answerOrKeepForm } from '#app/forms/keep-form.ts'
import { Form } from '#app/forms/own-form.tsx'
import { readForm } from '#app/forms/read-form.server.ts'
import { useForm } from '#app/forms/use-form.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () => [{ title: 'Crea una contraseña nueva · Alhena' }]

export const loader = ({ url }: Route.LoaderArgs) => ({
  hasToken: Boolean(url.searchParams.get('token')),
  isConfirmed: url.searchParams.has(CONFIRMED_ELSEWHERE),
})

type Answer = { errors: Record<string, string>; failure: AuthFailure | undefined }

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const parsed = resetForm.safeParse({ password: form.password, token: args.url.searchParams.get('token') })
  const answer = (failure: AuthFailure | undefined, status: number, errors: Answer['errors'] = {}) =>
    data<Answer>({ errors, failure }, status)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    return answer(errors.token ? 'invalid_token' : undefined, 400, errors)
  }
  const caller = authCaller(args)
  const changed = await resetPassword(caller, parsed.data)
  if (changed.ok) {
    const next = args.url.searchParams.get('redirect')
    // Whose mailbox was confirmed a moment ago goes on where the link led (decision 42), unless somebody is signed in here.
    const isNew = args.url.searchParams.has(CONFIRMED_ELSEWHERE) && !(await sessionUser(args))
    const opened = isNew ? await signInAfterReset(caller, changed.value.email, parsed.data.password) : []
    return redirect(opened.length > 0 ? afterLogIn(next) : authAddress({ notice: 'clave-nueva', redirect: next }), {
      headers: [...changed.value.cookies, ...opened].map(cookie => ['Set-Cookie', cookie]),
    })
  }
  const { error } = changed
  if (error.code === 'weak_password') return answer(undefined, 400, { password: STAFF_PASSWORD_TEXTS[error.problem] })
  return answer(error.code, statusOf(error.code))
}

/** A new password ends every session, including this browser's: the header must not show the user any more. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerAndRefresh(() => answerOrKeepForm(serverAction, (): Answer => ({ errors: {}, failure: 'unexpected' })))

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const { ref, field } = useForm(resetFields, { errors: actionData?.errors })
  const failure = actionData?.failure ?? (loaderData.hasToken ? undefined : 'invalid_token')
  const back = { to: '/auth', label: 'Volver a iniciar sesión' }
  if (failure === 'invalid_token') {
    return (
      <AccountColumn title="Crea una contraseña nueva" back={back}>
        <Alert tone="error">{AUTH_MESSAGES.invalid_token}</Alert>
        <ButtonLink to="/auth/forgot" size="lg" className="w-full">
          Pedir otro enlace
        </ButtonLink>
      </AccountColumn>
    )
  }
  return (
    <AccountColumn
      title="Crea una contraseña nueva"
      description={
        loaderData.isConfirmed
          ? 'Tu correo está confirmado y falta tu contraseña.'
          : 'Por seguridad, al guardarla se cierran todas tus sesiones abiertas.'
      }
      back={back}
    >
      {loaderData.isConfirmed && !actionData && (
        <Alert tone="info">
          Este no es el navegador en que se creó la cuenta. Para que nadie más pueda entrar, la contraseña de entonces
          ya no sirve: crea una nueva.
        </Alert>
      )}
      {!pending && failure && <Alert tone="error">{AUTH_MESSAGES[failure]}</Alert>}
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        {/* Marks the password field's form for password managers; only the link knows the user. */}
        <input type="text" name="username" autoComplete="username" hidden readOnly />
        <PasswordField {...field('password')} />
        <Button type="submit" size="lg" pending={pending} pendingLabel="Guardando…" className="w-full">
          Guardar contraseña
        </Button>
      </Form>
    </AccountColumn>
  )
}
