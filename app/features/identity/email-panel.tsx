import { Form } from 'react-router'
import { useFocusOnError } from '#app/forms/focus.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type EmailPanelProps = {
  email: string
  /** The e-mail that waits for its confirmation, and until when its link holds. */
  waiting: { email: string; until: string } | undefined
  typed: string
  errors: Record<string, string>
  pending: boolean
}

/** Asks for another e-mail; it counts once the new address has confirmed it. */
export function EmailPanel({ email, waiting, typed, errors, pending }: EmailPanelProps) {
  const form = useFocusOnError(errors)
  return (
    <Panel
      title="Correo"
      description={
        <>
          Hoy entras con <span className="font-medium text-ink wrap-anywhere">{email}</span>. Tus compras y accesos
          siguen contigo si lo cambias.
        </>
      }
    >
      <div className="grid gap-6">
        {waiting && (
          <Alert
            title="Falta confirmar tu nuevo correo"
            actions={
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="cancel_email_change" />
                <Button type="submit" variant="secondary" size="sm">
                  Cancelar el cambio
                </Button>
              </Form>
            }
          >
            <span className="wrap-anywhere">
              Abre el enlace que llegó a {waiting.email}. Vence el {waiting.until}.
            </span>
          </Alert>
        )}
        <Form ref={form} method="post" noValidate preventScrollReset className="grid max-w-md gap-5">
          <input type="hidden" name="intent" value="change_email" />
          <TextField
            label="Email nuevo"
            name="new_email"
            type="email"
            autoComplete="email"
            required
            defaultValue={typed}
            error={errors.new_email}
            hint="Te enviamos un enlace para confirmarlo, y un aviso a tu correo actual."
          />
          <PasswordField
            label="Contraseña actual"
            name="current_password"
            autoComplete="current-password"
            required
            error={errors.current_password}
          />
          <div>
            <Button type="submit" variant="secondary" pending={pending} pendingLabel="Enviando…">
              Cambiar correo
            </Button>
          </div>
        </Form>
      </div>
    </Panel>
  )
}
