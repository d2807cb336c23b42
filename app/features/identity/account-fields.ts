import { SIGNUP_ROLE_OPTIONS } from '#app/features/identity/identity.ts'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { choiceField, line, password } from '#app/kit/forms/fields.ts'

/** The four fields of a profile that its owner may change (spec D28). */
export const profileFields = {
  first_name: line({ label: 'Nombre', required: 'Escribe tu nombre', max: 120, autoComplete: 'given-name' }),
  last_name: line({ label: 'Apellido', max: 120, autoComplete: 'family-name' }),
  company: line({ label: 'Empresa', max: 200, autoComplete: 'organization' }),
  phone: line({ label: 'Teléfono', max: 40, type: 'tel', autoComplete: 'tel', placeholder: '+56 9 XXXX XXXX' }),
} as const

const email = {
  label: 'Email',
  type: 'email',
  required: 'Escribe tu correo',
  max: 254,
  tooLong: AUTH_MESSAGES.invalid_email,
} as const

/** The e-mail of an account. */
export const emailFields = { email: line({ ...email, autoComplete: 'username' }) } as const

export const PASSWORD_MISSING = 'Escribe tu contraseña'

const current = { required: PASSWORD_MISSING, autoComplete: 'current-password' } as const
const newPassword = {
  required: AUTH_MESSAGES.password_too_short,
  autoComplete: 'new-password',
  hint: 'Mínimo 6 caracteres',
} as const

export const logInFields = { ...emailFields, password: password({ label: 'Contraseña', ...current }) } as const

/** The signed-in user's password, for confirmation. */
export const ownPasswordFields = { password: password({ label: 'Tu contraseña', ...current }) } as const

/** Whose a new account is; the last name is required too. */
export const ownerFields = {
  role: choiceField({ label: 'Tipo de cuenta', options: SIGNUP_ROLE_OPTIONS, wrong: 'Elige un tipo de cuenta' }),
  first_name: profileFields.first_name,
  last_name: line({ ...profileFields.last_name, required: 'Escribe tu apellido' }),
} as const

export const signUpFields = {
  ...ownerFields,
  ...emailFields,
  password: password({ label: 'Contraseña', ...newPassword }),
} as const

/** A password after a reset. */
export const resetFields = { password: password({ label: 'Contraseña nueva', ...newPassword }) } as const

/** The signed-in user's new password. */
export const passwordFields = {
  current_password: password({ label: 'Contraseña actual', ...current }),
  new_password: password({ label: 'Contraseña nueva', ...newPassword }),
} as const

/** The signed-in user's new e-mail. */
export const emailChangeFields = {
  new_email: line({
    ...email,
    label: 'Correo nuevo',
    autoComplete: 'email',
    hint: 'Te enviamos un enlace para confirmarlo, y un aviso a tu correo actual.',
  }),
  current_password: passwordFields.current_password,
} as const

/** The word, in any case, that confirms the deletion of an account. */
export const DELETION_WORD = 'ELIMINAR'

export const deletionFields = {
  password: logInFields.password,
  word: line({
    label: `Escribe ${DELETION_WORD}`,
    required: `Escribe ${DELETION_WORD} para confirmar`,
    max: 40,
    autoComplete: 'off',
    autoCapitalize: 'characters',
  }),
} as const

/** The second step of a log-in. */
export const secondStepFields = {
  code: line({
    label: 'Código de tu aplicación',
    required: 'Escribe el código de 6 números',
    max: 20,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  }),
  recovery: line({
    label: 'Código de recuperación',
    required: 'Escribe uno de tus códigos de recuperación',
    max: 40,
    autoComplete: 'off',
    spellCheck: false,
  }),
} as const

/** The name of a new passkey, by which its owner tells it from others. */
export const passkeyFields = {
  name: line({ label: 'Nombre de la llave', required: 'Escribe un nombre', max: 120, autoComplete: 'off' }),
} as const
