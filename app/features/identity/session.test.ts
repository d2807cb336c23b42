import { describe, expect, it, vi } from 'vitest'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { contextOf, openAccounts, openSession } from './accounts.test-support.ts'
import { actorOf, prolongSession, requireRole, requireUser, sessionUser } from './session.server.ts'

const { database, accounts } = await openTestAccounts()

const argsOf = (address: string, cookie?: string) => ({
  request: new Request(`http://shop.test${address}`, { headers: cookie ? { cookie } : {} }),
  url: new URL(`http://shop.test${address}`),
  context: contextOf(accounts, database),
})

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
const services = () => ({ auth: accounts.auth, db: database.db, now: () => new Date() })

describe('sessionUser', () => {
  // shows: S2.13, S4.3, S7.8
  it('is the profile as it is at this request', async () => {
    const ana = await openSession(accounts)
    expect(await sessionUser(argsOf('/', ana.cookie))).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      email: ana.email,
      first_name: 'Ana',
      last_name: 'Rojas',
      company: null,
      phone: null,
      role: 'client',
      staff_scope: null,
      created_at: expect.any(Date),
    })
    await database.ownerPool.query("update profiles set role = 'respondent' where email = $1", [ana.email])
    expect((await sessionUser(argsOf('/', ana.cookie)))?.role).toBe('respondent')
  })

  it('queries once for all loaders of a request', async () => {
    const { cookie } = await openSession(accounts)
    const getSession = vi.spyOn(accounts.auth.api, 'getSession')
    const args = argsOf('/account', cookie)
    const [one, two] = await Promise.all([sessionUser(args), requireUser(args)])
    expect(one).toBe(two)
    expect(getSession).toHaveBeenCalledTimes(1)
  })

  it.each([
    '',
    'alhena.session_token=x',
    'alhena.session_token=abc.def%3D; other=1',
    '=;;=',
    'alhena.session_token=%00',
  ])('is undefined for the cookie %j', async cookie => expect(await sessionUser(argsOf('/', cookie))).toBeUndefined())

  it('distinguishes an unavailable database from a bug', async () => {
    const { cookie } = await openSession(accounts)
    const away = openDatabases('postgresql://alhena@127.0.0.1:1/alhena', 1)
    const context = contextOf(openAccounts(away), away)
    const thrown = await thrownBy(sessionUser({ ...argsOf('/', cookie), context }))
    await away.close()
    expect(isDatabaseOutage(thrown)).toBe(true)
  })

  it('is undefined once the session expired or the account is deleted', async () => {
    const [ana, eva] = [await openSession(accounts), await openSession(accounts)]
    const user = await sessionUser(argsOf('/', ana.cookie))
    await database.ownerPool.query(
      "update auth.sessions set expires_at = now() - interval '1 second' where user_id = $1",
      [user?.id],
    )
    expect(await sessionUser(argsOf('/', ana.cookie))).toBeUndefined()
    await database.ownerPool.query('delete from profiles where email = $1', [eva.email])
    expect(await sessionUser(argsOf('/', eva.cookie))).toBeUndefined()
  })
})

describe('prolongSession', () => {
  // shows: S8.23
  it('sets a new cookie once a day; reading the session does not', async () => {
    const ana = await openSession(accounts)
    const headers = new Headers({ cookie: ana.cookie })
    expect(await prolongSession(services(), headers)).toMatchObject({ user: { email: ana.email }, cookies: [] })
    await database.ownerPool.query("update auth.sessions set expires_at = now() + interval '5 days'")
    await sessionUser(argsOf('/', ana.cookie))
    const prolonged = await prolongSession(services(), headers)
    expect(prolonged.cookies).toEqual([expect.stringMatching(/^alhena\.session_token=.*Max-Age=604800/)])
    expect((await prolongSession(services(), headers)).cookies).toEqual([])
  })

  // shows: S8.23
  it('clears the cookie of an expired session', async () => {
    const { cookie } = await openSession(accounts)
    await database.ownerPool.query("update auth.sessions set expires_at = now() - interval '1 second'")
    const over = await prolongSession(services(), new Headers({ cookie }))
    expect(over).toEqual({
      user: null,
      cookies: expect.arrayContaining([expect.stringMatching(/session_token=;.*Max-Age=0/)]),
    })
  })
})

describe('requireUser', () => {
  // shows: S2.13, S2.16, S5.13
  it.each([
    ['/account', '/auth?redirect=%2Faccount'],
    ['/checkout', '/auth?aviso=checkout&redirect=%2Fcheckout'],
    ['/checkout?paso=2', '/auth?aviso=checkout&redirect=%2Fcheckout%3Fpaso%3D2'],
    ['/account/dashboard?estado=a&x=1', '/auth?redirect=%2Faccount%2Fdashboard%3Festado%3Da%26x%3D1'],
    ['//evil.example/x', '/auth'],
  ])('redirects a visitor of %s to %s', async (address, target) => {
    const thrown = await thrownBy(requireUser(argsOf(address)))
    if (!(thrown instanceof Response)) throw new Error('No redirect')
    expect([thrown.status, thrown.headers.get('location')]).toEqual([302, target])
  })

  it("takes the router's address of the page, not that of the request for its data", async () => {
    const args = { ...argsOf('/account.data?_routes=root'), url: new URL('http://shop.test/account?a=1') }
    const thrown = await thrownBy(requireUser(args))
    expect(thrown instanceof Response && thrown.headers.get('location')).toBe('/auth?redirect=%2Faccount%3Fa%3D1')
  })
})

describe('requireRole', () => {
  // shows: S2.10, S2.14
  it('lets the right roles in and tells the others which are required', async () => {
    const { cookie } = await openSession(accounts, { role: 'assessment_manager' })
    expect((await requireRole(argsOf('/x', cookie), ['client', 'assessment_manager'])).role).toBe('assessment_manager')
    expect(await thrownBy(requireRole(argsOf('/admin', cookie), ['admin']))).toMatchObject({
      init: { status: 403 },
      data: { requiredRoles: ['admin'], currentRole: 'assessment_manager' },
    })
  })

  it('redirects a visitor to log in first', async () => {
    const thrown = await thrownBy(requireRole(argsOf('/admin'), ['admin']))
    expect(thrown instanceof Response && thrown.headers.get('location')).toBe('/auth?redirect=%2Fadmin')
  })
})

it('maps users to the actors of row-level security', () => {
  expect(actorOf({ id: 'x', role: 'client' })).toEqual({ kind: 'user', userId: 'x' })
  expect(actorOf({ id: 'x', role: 'admin' })).toEqual({ kind: 'admin', userId: 'x' })
})
