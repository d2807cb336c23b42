import { useEffect, useRef, useState } from 'react'
import { secondStepFields } from '#app/features/identity/account-fields.ts'
import { OwnPasswordField } from '#app/features/identity/own-password-field.tsx'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import type { SecurityAnswer } from './security-action.server.ts'

/** The recovery codes, which are shown once. They take the focus, so that they are not overlooked. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
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
export function TotpPanel({ email, totp, codes, confirmed, answer }: TotpPanelProps) {
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
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="remove-totp" />
              <Button type="submit" variant="danger" size="sm">
                Quitar la aplicación
              </Button>
            </Form>
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
