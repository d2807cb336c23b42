import { data, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { accountEvents } from '#app/features/analytics/record-events.server.ts'
import { secondStepFields } from '#app/features/identity/account-fields.ts'
import { afterLogIn, authAddress } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { answerAndRefresh } from '#app/features/identity/auth-provider.tsx'
import { sessionUser } from '#app/features/identity/session.server.ts'
import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { AUTH_MESSAGES, type AuthFailure, failureStatus } from '#app/features/identity/sign-in/auth-messages.ts'
import { awaitsSecondStep } from '#app/features/identity/staff/pending-step.ts'
import { finishLogIn, readCredential } from '#app/features/identity/staff/second-step.server.ts'
import { PASSKEY_PROBLEMS, usePasskey } from '#app/features/identity/staff/use-passkey.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useSubmit } from '#app/kit/forms/own-submit.tsx'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { Route } from './+types/second-step'

export const meta: Route.MetaFunction = () => [{ title: 'Segundo paso · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const to = afterLogIn(args.url.searchParams.get('redirect'))
  if (await sessionUser(args)) throw redirect(to)
  if (!awaitsSecondStep(args.request.headers.get('cookie'))) throw redirect(authAddress({ redirect: to }))
  return { back: authAddress({ redirect: to }) }
}

/** Spaces are how codes are shown and copied. */
const withoutGaps = (code: string) => code.replace(/\s/g, '')

const step = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('totp'),
    code: schemaOf(secondStepFields.code)
      .transform(withoutGaps)
      .pipe(z.string().regex(/^\d{6}$/, 'Son 6 números')),
  }),
  z.object({ intent: z.literal('recovery'), recovery: schemaOf(secondStepFields.recovery).transform(withoutGaps) }),
  z.object({ intent: z.literal('passkey'), response: z.string() }),
])

type Answer = { errors: Record<string, string>; failure: AuthFailure | undefined }

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const answer = (body: Partial<Answer>, status: number) =>
    data<Answer>({ errors: {}, failure: undefined, ...body }, status)
  const parsed = step.safeParse(form)
  if (!parsed.success) return answer({ errors: firstMessagePerField(parsed.error) }, 400)
  const caller = authCaller(args)
  if (!awaitsSecondStep(caller.cookie)) return answer({ failure: 'second_step_expired' }, 400)
  const taken = parsed.data
  const finished = await finishLogIn(
    caller,
    taken.intent === 'passkey'
      ? { method: 'passkey', response: readCredential(taken.response) }
      : taken.intent === 'totp'
        ? { method: 'totp', code: taken.code }
        : { method: 'recovery', code: taken.recovery },
  )
  if (!finished.ok) {
    const { code } = finished.error
    const field = taken.intent === 'totp' ? 'code' : 'recovery'
    return code === 'wrong_code'
      ? answer({ errors: { [field]: AUTH_MESSAGES[code] } }, 400)
      : answer({ failure: code }, failureStatus(code))
  }
  accountEvents(args, form)('login_success', finished.value)
  const to = afterLogIn(args.url.searchParams.get('redirect'))
  return redirect(to, { headers: finished.value.map((cookie): [string, string] => ['Set-Cookie', cookie]) })
}

/** The header fetches the signed-in user again, whatever the answer was. */
export const clientAction = (args: Route.ClientActionArgs) =>
  answerAndRefresh(() => keepTypedInput(args, (): Answer => ({ errors: {}, failure: 'unexpected' })))

/** The second step of a log-in, after the right password: a passkey, a code, or a recovery code. */
export default function SecondStep({ loaderData: { back }, actionData }: Route.ComponentProps) {
  const sending = useNavigation().formData?.get('intent')
  const submit = useSubmit()
  const { ref, field } = useForm(secondStepFields, actionData)
  const passkey = usePasskey('authenticate', '/auth/passkey', response =>
    submit({ intent: 'passkey', response }, { method: 'post' }),
  )
  const failure = sending ? undefined : actionData?.failure
  return (
    <AccountColumn
      title="Segundo paso"
      description="Tu contraseña es correcta. Falta comprobar que eres tú."
      back={{ to: back, label: 'Volver a iniciar sesión' }}
    >
      {failure && <Alert tone="error">{AUTH_MESSAGES[failure]}</Alert>}
      {passkey.problem && <Alert tone="error">{PASSKEY_PROBLEMS[passkey.problem]}</Alert>}
      {passkey.available && (
        <Button type="button" size="lg" className="w-full" pending={passkey.pending} onClick={passkey.ask}>
          Usar mi llave de acceso
        </Button>
      )}
      <Form ref={ref} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="totp" />
        <TextField {...field('code')} />
        <Button type="submit" size="lg" variant="secondary" pending={sending === 'totp'} className="w-full">
          Entrar con el código
        </Button>
      </Form>
      <details open={actionData?.errors.recovery !== undefined || undefined}>
        <summary className="flex min-h-11 cursor-pointer items-center text-md font-medium hover:text-copper">
          No tengo mi teléfono ni mi llave
        </summary>
        <Form method="post" noValidate className="grid gap-5 pt-3">
          <input type="hidden" name="intent" value="recovery" />
          <TextField {...field('recovery')} />
          <Button type="submit" variant="secondary" pending={sending === 'recovery'} className="justify-self-start">
            Entrar con el código de recuperación
          </Button>
          <p className="text-sm text-pretty text-muted">
            Si tampoco tienes esos códigos, quien opera el servidor puede quitar tu segundo paso.
          </p>
        </Form>
      </details>
    </AccountColumn>
  )
}
