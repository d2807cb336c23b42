import { Form, Link, useNavigation } from 'react-router'
import { useFocusOnError } from '#app/forms/focus.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type LogInFormProps = { email: string; errors: Record<string, string> }

/** E-mail and password of somebody who has an account. */
export function LogInForm({ email, errors }: LogInFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'login'
  const form = useFocusOnError(errors)
  return (
    <Form ref={form} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="login" />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
        error={errors.email}
      />
      <div>
        <PasswordField
          label="Contraseña"
          name="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <p className="mt-2 text-right">
          <Link
            to="/auth/forgot"
            className="inline-flex items-center text-sm text-copper underline decoration-copper/40 underline-offset-4 hover:decoration-current pointer-coarse:min-h-11"
          >
            ¿Olvidaste tu contraseña?
          </Link>
        </p>
      </div>
      <Button type="submit" size="lg" pending={pending} pendingLabel="Iniciando sesión…" className="w-full">
        Iniciar Sesión
      </Button>
    </Form>
  )
}
