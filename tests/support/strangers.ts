import { expect } from 'vitest'
import { contextOf, openPerson, type TestAccounts } from '#app/features/identity/accounts.test-support.ts'
import type { Databases } from '#app/platform/database/database.server.ts'

/** Users without permission for the back office. A respondent without an account is a visitor there. */
export const STRANGERS = ['visitor', 'client', 'assessment_manager', 'respondent'] as const
export type Stranger = (typeof STRANGERS)[number]

/** A loader or an action; each route has its own type of arguments. */
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
  const args = { request, url, params, pattern: path, context: contextOf(accounts, database) }
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
