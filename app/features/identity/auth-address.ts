import { safeRedirect } from './identity.ts'

/** The start of a Set-Cookie header that opens a session. */
export const SESSION_COOKIE = /^(?:__Secure-)?alhena\.session_token=/

/** Where a change of e-mail is confirmed, in a session of its account. */
export const NEW_EMAIL_PATH = '/auth/email'

/** The page to show after logging in; never the log-in screen, which would redirect for ever. */
export function afterLogIn(redirect: string | null | undefined): string {
  const path = safeRedirect(redirect)
  if (path === NEW_EMAIL_PATH) return path
  return /^\/(auth|sign-out)(?![\w-])/.test(path) ? '/' : path
}

/** The second step of a log-in. */
export const SECOND_STEP_PATH = '/auth/second-step'

/** Notices that the auth screen can be opened with. */
export const AUTH_NOTICES = [
  'checkout',
  'cotizacion',
  'correo-nuevo',
  'cuenta-creada',
  'clave-nueva',
  'cuenta-eliminada',
] as const
export type AuthNotice = (typeof AUTH_NOTICES)[number]

type AuthTarget = {
  mode?: 'register' | undefined
  redirect?: string | null | undefined
  notice?: AuthNotice | undefined
  confirmed?: boolean | undefined
}

/** Address of the auth screen, with the page to return to. */
export const authAddress = ({ mode, redirect, notice, confirmed }: AuthTarget = {}): string =>
  withRedirect('/auth', redirect, { mode, aviso: notice, confirmado: confirmed ? '1' : undefined })

/** The parameter of a reset link to which a confirmation in another browser has led. */
export const CONFIRMED_ELSEWHERE = 'confirmado'

/** Where a password is set after an e-mail was confirmed in another browser than the one that signed up. */
export const newPasswordAddress = (token: string, redirect: string | null): string =>
  withRedirect('/auth/reset', redirect, { token, [CONFIRMED_ELSEWHERE]: '1' })

/** A path with parameters and, unless it is the home page, `redirect`. */
export function withRedirect(
  path: string,
  redirect: string | null | undefined,
  input: Record<string, string | undefined> = {},
): string {
  const target = afterLogIn(redirect)
  const params = { ...input, redirect: target === '/' ? undefined : target }
  const query = new URLSearchParams(
    Object.entries(params).filter(entry => entry[1] !== undefined) as [string, string][],
  )
  return query.size > 0 ? `${path}?${query}` : path
}
