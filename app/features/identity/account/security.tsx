import { data, redirect, useNavigation } from 'react-router'
import type { z } from 'zod'
import { EmailPanel, PasswordPanel, SessionsPanel } from '#app/features/identity/account/security-panels.tsx'
import { authAddress, SECOND_STEP_PATH, withRedirect } from '#app/features/identity/auth-address.ts'
import { authCaller } from '#app/features/identity/auth-call.server.ts'
import { closeSessions } from '#app/features/identity/credentials/close-sessions.server.ts'
import { deviceName } from '#app/features/identity/credentials/device-name.ts'
import { cancelEmailChange, requestEmailChange } from '#app/features/identity/credentials/email.server.ts'
import { openEmailChange, ownSessions } from '#app/features/identity/credentials/own-sessions.server.ts'
import { changePassword } from '#app/features/identity/credentials/password.server.ts'
import { SECURITY_INTENTS, type SecurityIntent, securityForm } from '#app/features/identity/identity-schema.server.ts'
import { actorOf, requireSession } from '#app/features/identity/session.server.ts'
import { awaitsSecondStep } from '#app/features/identity/staff/pending-step.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { keepTypedInput, NO_ANSWER } from '#app/kit/forms/keep-typed-input.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { AccountPage } from '#app/layouts/account/account-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/security'

export const meta: Route.MetaFunction = () => [{ title: 'Seguridad · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const { id, user } = await requireSession(args)
  const { db, now } = servicesOf(args.context)
  const [sessions, waiting] = await readAs(db, actorOf(user), tx =>
    Promise.all([ownSessions(tx, now()), openEmailChange(tx, user.id, now())]),
  )
  const done = args.url.searchParams.get('listo')
  return {
    email: user.email,
    waiting: waiting && { email: waiting.new_email, until: formatDateTime(waiting.expires_at) },
    sessions: sessions.map(session => ({
      id: session.id,
      device: deviceName(session.user_agent),
      lastUsed: formatDateTime(session.last_used_at),
      opened: formatDateTime(session.created_at),
      isThis: session.id === id,
    })),
    done: isDone(done) ? done : undefined,
  }
}

/** Confirmations, by the parameter `listo`. */
const DONE = {
  clave: 'Tu contraseña cambió y cerramos tus demás sesiones. Te avisamos por correo.',
  correo: 'Te enviamos un enlace al nuevo correo. Ábrelo para confirmar el cambio; hasta entonces sigue el actual.',
  'correo-cancelado': 'Cancelamos el cambio de correo.',
  sesion: 'Cerramos esa sesión.',
  sesiones: 'Cerramos tus demás sesiones.',
} as const
type Done = keyof typeof DONE

const isDone = (value: string | null): value is Done => value !== null && Object.hasOwn(DONE, value)

type Answer = {
  intent: SecurityIntent | undefined
  errors: Readonly<Record<string, string>>
  /** The new e-mail. */
  typed: string
  unanswered: boolean
}

const finished = (done: Done, cookies: string[] = []) =>
  redirect(`/account/security?listo=${done}`, { headers: cookies.map(cookie => ['Set-Cookie', cookie]) })

export async function action(args: Route.ActionArgs) {
  const { id, user } = await requireSession(args)
  const fields = await readForm(args.request)
  const intent = SECURITY_INTENTS.find(known => known === fields.intent)
  if (!intent) throw data('Unknown intent', { status: 400 })
  const kept = { intent, typed: typedValues(fields, ['new_email']).new_email, unanswered: false }
  const form = securityForm.safeParse(fields)
  if (!form.success) return data<Answer>({ ...kept, errors: firstMessagePerField(form.error) }, 400)
  return answerRefusals(() => change(args, { id, user }, form.data), kept)
}

type Session = Pick<Awaited<ReturnType<typeof requireSession>>, 'id' | 'user'>

async function change(args: Route.ActionArgs, { id, user }: Session, form: z.infer<typeof securityForm>) {
  const { db, now } = servicesOf(args.context)
  switch (form.intent) {
    case 'change_password': {
      const { current_password: current, new_password: next } = form
      const cookies = await changePassword(authCaller(args), user, { current, next, now: now() })
      // Who has a second factor proves it for the new session too.
      if (awaitsSecondStep(cookies)) {
        const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie])
        return redirect(withRedirect(SECOND_STEP_PATH, '/account/security?listo=clave'), { headers })
      }
      return cookies.length > 0 ? finished('clave', cookies) : redirect(authAddress({ notice: 'clave-nueva' }))
    }
    case 'change_email': {
      const { new_email: email, current_password: password } = form
      await requestEmailChange(authCaller(args), user, { email, password, now: now() })
      return finished('correo')
    }
    case 'cancel_email_change':
      await cancelEmailChange(db, user)
      return finished('correo-cancelado')
    case 'close_session':
      await closeSessions(db, user, { closed: form.session, current: id })
      return finished('sesion')
    case 'close_others':
      await closeSessions(db, user, { current: id })
      return finished('sesiones')
  }
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepTypedInput(args, (form): Answer => {
    const { new_email: typed } = typedValues(form, ['new_email'])
    return { intent: undefined, errors: {}, typed, unanswered: true }
  })

const NO_ERRORS = {}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { email, waiting, sessions, done } = loaderData
  const sent = useNavigation().formData?.get('intent')
  const errorsFor = (intent: SecurityIntent) => (actionData?.intent === intent ? actionData.errors : NO_ERRORS)
  return (
    <AccountPage>
      <PageHeading
        title="Seguridad"
        description="Tu contraseña, tu correo y los navegadores en que tu cuenta está abierta."
      />
      <div className="grid gap-6">
        {done && !actionData && (
          // A new key after each answer empties the fields of the forms.
          <div key={done} ref={focusOnMount} tabIndex={-1} className="scroll-mt-24">
            <Alert tone="success">{DONE[done]}</Alert>
          </div>
        )}
        {!sent && actionData?.unanswered && (
          <div ref={focusOnMount} tabIndex={-1} className="scroll-mt-24">
            <Alert tone="error">{NO_ANSWER}</Alert>
          </div>
        )}
        <div className="grid gap-6 lg:grid-cols-2">
          <PasswordPanel
            key={`password-${done}`}
            email={email}
            errors={errorsFor('change_password')}
            pending={sent === 'change_password'}
          />
          <EmailPanel
            key={`email-${done}`}
            email={email}
            waiting={waiting}
            typed={actionData?.typed ?? ''}
            errors={errorsFor('change_email')}
            pending={sent === 'change_email'}
          />
        </div>
        <SessionsPanel sessions={sessions} />
        <Panel title="Eliminar cuenta" description="Antes de que decidas te mostramos qué se borra y qué se conserva.">
          <ButtonLink to="/account/security/delete" variant="secondary">
            Eliminar mi cuenta
          </ButtonLink>
        </Panel>
      </div>
    </AccountPage>
  )
}
