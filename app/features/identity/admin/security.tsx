import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { passkeyFields, secondStepFields } from '#app/features/identity/account-fields.ts'
import { OwnPasswordField } from '#app/features/identity/own-password-field.tsx'
import { requireRole, requireSession } from '#app/features/identity/session.server.ts'
import { hasReauthenticated } from '#app/features/identity/staff/reauthentication.server.ts'
import { CONFIRMATION_EXPIRED } from '#app/features/identity/staff/reauthentication.ts'
import { ReauthenticationField } from '#app/features/identity/staff/reauthentication-field.tsx'
import { findSecondFactors } from '#app/features/identity/staff/second-factor.server.ts'
import { PASSKEY_PROBLEMS, usePasskey } from '#app/features/identity/staff/use-passkey.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { focusOnMount } from '#app/kit/forms/focus.ts'
import { revalidateOnConflict } from '#app/kit/forms/keep-typed-input.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useSubmit } from '#app/kit/forms/own-submit.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/security'
import { answerSecurity, type SecurityAnswer } from './security-action.server.ts'

/** The recovery codes, which are shown once. They take the focus, so that they are not overlooked. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other codes are another message.
  useEffect(() => box.current?.focus(), [codes])
  const text = codes.join('\n')
  const file = `Códigos de recuperación de Alhena. Cada uno sirve una vez.\n\n${text}\n`
  return (
    <div ref={box} tabIndex={-1} className="mb-6">
      <Alert
        tone="warning"
        title="Guarda tus códigos de recuperación: no se vuelven a mostrar"
        actions={
          <>
            <CopyButton text={text} label="Copiar códigos" />
            <ButtonLink
              to={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
              download="codigos-de-recuperacion-alhena.txt"
              variant="secondary"
            >
              Descargar
            </ButtonLink>
          </>
        }
      >
        <ul aria-label="Códigos de recuperación" className="my-3 grid gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        Cada uno sirve una vez, si no tienes a mano tu teléfono ni tu llave.
      </Alert>
    </div>
  )
}

type TotpPanelProps = {
  email: string
  totp: boolean
  /** Recovery codes that are left. */
  codes: number
  confirmed: boolean
  answer: SecurityAnswer | undefined
}

/** The application of codes, and its recovery codes. */
function TotpPanel({ email, totp, codes, confirmed, answer }: TotpPanelProps) {
  // A wrong code keeps the key that was scanned.
  const [key, setKey] = useState(answer?.totp)
  if (answer?.totp && answer.totp !== key) setKey(answer.totp)
  return (
    <Panel
      title="Aplicación de códigos"
      description="Un código de 6 números que cambia cada 30 segundos, en una aplicación de tu teléfono. Incluye códigos de recuperación."
    >
      {totp ? (
        <div className="grid gap-6">
          <p className="text-md">
            {`Está activa. Te ${codes === 1 ? 'queda' : 'quedan'} ${countOf(codes, 'código de recuperación', 'códigos de recuperación')}.`}
          </p>
          <PasswordForm intent="renew-codes" label="Crear códigos de recuperación nuevos" {...{ email, answer }} />
          {confirmed && (
            <PostButton intent="remove-totp" variant="danger" size="sm">
              Quitar la aplicación
            </PostButton>
          )}
        </div>
      ) : key ? (
        <ScanForm totp={key} answer={answer} />
      ) : (
        <PasswordForm intent="start-totp" label="Activar la aplicación de códigos" {...{ email, answer }} />
      )}
    </Panel>
  )
}

type PasswordFormProps = { intent: string; label: string; email: string; answer: SecurityAnswer | undefined }

const PasswordForm = ({ intent, label, email, answer }: PasswordFormProps) => (
  <Form method="post" noValidate preventScrollReset className="grid gap-4">
    <input type="hidden" name="intent" value={intent} />
    <OwnPasswordField
      email={email}
      error={answer?.intent === intent ? answer.errors.password : undefined}
      className="max-w-sm"
    />
    <Button type="submit" variant="secondary" className="justify-self-start">
      {label}
    </Button>
  </Form>
)

/** The key to scan, and the first code of it. */
function ScanForm({ totp, answer }: { totp: NonNullable<SecurityAnswer['totp']>; answer: SecurityAnswer | undefined }) {
  const { ref, field } = useForm(secondStepFields, answer)
  return (
    <Form ref={ref} method="post" noValidate preventScrollReset className="grid gap-5">
      <input type="hidden" name="intent" value="confirm-totp" />
      <input type="hidden" name="key" value={totp.secret} />
      <p className="text-md">Escanea este dibujo con tu aplicación de códigos, y escribe el código que muestra.</p>
      <img
        alt="Código QR de tu aplicación de códigos"
        className="size-44 rounded-md bg-white p-2"
        width={176}
        height={176}
        src={`data:image/svg+xml,${encodeURIComponent(totp.qr)}`}
      />
      <p className="text-sm text-muted">
        Si no puedes escanear, escribe esta clave: <code className="wrap-anywhere">{totp.secret}</code>
      </p>
      <TextField {...field('code')} className="max-w-sm" />
      <Button type="submit" className="justify-self-start">
        Activar
      </Button>
    </Form>
  )
}

type PasskeyPanelProps = {
  passkeys: readonly { id: string; name: string; since: string }[]
  /** Keys are changed only by whoever confirmed to sit before the session; else the form is hidden, and keeps what was typed. */
  confirmed: boolean
  answer: SecurityAnswer | undefined
}

/** The passkeys of the account. */
function PasskeyPanel({ passkeys, confirmed, answer }: PasskeyPanelProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const { errors, field } = useForm(passkeyFields, answer)
  const { available, pending, problem, ask } = usePasskey('register', '/admin/security/passkey?nueva', response => {
    const posted = new FormData(form.current ?? undefined)
    posted.set('response', response)
    submit(posted, { method: 'post' })
  })
  return (
    <Panel
      title="Llaves de acceso"
      description="Tu huella, tu cara o un PIN en este aparato, o una llave USB. Es lo más seguro: no se puede copiar ni pedir con engaño."
    >
      {passkeys.length > 0 && (
        <ul className="mb-5 divide-y divide-line border-b border-line">
          {passkeys.map(({ id, name, since }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0">
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">{name}</span>
                <span className="block text-sm text-muted">{`Agregada el ${since}`}</span>
              </span>
              {confirmed && (
                <PostButton
                  intent="remove-passkey"
                  values={{ passkey: id }}
                  variant="secondary"
                  size="sm"
                  aria-label={`Quitar la llave ${name}`}
                >
                  Quitar
                </PostButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {!confirmed && <p className="text-md text-muted">Confirma primero que eres tú, arriba.</p>}
      {confirmed && !available && (
        <p className="text-md text-muted">
          Este navegador no puede crear llaves de acceso. Usa la aplicación de códigos.
        </p>
      )}
      {available && (
        <Form
          ref={form}
          hidden={!confirmed}
          method="post"
          noValidate
          className="grid gap-4"
          onSubmit={event => {
            event.preventDefault()
            ask()
          }}
        >
          <input type="hidden" name="intent" value="add-passkey" />
          {problem && <Alert tone="error">{PASSKEY_PROBLEMS[problem]}</Alert>}
          <TextField {...field('name', 'Mi llave')} error={errors.name} className="max-w-sm" />
          <Button type="submit" className="justify-self-start" pending={pending} pendingLabel="Esperando la llave…">
            Agregar una llave
          </Button>
        </Form>
      )}
    </Panel>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Seguridad de tu cuenta · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  await requireRole(args, ['admin'])
  const { user } = await requireSession(args)
  const { auth, settings } = servicesOf(args.context)
  const { passkeys, totp, codes } = await findSecondFactors(auth, user.id)
  return {
    email: user.email,
    passkeys: passkeys.map(({ id, name, created_at }) => ({ id, name, since: formatDate(created_at) })),
    totp,
    codes,
    confirmed: await hasReauthenticated(args),
    required: settings.staffSecondFactor && passkeys.length === 0 && !totp,
  }
}

export const shouldRevalidate = revalidateOnConflict

export const action = answerSecurity

/** The second factors of the signed-in member of the staff. */
export default function AdminSecurity({ loaderData, actionData }: Route.ComponentProps) {
  const { email, passkeys, totp, codes, confirmed, required } = loaderData
  const isConfirmedAgain = confirmed && actionData?.text === CONFIRMATION_EXPIRED
  const sending = useNavigation().formData?.get('intent')
  const answerTo = (...intents: string[]) =>
    actionData && intents.includes(actionData.intent) ? actionData : undefined
  return (
    <>
      <PageHeading
        title="Seguridad de tu cuenta"
        description="Con un segundo paso, quien sepa tu contraseña todavía no puede entrar en tu nombre."
        actions={
          <ButtonLink to="/account/security" variant="secondary">
            Contraseña y sesiones
          </ButtonLink>
        }
      />
      {required && (
        <Alert tone="warning" title="Agrega un segundo paso para seguir" className="mb-6">
          La tienda lo pide a todo su equipo. Elige una llave de acceso o una aplicación de códigos.
        </Alert>
      )}
      {actionData && actionData.text !== '' && Object.keys(actionData.errors).length === 0 && !isConfirmedAgain && (
        <div
          key={actionData.text}
          ref={actionData.done ? null : focusOnMount}
          tabIndex={-1}
          className="mb-6 scroll-mt-24"
        >
          <Alert tone={actionData.done ? 'success' : 'error'}>{actionData.text}</Alert>
        </div>
      )}
      {actionData?.codes && <RecoveryCodes codes={actionData.codes} />}
      <div className="grid max-w-3xl gap-6">
        {!confirmed && (
          <Panel title="Confirma que eres tú" description="Antes de cambiar tus llaves. Vale diez minutos.">
            <Form method="post" noValidate className="grid gap-5">
              <input type="hidden" name="intent" value="confirm" />
              <ReauthenticationField always error={answerTo('confirm')?.errors.password} className="max-w-sm" />
              <Button type="submit" className="justify-self-start" pending={sending === 'confirm'}>
                Confirmar
              </Button>
            </Form>
          </Panel>
        )}
        <PasskeyPanel passkeys={passkeys} confirmed={confirmed} answer={answerTo('add-passkey', 'remove-passkey')} />
        <TotpPanel
          email={email}
          totp={totp}
          codes={codes}
          confirmed={confirmed}
          answer={answerTo('start-totp', 'confirm-totp', 'renew-codes', 'remove-totp')}
        />
      </div>
    </>
  )
}
