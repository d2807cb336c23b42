import { SESSION_COOKIE } from '#app/features/identity/auth-address.ts'
import type { AuthCaller } from '#app/features/identity/auth-call.server.ts'
import common from '#content/common-passwords.json'

/** Characters of the shortest password of somebody of the staff; buyers' have 6, as specified. */
const STAFF_PASSWORD_MIN = 8

const COMMONEST: ReadonlySet<string> = new Set(common.passwords.split(' '))

/** The text of why the staff may not use a password (ADR 0061); undefined: it may. */
export function staffPasswordProblem(password: string): string | undefined {
  const written = password.normalize('NFKC').trim()
  if ([...written].length < STAFF_PASSWORD_MIN) {
    return `Quienes trabajan en la tienda usan al menos ${STAFF_PASSWORD_MIN} caracteres`
  }
  return COMMONEST.has(written.toLowerCase())
    ? 'Esa contraseña está entre las 10.000 más usadas y se adivina fácil. Elige otra.'
    : undefined
}

/** What the shop stores with a session about how its owner proved to be there. */
type Marks = { second_factor_at?: Date; stepped_up_at?: Date }

/** The Cookie header that the browser sends after these Set-Cookie headers; its present one when they open no session. */
function cookieAfter({ cookie }: AuthCaller, setCookies: readonly string[]): string {
  const opened = setCookies.find(value => SESSION_COOKIE.test(value))
  return opened?.split(';')[0] ?? cookie ?? ''
}

/** The session that these Set-Cookie headers open, else the caller's, before any check of the shop. */
export async function sessionAfter(caller: AuthCaller, setCookies: readonly string[]) {
  const headers = new Headers({ cookie: cookieAfter(caller, setCookies) })
  const found = await caller.auth.api.getSession({ headers, query: { disableRefresh: true } })
  return found && { id: found.session.id, userId: found.user.id, email: found.user.email }
}

/** Stores marks with that session. Undefined: there is none. */
export async function markSession(caller: AuthCaller, setCookies: readonly string[], marks: Marks) {
  const session = await sessionAfter(caller, setCookies)
  if (!session) return undefined
  const { adapter } = await caller.auth.$context
  await adapter.update({ model: 'session', where: [{ field: 'id', value: session.id }], update: marks })
  return session
}

/** Ends a session of the auth library. */
export async function endSession({ auth }: AuthCaller, id: string): Promise<void> {
  const { adapter } = await auth.$context
  await adapter.delete({ model: 'session', where: [{ field: 'id', value: id }] })
}
