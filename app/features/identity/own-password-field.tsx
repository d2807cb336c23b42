import { PasswordField } from '#app/ui/password-field.tsx'

type OwnPasswordFieldProps = {
  /** Of whoever is signed in, for browsers that keep passwords. */
  email: string
  hint?: string | undefined
  error: string | undefined
  className?: string | undefined
}

/** Asks whoever is signed in for the own password again; the form is answered after `askPassword`. */
export const OwnPasswordField = ({ email, ...texts }: OwnPasswordFieldProps) => (
  <>
    <input type="text" name="username" autoComplete="username" hidden readOnly value={email} />
    <PasswordField label="Tu contraseña" name="password" autoComplete="current-password" required {...texts} />
  </>
)
