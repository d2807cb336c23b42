import { firstCharacter } from '#app/kernel/text.ts'
import type { SignupRole } from '#app/platform/auth/signup-roles.ts'
import type { Role } from '#app/platform/database/values.ts'

/** Labels of roles on the profile and elsewhere (specification 1, section 2; spec D32). */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  admin: 'Administrador',
  client: 'Cliente',
  respondent: 'Respondedor',
  assessment_manager: 'Gestor de assessments',
}

/** The roles' full names, for screens about permissions (specification 1, section 6). */
export const ROLE_TITLES: Readonly<Record<Role, string>> = {
  ...ROLE_LABELS,
  admin: 'Administrador de Plataforma',
  respondent: 'Respondedor de Assessment',
}

/** Whether a value is one of the roles. */
export const isRole = (value: unknown): value is Role => typeof value === 'string' && Object.hasOwn(ROLE_LABELS, value)

/** The roles offered at sign-up, the default first (specification 1, section 6). */
export const SIGNUP_ROLE_OPTIONS: readonly { value: SignupRole; label: string; description: string }[] = [
  {
    value: 'assessment_manager',
    label: ROLE_TITLES.assessment_manager,
    description: 'Compra assessments y gestiona participantes',
  },
  { value: 'client', label: ROLE_TITLES.client, description: 'Compra y gestiona assessments' },
  { value: 'respondent', label: ROLE_TITLES.respondent, description: 'Participa en assessments' },
]

/** One or two capital letters for an avatar. */
export function initials(firstName: string, lastName: string): string {
  const letters = [firstName, lastName].map(name => firstCharacter(name.trim()))
  return letters.join('').toLocaleUpperCase('es-CL') || '?'
}

/** `Ana Rojas`; a last name may be missing. */
export const fullName = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name} ${person.last_name}`.trim()

/** A placeholder origin to resolve a path like a browser. */
const ORIGIN = 'https://shop.invalid'
/** Characters: a path with a full cart fits, and every address in a mail or header stays readable for proxies. */
const MAX_LENGTH = 3000

/**
 * The path, if it leads to a page of this shop however it is resolved, else `/` (spec D29). Browsers drop tabs and
 * line breaks, read `\` as `/` and take `//host` for another site; proxies and routers may decode `%2f` and `%5c`.
 */
export function safeRedirect(path: string | null | undefined): string {
  if (!path?.startsWith('/') || path.length > MAX_LENGTH || /[\\\p{Cc}\p{Cs}]/u.test(path)) return '/'
  if (!URL.canParse(path, ORIGIN)) return '/'
  const { origin, pathname, search, hash } = new URL(path, ORIGIN)
  // `/.//host` resolves to the path `//host`, which leads to another site when it is resolved again.
  if (origin !== ORIGIN || pathname.startsWith('//') || /%(2f|5c|[01][\da-f]|7f)/i.test(pathname)) return '/'
  return pathname + search + hash
}
