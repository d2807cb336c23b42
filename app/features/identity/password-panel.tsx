import { Form } from 'react-router'
import { useFocusOnError } from '#app/forms/focus.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'

type PasswordPanelProps = { email: string; errors: Record<string, string>; pending: boolean }

/** Changes the password; the current one is asked for. */
export function PasswordPanel({ email, errors, pending }: PasswordPanelProps) {
  const form = useFocusOnError(errors)
  return (
    <Panel title="Contraseña" description="Al cambiarla se cierran tus demás sesiones y te avisamos por correo.">
      <Form ref={form} method="post" noValidate preventScrollReset className="grid max-w-md gap-5">
        <input type="hidden" name="intent" value="change_password" />
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" hidden readOnly value={email} />
        <PasswordField
          label="Contraseña actual"
          name="current_password"
          autoComplete="current-password"
          required
          error={errors.current_password}
        />
        <PasswordField
          label="Contraseña nueva"
          name="new_password"
          autoComplete="new-password"
          required
          hint="Mínimo 6 caracteres"
          error={errors.new_password}
        />
        <div>
          <Button type="submit" pending={pending} pendingLabel="Cambiando…">
            Cambiar contraseña
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
