import { PASSWORD_MISSING } from '#app/features/identity/account-fields.ts'
import type { EmailChangeRefusal } from './credentials/email.server.ts'
import type { PasswordRefusal } from './credentials/password.server.ts'
import type { DeletionRefusal } from './profile.server.ts'

/** Why a password confirmation failed, shown beside its field. */
const PASSWORD_REFUSALS: Readonly<Record<PasswordRefusal['code'], string>> = {
  wrong_password: 'Esa no es tu contraseña actual',
  rate_limited: 'Demasiados intentos con tu contraseña. Espera 15 minutos y vuelve a probar.',
}

/** Why the confirmation of who sits before the session failed, shown beside its field. */
export const STEP_UP_REFUSALS: Readonly<Record<PasswordRefusal['code'] | 'not_confirmed', string>> = {
  ...PASSWORD_REFUSALS,
  not_confirmed: PASSWORD_MISSING,
}

type Refusal = (EmailChangeRefusal | DeletionRefusal)['code']

/** Why a change of the own account was refused. */
export const REFUSALS: Readonly<Record<Refusal, string>> = {
  ...PASSWORD_REFUSALS,
  same_email: 'Ese ya es el email de tu cuenta',
  too_many_changes: 'Pediste varios cambios de correo hoy. Vuelve a intentarlo mañana.',
  payment_in_progress:
    'Hay un pago o un reembolso tuyo que se está confirmando. Espera a que termine y vuelve a intentarlo.',
  last_buyer: 'Eres la única persona que compra en tu organización. Traspásala a otra antes de eliminar tu cuenta.',
  last_admin: 'Eres la única persona que administra la tienda. Nombra a otra antes de eliminar tu cuenta.',
}

/** Confirmations of the screen 'Seguridad' (parameter `listo`). */
export const DONE = {
  clave: 'Tu contraseña cambió y cerramos tus demás sesiones. Te avisamos por correo.',
  correo: 'Te enviamos un enlace al nuevo correo. Ábrelo para confirmar el cambio; hasta entonces sigue el actual.',
  'correo-cancelado': 'Cancelamos el cambio de correo.',
  sesion: 'Cerramos esa sesión.',
  sesiones: 'Cerramos tus demás sesiones.',
} as const
export type Done = keyof typeof DONE

export const isDone = (value: string | null): value is Done => value !== null && Object.hasOwn(DONE, value)
