import { emailChangeFields, passwordFields } from '#app/features/identity/account-fields.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { PostButton } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Badge } from '#app/kit/ui/badge.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { PasswordField } from '#app/kit/ui/password-field.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'

export type ListedSession = { id: string; device: string; lastUsed: string; opened: string; isThis: boolean }

/** The open sessions, and buttons that end them. */
export function SessionsPanel({ sessions }: { sessions: readonly ListedSession[] }) {
  return (
    <Panel
      title="Sesiones abiertas"
      description="Los navegadores en que tu cuenta está abierta. Cierra los que no reconozcas y cambia tu contraseña."
      actions={
        sessions.length > 1 && (
          <PostButton intent="close_others" variant="secondary" size="sm">
            Cerrar las demás
          </PostButton>
        )
      }
    >
      <ul className="divide-y divide-line">
        {sessions.map(session => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                <span>{session.device}</span>
                {session.isThis && <Badge tone="good">Esta sesión</Badge>}
              </p>
              <p className="text-sm text-muted tabular-nums">
                {`Último uso: ${session.lastUsed} · Abierta el ${session.opened}`}
              </p>
            </div>
            {!session.isThis && (
              <PostButton
                intent="close_session"
                values={{ session: session.id }}
                variant="secondary"
                size="sm"
                aria-label={`Cerrar la sesión de ${session.device}, abierta el ${session.opened}`}
              >
                Cerrar
              </PostButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type PasswordPanelProps = { email: string; errors: Readonly<Record<string, string>>; pending: boolean }

/** Changes the password; requires the current one. */
export function PasswordPanel({ email, errors, pending }: PasswordPanelProps) {
  const { ref, field } = useForm(passwordFields, { errors })
  return (
    <Panel title="Contraseña" description="Al cambiarla se cierran tus demás sesiones y te avisamos por correo.">
      <Form ref={ref} method="post" noValidate preventScrollReset className="grid max-w-md gap-5">
        <input type="hidden" name="intent" value="change_password" />
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" hidden readOnly value={email} />
        <PasswordField {...field('current_password')} />
        <PasswordField {...field('new_password')} />
        <div>
          <Button type="submit" pending={pending} pendingLabel="Cambiando…">
            Cambiar contraseña
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

type EmailPanelProps = {
  email: string
  /** The unconfirmed new e-mail, and the expiry of its link. */
  waiting: { email: string; until: string } | undefined
  typed: string
  errors: Readonly<Record<string, string>>
  pending: boolean
}

/** Requests another e-mail, which counts once the new address has confirmed it. */
export function EmailPanel({ email, waiting, typed, errors, pending }: EmailPanelProps) {
  const { ref, field } = useForm(emailChangeFields, { errors })
  return (
    <Panel
      title="Correo"
      description={
        <>
          <span>Hoy entras con</span> <span className="font-medium text-ink wrap-anywhere">{email}</span>
          <span>. Tus compras y accesos siguen contigo si lo cambias.</span>
        </>
      }
    >
      <div className="grid gap-6">
        {waiting && (
          <Alert
            title="Falta confirmar tu nuevo correo"
            actions={
              <PostButton intent="cancel_email_change" variant="secondary" size="sm">
                Cancelar el cambio
              </PostButton>
            }
          >
            <span className="wrap-anywhere">
              {`Abre el enlace que llegó a ${waiting.email}. Vence el ${waiting.until}.`}
            </span>
          </Alert>
        )}
        <Form ref={ref} method="post" noValidate preventScrollReset className="grid max-w-md gap-5">
          <input type="hidden" name="intent" value="change_email" />
          <TextField {...field('new_email', typed)} />
          <PasswordField {...field('current_password')} />
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
