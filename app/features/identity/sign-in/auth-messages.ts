import type { AuthNotice } from '#app/features/identity/auth-address.ts'
import { COOKIES_BLOCKED } from '#app/kit/forms/cookies-blocked.ts'

/** Why an account operation failed. */
export type AuthFailure =
  | 'invalid_credentials'
  | 'invalid_email'
  | 'email_not_confirmed'
  | 'email_taken'
  | 'password_too_short'
  | 'password_too_long'
  | 'invalid_token'
  | 'account_slowed'
  | 'wrong_code'
  | 'second_step_expired'
  | 'totp_already_enabled'
  | 'passkey_failed'
  | 'cookies_blocked'
  | 'rate_limited'
  | 'unexpected'

/** The error catalogue of specification 1, section 8, and spec D31 for its gaps. */
export const AUTH_MESSAGES: Readonly<Record<AuthFailure, string>> = {
  invalid_credentials: 'Email o contraseña incorrectos',
  invalid_email: 'Escribe un correo válido, como nombre@empresa.cl',
  email_not_confirmed: 'Por favor confirma tu email antes de iniciar sesión',
  email_taken: 'Ya existe una cuenta con este email',
  password_too_short: 'La contraseña debe tener al menos 6 caracteres',
  password_too_long: 'La contraseña puede tener hasta 128 caracteres',
  invalid_token: 'Este enlace ya no sirve: venció o se usó antes.',
  account_slowed:
    'Hubo demasiados intentos con este correo desde navegadores que no conocemos. Espera 15 minutos o crea una contraseña nueva.',
  wrong_code: 'Ese código no es correcto o ya se usó',
  second_step_expired: 'Este paso venció o tuvo demasiados intentos. Inicia sesión otra vez con tu contraseña.',
  totp_already_enabled: 'La aplicación de códigos ya está activa en tu cuenta.',
  passkey_failed: 'No pudimos comprobar la llave de acceso. Inténtalo otra vez, o usa otra forma.',
  cookies_blocked: `${COOKIES_BLOCKED.title}. ${COOKIES_BLOCKED.text}`,
  rate_limited: 'Demasiados intentos. Espera un minuto y vuelve a probar.',
  unexpected: 'Ocurrió un error inesperado',
}

const STATUSES: Partial<Record<AuthFailure, number>> = { rate_limited: 429, account_slowed: 429, unexpected: 500 }

/** The HTTP status of a failure. */
export const failureStatus = (failure: AuthFailure): number => STATUSES[failure] ?? 400

export const SIGNED_UP = '¡Cuenta creada exitosamente! Revisa tu email para confirmar tu cuenta.'
export const CONFIRMED = 'Tu correo está confirmado. Ya puedes iniciar sesión.'
export const MAIL_SENT = 'Si existe una cuenta por confirmar con ese correo, te enviamos un nuevo enlace.'
export const RESET_SENT = 'Si existe una cuenta con ese correo, te enviamos un enlace para crear una contraseña nueva.'

/** The text of the auth screen's notices. */
export const NOTICE_TEXTS: Readonly<Record<AuthNotice, { tone: 'info' | 'success' | 'error'; text: string }>> = {
  checkout: { tone: 'info', text: 'Debes iniciar sesión para proceder con la compra' },
  cotizacion: {
    tone: 'info',
    text: 'Para cotizar, inicia sesión o crea tu cuenta. Recibes un PDF con tu carrito, el IVA y los datos de tu empresa, y respetamos esos precios mientras esté vigente.',
  },
  'correo-nuevo': {
    tone: 'info',
    text: 'Entra con el correo y la contraseña que esa cuenta usa hasta ahora. Después confirmas el correo nuevo.',
  },
  'cuenta-creada': { tone: 'success', text: SIGNED_UP },
  'clave-nueva': { tone: 'success', text: 'Tu contraseña nueva está lista. Ya puedes iniciar sesión.' },
  'cuenta-eliminada': {
    tone: 'success',
    text: 'Tu cuenta quedó eliminada. Te enviamos un último correo que lo confirma.',
  },
}
