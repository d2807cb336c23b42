import common from '#content/common-passwords.json' with { type: 'json' }

/** Characters of the shortest password of somebody of the staff; buyers' have 6, as specified. */
const STAFF_PASSWORD_MIN = 8

const COMMONEST: ReadonlySet<string> = new Set(common.passwords.split(' '))

export type StaffPasswordProblem = 'too_short' | 'common'

/** Why the staff may not use a password (ADR 0061); undefined: it may. */
export function staffPasswordProblem(password: string): StaffPasswordProblem | undefined {
  const written = password.normalize('NFKC').trim()
  if ([...written].length < STAFF_PASSWORD_MIN) return 'too_short'
  return COMMONEST.has(written.toLowerCase()) ? 'common' : undefined
}

export const STAFF_PASSWORD_TEXTS: Readonly<Record<StaffPasswordProblem, string>> = {
  too_short: `Quienes trabajan en la tienda usan al menos ${STAFF_PASSWORD_MIN} caracteres`,
  common: 'Esa contraseña está entre las 10.000 más usadas y se adivina fácil. Elige otra.',
}
