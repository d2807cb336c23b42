import { ownPasswordFields } from '#app/features/identity/account-fields.ts'
import { controlProps } from '#app/kit/forms/fields.ts'
import { PasswordField } from '#app/kit/ui/password-field.tsx'

type OwnPasswordFieldProps = {
  /** The signed-in user's e-mail, for password managers. */
  email: string
  hint?: string | undefined
  error: string | undefined
  className?: string | undefined
}

/** Requires the signed-in user's password; the action checks it with `requirePassword`. */
export const OwnPasswordField = ({ email, ...texts }: OwnPasswordFieldProps) => (
  <>
    <input type="text" name="username" autoComplete="username" hidden readOnly value={email} />
    <PasswordField {...controlProps('password', ownPasswordFields.password)} {...texts} />
  </>
)
