import { data, redirect, useNavigation } from 'react-router'
import { resetFields } from '#app/features/identity/account-fields.ts'
import { afterLogIn, authAddress, CONFIRMED_ELSEWHERE } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { isNameDue, resetPassword, signInAfterReset } from '#app/features/identity/credentials/password.server.ts'
import { ownerForm, resetForm } from '#app/features/identity/identity-schema.server.ts'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { OwnerFields } from '#app/features/identity/sign-in/account-forms.tsx'
import { AUTH_MESSAGES, type AuthFailure, failureStatus } from '#app/features/identity/sign-in/auth-messages.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { PasswordField } from '#app/kit/ui/password-field.tsx'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () => [{ title: 'Crea una contraseña nueva · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const token = readToken(args.url)
  return {
    hasToken: Boolean(searchParams.get('token')),
    isConfirmed: searchParams.has(CONFIRMED_ELSEWHERE),
    asksName: token !== undefined && (await isNameDue(authCaller(args), token)),
  }
}

const readToken = (url: URL): string | undefined => resetForm.shape.token.safeParse(url.searchParams.get('token')).data

const OWNER_NAMES = ['first_name', 'last_name', 'role'] as const
const NO_OWNER = { first_name: '', last_name: '', role: '' }

type Answer = { errors: Readonly<Record<string, string>>; failure: AuthFailure | undefined; values: typeof NO_OWNER }

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const caller = authCaller(args)
  const token = readToken(args.url)
  const values = typedValues(form, OWNER_NAMES)
  const answer = (failure: AuthFailure | undefined, status: number, errors: Answer['errors'] = {}) =>
    data<Answer>({ errors, failure, values }, status)
  if (token === undefined) return answer('invalid_token', 400)
  const parsed = resetForm.safeParse({ password: form.password, token })
  const owner = (await isNameDue(caller, token)) ? ownerForm.safeParse(form) : undefined
  if (!parsed.success || owner?.success === false) {
    const refusals = [parsed.error, owner?.error].flatMap(error => (error ? [firstMessagePerField(error)] : []))
    return answer(undefined, 400, Object.assign({}, ...refusals))
  }
  const reset = async () => {
    const changed = await resetPassword(caller, { ...parsed.data, owner: owner?.data })
    if (!changed.ok) {
      const { code } = changed.error
      return code === 'name_due' ? answer('unexpected', 409) : answer(code, failureStatus(code))
    }
    const next = args.url.searchParams.get('redirect')
    // Whose mailbox was confirmed a moment ago goes on where the link led (spec D42), unless somebody is signed in here.
    const isNew = args.url.searchParams.has(CONFIRMED_ELSEWHERE) && !(await sessionUser(args))
    const opened = isNew ? await signInAfterReset(caller, changed.value.email, parsed.data.password) : []
    return redirect(opened.length > 0 ? afterLogIn(next) : authAddress({ notice: 'clave-nueva', redirect: next }), {
      headers: [...changed.value.cookies, ...opened].map(cookie => ['Set-Cookie', cookie]),
    })
  }
  return answerRefusals(reset, { failure: undefined, values })
}

/** A new password ends every session, including this browser's: the header must not show the user any more. */
export const clientAction = (args: Route.ClientActionArgs) =>
  answerAndRefresh(() =>
    keepTypedInput(
      args,
      (form): Answer => ({ errors: {}, failure: 'unexpected', values: typedValues(form, OWNER_NAMES) }),
    ),
  )

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
      {(loaderData.isConfirmed || loaderData.asksName) && !actionData && (
        <Alert tone="info">
          {`Este no es el navegador en que se creó la cuenta. Para que nadie más pueda entrar, la contraseña de entonces ya no sirve: crea una nueva.${loaderData.asksName ? ' Tampoco queda lo que se escribió de ti: dinos de quién es.' : ''}`}
        </Alert>
      )}
      {!pending && failure && <Alert tone="error">{AUTH_MESSAGES[failure]}</Alert>}
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        {/* Marks the password field's form for password managers; only the link knows the user. */}
        <input type="text" name="username" autoComplete="username" hidden readOnly />
        {loaderData.asksName && (
          <OwnerFields values={actionData?.values ?? NO_OWNER} errors={actionData?.errors ?? {}} />
        )}
        <PasswordField {...field('password')} />
        <Button type="submit" size="lg" pending={pending} pendingLabel="Guardando…" className="w-full">
          Guardar contraseña
        </Button>
      </Form>
    </AccountColumn>
  )
}
