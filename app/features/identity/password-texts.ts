import type { PasswordRefusal } from './ask-password.server.ts'

/** Why the own password, asked for again, did not do: beside its field, wherever it is asked for. */
export const PASSWORD_REFUSALS: Readonly<Record<PasswordRefusal['code'], string>> = {
  wrong_password: 'Esa no es tu contraseña actual',
  rate_limited: 'Demasiados intentos con tu contraseña. Espera 15 minutos y vuelve a probar.',
}
