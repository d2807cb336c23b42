import { expect } from 'vitest'
import { contextOf, openPerson, type TestAccounts } from '#app/features/identity/accounts.test-support.ts'
import { STAFF_SCOPES } from '#app/features/identity/staff/permissions.ts'
import type { Databases } from '#app/platform/database/database.server.ts'
import type { StaffScope } from '#app/platform/database/values.ts'

/** Users without permission for the back office. A respondent without an account is a visitor there. */
export const STRANGERS = ['visitor', 'client', 'assessment_manager', 'respondent'] as const
export type Stranger = (typeof STRANGERS)[number]

/** A loader or an action; `pattern` is passed as the router writes it, without the first slash. Each route has its own type of arguments. */
export type Handler = (args: never) => unknown

/** The Cookie headers of a session of each. */
export async function openStrangers(accounts: TestAccounts, database: Databases): Promise<Record<Stranger, string>> {
  const cookieOf = async (role: Exclude<Stranger, 'visitor'>) => (await openPerson(accounts, database, { role })).cookie
  return {
    // The cookie of a respondent without an account.
    visitor: 'alhena_respondent=0123456789abcdef',
    client: await cookieOf('client'),
    assessment_manager: await cookieOf('assessment_manager'),
    respondent: await cookieOf('respondent'),
  }
}

export type GuardedRoute = {
  accounts: TestAccounts
  database: Databases
  cookies: Record<Stranger, string>
  who: Stranger
  handler: Handler
  path: string
  params?: Readonly<Record<string, string>>
  /** A form for an action; undefined for a loader. */
  form?: Readonly<Record<string, string>>
}

/**
 * Calls a loader or an action of the back office as a user without permission: a visitor must sign in, others are
 * refused and recorded in the log.
 */
export async function expectRefused({
  accounts,
  database,
  cookies,
  who,
  handler,
  path,
  params = {},
  form,
}: GuardedRoute) {
  const url = new URL(path, 'http://shop.test')
  const request = new Request(url, {
    headers: { cookie: cookies[who] },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  const before = accounts.logged.length
  const args = { request, url, params, pattern: path.slice(1), context: contextOf(accounts, database) }
  const thrown: unknown = await (async () => handler(args as never))().then(
    answer => ({ answered: answer }),
    (refusal: unknown) => refusal,
  )
  if (who === 'visitor') {
    expect(thrown, path).toBeInstanceOf(Response)
    expect((thrown as Response).headers.get('location'), path).toMatch(/^\/auth\?redirect=/)
    return
  }
  expect(thrown, path).toMatchObject({ data: { currentRole: who }, init: { status: 403 } })
  expect(accounts.logged.slice(before).join(), path).toContain('role_refused')
}

/** The Cookie headers of a session of each scope of the staff. */
export async function openStaff(accounts: TestAccounts, database: Databases): Promise<Record<StaffScope, string>> {
  const opened: [StaffScope, string][] = []
  for (const scope of STAFF_SCOPES) {
    const { user, cookie } = await openPerson(accounts, database)
    await database.ownerPool.query("update profiles set role = 'admin', staff_scope = $2 where id = $1", [
      user.id,
      scope,
    ])
    opened.push([scope, cookie])
  }
  return Object.fromEntries(opened) as Record<StaffScope, string>
}

export type StaffCall = {
  accounts: TestAccounts
  database: Databases
  cookie: string
  handler: Handler
  path: string
  params: Readonly<Record<string, string>>
  method: 'GET' | 'POST'
  form: Readonly<Record<string, string>>
}

/**
 * Calls a loader or an action as somebody of the staff. True: the guard refused it or led elsewhere. What a page does behind
 * its guard doesn't matter here, and most pages fail for want of services.
 */
export async function callAs({ accounts, database, cookie, handler, path, params, method, form }: StaffCall) {
  const url = new URL(path, 'http://shop.test')
  const request = new Request(url, {
    method,
    headers: { cookie },
    ...(method === 'POST' && { body: new URLSearchParams(form) }),
  })
  const args = { request, url, params, pattern: path.slice(1), context: contextOf(accounts, database) }
  const thrown: unknown = await (async () => handler(args as never))().then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  if (path === '/admin' && thrown instanceof Response) return thrown.status === 302
  return typeof thrown === 'object' && thrown !== null && 'data' in thrown && 'init' in thrown
    ? (thrown.init as ResponseInit | null)?.status === 403
    : false
}
