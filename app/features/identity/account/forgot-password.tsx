import { data, useNavigation } from 'react-router'
import { emailFields } from '#app/features/identity/account-fields.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { requestPasswordReset } from '#app/features/identity/credentials/password.server.ts'
import { emailForm } from '#app/features/identity/identity-schema.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { AUTH_MESSAGES, failureStatus, RESET_SENT } from '#app/features/identity/sign-in/auth-messages.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { Route } from './+types/forgot-password'

export const meta: Route.MetaFunction = () => [{ title: 'Recupera tu contraseña · Alhena' }]

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const { email } = typedValues(form, ['email'])
  const parsed = emailForm.safeParse(form)
  if (!parsed.success)
    return data({ email, errors: firstMessagePerField(parsed.error), failure: undefined, sent: false }, 400)
  const found = await requestPasswordReset(authCaller(args), parsed.data.email)
  if (found.ok) return data({ email, errors: {}, failure: undefined, sent: true })
  return data({ email, errors: {}, failure: found.error.code, sent: false }, failureStatus(found.error.code))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(args, form => {
    const { email } = typedValues(form, ['email'])
    return { email, errors: {}, failure: 'unexpected' as const, sent: false }
  })

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod === 'POST'
  const { ref, field } = useForm(emailFields, { errors: actionData?.errors })
  return (
    <AccountColumn
      title="Recupera tu contraseña"
      description="Escribe el correo de tu cuenta y te enviamos un enlace para crear una contraseña nueva."
      back={{ to: '/auth', label: 'Volver a iniciar sesión' }}
    >
      {!pending && actionData?.sent && <Alert tone="success">{RESET_SENT}</Alert>}
      {!pending && actionData?.failure && <Alert tone="error">{AUTH_MESSAGES[actionData.failure]}</Alert>}
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        <TextField {...field('email', actionData?.email)} />
        <Button type="submit" size="lg" pending={pending} pendingLabel="Enviando…" className="w-full">
          Enviar enlace
        </Button>
      </Form>
    </AccountColumn>
  )
}
