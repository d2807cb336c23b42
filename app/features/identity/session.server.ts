import { isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import { createContext, data, type RouterContextProvider, redirect } from 'react-router'
import { noteRefusedAccess } from '#app/features/audit/audit.server.ts'
import type { Auth } from '#app/platform/auth/auth.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { Role, StaffScope } from '#app/platform/database/values.ts'
import { isWithoutScripts, refuseSignedOut, requireOwnForm } from '#app/platform/http/posted-form.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import { type AuthNotice, authAddress, SESSION_COOKIE } from './auth-address.ts'
import { recordSessionUse, SESSION_USE_MS } from './credentials/own-sessions.server.ts'
import { isRole } from './identity.ts'
import { GIVEN_ROLE_TITLES, givenRole } from './staff/given-role.ts'
import { allows, HOMES, isScope, permissionAt } from './staff/permissions.ts'

/** The signed-in user, from the profile at this request. */
export type SessionUser = {
  id: string
  email: string
  first_name: string
  last_name: string
  company: string | null
  phone: string | null
  role: Role
  /** The scope of the staff, whose role is `admin`; null for buyers. */
  staff_scope: StaffScope | null
  created_at: Date
}

/** What tells who sends a request. */
export type RequestArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** The arguments of loaders and actions; `url` is the address without the router's own parts. */
export type SessionArgs = RequestArgs & { url: URL; pattern?: string }

/** A session and its user. */
export type OpenSession = {
  id: string
  user: SessionUser
  /** When its owner confirmed to sit before it, by password or passkey. */
  reauthenticatedAt: Date | null
  /** The account has a second factor, and this session was opened with it. */
  hasSecondFactor: boolean
}

/** A page's loaders run in parallel on one request and share the lookup. */
const requested = new WeakMap<Request, Promise<OpenSession | undefined>>()

/** The cookie of the session that an action opened instead of the one of its request. */
const openedContext = createContext<string | null>(null)

/**
 * Goes on with the session that these Set-Cookie headers open. Without scripts the page that answers a form is made within the form's
 * request, whose own cookie is by then of a session that is over.
 */
export function continueSession({ context }: Pick<RequestArgs, 'context'>, setCookies: readonly string[]): void {
  const opened = setCookies.find(cookie => SESSION_COOKIE.test(cookie))
  if (opened !== undefined) context.set(openedContext, opened.split(';')[0] ?? null)
}

/**
 * The session of the request's cookie, or undefined.
 * @throws as `requireOwnForm`: whoever asks who has posted a form gets no account but the one that it was opened under.
 */
function openSession({ request, context }: RequestArgs): Promise<OpenSession | undefined> {
  const opened = context.get(openedContext)
  if (opened !== null) return findSession(servicesOf(context), new Headers({ cookie: opened }))
  const known = requested.get(request)
  if (known) return known
  const answer = findSession(servicesOf(context), request.headers).then(async session => {
    if (session && request.method === 'POST') await requireOwnForm(request, session.user)
    return session
  })
  requested.set(request, answer)
  return answer
}

/**
 * The signed-in user, or undefined.
 * @throws as `openSession`
 */
export const sessionUser = async (args: RequestArgs): Promise<SessionUser | undefined> =>
  (await openSession(args))?.user

async function findSession({ auth, db }: Services, headers: Headers): Promise<OpenSession | undefined> {
  if (!headers.has('cookie')) return undefined
  // Only the response of GET /session carries the cookie of a prolonged session.
  const query = { disableRefresh: true }
  const session = await auth.api.getSession({ headers, query }).catch(error => explain(db, error))
  if (!session || !isProven(session)) return undefined
  const { id, stepped_up_at } = session.session
  const hasSecondFactor = session.user.twoFactorEnabled === true
  return { id, user: toSessionUser(session.user), reauthenticatedAt: stepped_up_at ?? null, hasSecondFactor }
}

type AuthSession = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

/** A session that was opened without the account's second factor is nobody's, however it was opened. */
const isProven = ({ user, session }: AuthSession): boolean =>
  user.twoFactorEnabled !== true || Boolean(session.second_factor_at)

/** The signed-in user and, once a day, the cookies that prolong the session. */
export async function prolongSession(
  { auth, db, now }: Pick<Services, 'auth' | 'db' | 'now'>,
  headers: Headers,
): Promise<{ user: SessionUser | null; cookies: string[] }> {
  const answer = await auth.api.getSession({ headers, returnHeaders: true }).catch(error => explain(db, error))
  if (!answer) return { user: null, cookies: [] }
  const cookies = answer.headers.getSetCookie()
  if (!answer.response || !isProven(answer.response)) return { user: null, cookies }
  const user = toSessionUser(answer.response.user)
  const { id, last_used_at } = answer.response.session
  const at = now()
  if (!last_used_at || at.getTime() - last_used_at.getTime() >= SESSION_USE_MS) {
    await asActor(db, actorOf(user), tx => recordSessionUse(tx, id, at))
  }
  return { user, cookies }
}

/**
 * The library hides why it failed: an expired session counts as none, and an unavailable database throws its own error.
 */
async function explain(db: Services['db'], error: unknown): Promise<null> {
  if (isAPIError(error) && error.statusCode === 401) return null
  await sql`select 1`.execute(db)
  throw error
}

type AuthUser = AuthSession['user']

function toSessionUser(user: AuthUser): SessionUser {
  if (!isRole(user.role)) throw new Error(`Profile ${user.id} has the unknown role ${user.role}`)
  return {
    id: user.id,
    email: user.email,
    first_name: user.name,
    last_name: user.last_name,
    company: user.company ?? null,
    phone: user.phone ?? null,
    role: user.role,
    staff_scope: isScope(user.staff_scope) ? user.staff_scope : null,
    created_at: user.createdAt,
  }
}

const CHECKOUT_PATH = '/checkout'

/** Pages that say on the auth screen what the log-in is for. */
const PURPOSES: Readonly<Record<string, AuthNotice>> = {
  [CHECKOUT_PATH]: 'checkout',
  '/account/quotations/new': 'cotizacion',
}

/**
 * The signed-in user.
 * @throws a redirect to the auth screen, which returns to this page and says why checkout needs a log-in; for a form whose session has
 * ended as `refuseSignedOut`.
 */
export const requireUser = async (args: SessionArgs): Promise<SessionUser> => (await requireSession(args)).user

/**
 * The signed-in user with the id of the session, for the screen that lists sessions.
 * @throws as `requireUser`.
 */
export async function requireSession(args: SessionArgs): Promise<OpenSession> {
  const session = await openSession(args)
  if (session) return session
  const { request, url } = args
  // With scripts the checkout keeps what was typed in its tab, and the specification names the log-in that leads back to it.
  const keepsTyped = url.pathname === CHECKOUT_PATH && !isWithoutScripts(request)
  if (request.method === 'POST' && !keepsTyped) await refuseSignedOut(request)
  const page = url.pathname + url.search
  throw redirect(authAddress({ notice: PURPOSES[url.pathname], redirect: page }))
}

/**
 * The signed-in user, if the role is one of `roles`, and in the back office also the permission at the address is that of the
 * user's scope (ADR 0061).
 * @throws a redirect to the auth screen, or 403 with the data of the 'Acceso Denegado' screen (specification 1, section
 * 2). Who opens the back office itself is led to the first screen of the scope.
 */
export async function requireRole(args: SessionArgs, roles: readonly Role[]): Promise<SessionUser> {
  const user = await requireUser(args)
  if (roles.includes(user.role) && passes(args, user)) {
    if (user.role === 'admin') await requireEnrolment(args)
    return user
  }
  if (user.staff_scope && isHome(args)) throw redirect(HOMES[user.staff_scope])
  await noteRefusal(args, user)
  // The staff's scope decides; the browser knows only the roles' names.
  const currentTitle = GIVEN_ROLE_TITLES[givenRole(user)]
  throw data({ requiredRoles: roles, currentRole: user.role, currentTitle }, { status: 403 })
}

/** The route's pattern (`admin/orders/:orderId`, as the router writes it) or the path, from its first slash. */
const routeAddress = ({ pattern, url }: SessionArgs): string => `/${(pattern ?? url.pathname).replace(/^\/+/, '')}`

const isHome = (args: SessionArgs): boolean => routeAddress(args) === '/admin' && args.request.method === 'GET'

/** Where somebody of the staff adds a second factor, and confirms who it is. */
const SECURITY_PATH = '/admin/security'

/** Where the staff must have a second factor, who has none adds one before anything else. @throws a redirect there */
async function requireEnrolment(args: SessionArgs): Promise<void> {
  const { settings } = servicesOf(args.context)
  const address = routeAddress(args)
  if (!settings.staffSecondFactor || address === SECURITY_PATH || address.startsWith(`${SECURITY_PATH}/`)) return
  const session = await openSession(args)
  if (!session?.hasSecondFactor) throw redirect(`${SECURITY_PATH}?aviso=obligatorio`)
}

/** The scope of somebody whom `requireRole` let into the back office. @throws for anybody else */
export function scopeOf({ id, staff_scope }: Pick<SessionUser, 'id' | 'staff_scope'>): StaffScope {
  if (staff_scope === null) throw new Error(`Profile ${id} is not of the staff`)
  return staff_scope
}

/** Also outside of the back office: a page for administrators whose address has no area is for the scope `admin` alone. */
function passes(args: SessionArgs, { role, staff_scope }: SessionUser): boolean {
  if (role !== 'admin') return true
  return staff_scope !== null && allows(permissionAt(staff_scope, routeAddress(args)), args.request.method)
}

const refused = new WeakSet<Request>()

/** Records a refused access in the log and for '/admin/audit': once per request, however many of its loaders check. */
async function noteRefusal(args: SessionArgs, user: SessionUser): Promise<void> {
  if (refused.has(args.request)) return
  refused.add(args.request)
  const path = args.url.pathname
  const { db, log, now } = servicesOf(args.context)
  const { method } = args.request
  const role = user.staff_scope ?? user.role
  log.warn('role_refused', { user: user.id, role, method, path })
  await noteRefusedAccess(db, actorOf(user), { path, method, role, now: now() })
}

/** The user as a buyer. Outside of the back office the staff see and do what every buyer may, whatever their scope. */
export const buyerActor = (user: Pick<SessionUser, 'id'>): Actor => ({ kind: 'user', userId: user.id })

/** The database actor of the user, with the rights of the staff who work in the back office. */
export const actorOf = (user: Pick<SessionUser, 'id' | 'role'>): Actor =>
  user.role === 'admin' ? { kind: 'admin', userId: user.id } : { kind: 'user', userId: user.id }
