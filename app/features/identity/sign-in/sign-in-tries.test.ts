import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  cookieHeader,
  openAccounts,
  openSession,
  type TestAccounts,
} from '#app/features/identity/accounts.test-support.ts'
import { requestPasswordReset, resetPassword } from '#app/features/identity/credentials/password.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { logIn } from './sign-in.server.ts'

let database: TestDatabase
let accounts: TestAccounts
/** The same accounts with rate limits. */
let limited: TestAccounts
let addresses = 0

beforeAll(async () => {
  database = await cloneDatabase()
  accounts = openAccounts(database)
  limited = openAccounts(database, { rateLimit: true })
})
afterAll(() => database.close())
afterEach(() => database.ownerPool.query('delete from auth.sign_in_tries'))

/** An attempt from an address of its own, so that only the count per account can stop it. */
async function tryPassword(email: string, password: string, cookie: string | null = null) {
  addresses += 1
  const clientAddress = `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`
  const tried = await logIn(limited.caller({ clientAddress, cookie }), { intent: 'login', email, password })
  return tried.ok ? 'in' : tried.error.code
}

/** Wrong passwords from as many addresses. Only the first and the last are really verified: each derives a key. */
async function attack(email: string, tries: number) {
  const first = await tryPassword(email, 'equivocada')
  const subject = `email:${createHash('sha256').update(email).digest('hex')}`
  await database.ownerPool.query('update auth.sign_in_tries set tries = $2 where subject = $1', [subject, tries - 1])
  return [first, await tryPassword(email, 'equivocada')]
}

describe('attempts at one account from many addresses', () => {
  it('stop after twenty in a quarter of an hour, with or without an account, whatever the password', async () => {
    const ana = await openSession(accounts)
    for (const email of [ana.email, 'nadie@example.cl']) {
      expect(await attack(email, 20)).toEqual(['invalid_credentials', 'invalid_credentials'])
      expect(await tryPassword(email, 'equivocada')).toBe('account_slowed')
    }
    expect(await tryPassword(ana.email, ana.password)).toBe('account_slowed')
    await database.ownerPool.query("update auth.sign_in_tries set window_started_at = now() - interval '16 minutes'")
    expect(await tryPassword(ana.email, ana.password)).toBe('in')
  })

  it("can't exceed the limit concurrently", async () => {
    const ana = await openSession(accounts)
    await attack(ana.email, 15)
    const together = await Promise.all(Array.from({ length: 10 }, () => tryPassword(ana.email, 'equivocada')))
    expect(together.filter(code => code === 'invalid_credentials')).toHaveLength(5)
  })

  it('do not lock out a browser that has signed in before', async () => {
    const ana = await openSession(accounts)
    const opened = await logIn(accounts.caller(), { ...ana, intent: 'login' })
    const known = cookieHeader(opened.ok ? opened.value : [])
    await attack(ana.email, 21)
    expect(await tryPassword(ana.email, ana.password, known)).toBe('in')
    // The mark is valid for this e-mail only and can't be forged.
    const eva = await openSession(accounts)
    await attack(eva.email, 21)
    expect(await tryPassword(eva.email, eva.password, known)).toBe('account_slowed')
    const forged = known.replace(/(alhena\.device=[\w-]{22}\.)[\w-]{43}/, `$1${'A'.repeat(43)}`)
    expect(await tryPassword(ana.email, ana.password, forged)).toBe('account_slowed')
  })

  it('are limited to ten from a known browser too, which may be stolen', async () => {
    const ana = await openSession(accounts)
    const opened = await logIn(accounts.caller(), { ...ana, intent: 'login' })
    const known = cookieHeader(opened.ok ? opened.value : [])
    const codes = []
    for (let count = 0; count < 11; count += 1) codes.push(await tryPassword(ana.email, 'equivocada', known))
    expect(codes).toEqual([...Array(10).fill('invalid_credentials'), 'rate_limited'])
  })

  it('still allow a reset, after which the browser is known', async () => {
    const ana = await openSession(accounts)
    await attack(ana.email, 21)
    await requestPasswordReset(accounts.caller(), ana.email)
    const token = accounts.resets.at(-1)?.token ?? ''
    const reset = await resetPassword(accounts.caller(), { token, password: 'otra-clave-9' })
    expect(await tryPassword(ana.email, 'otra-clave-9', cookieHeader(reset.ok ? reset.value.cookies : []))).toBe('in')
  })

  it('are cleared by the right password', async () => {
    const ana = await openSession(accounts)
    await attack(ana.email, 19)
    expect(await tryPassword(ana.email, ana.password)).toBe('in')
    expect(
      await database.ownerPool.query("select 1 from auth.sign_in_tries where subject like 'email:%'"),
    ).toMatchObject({ rowCount: 0 })
  })

  it('store no e-mail in the table that counts them, and old rows are deleted', async () => {
    await tryPassword('secreta@example.cl', 'equivocada')
    const { rows } = await database.ownerPool.query('select subject from auth.sign_in_tries')
    expect(rows).toEqual([{ subject: expect.stringMatching(/^email:[0-9a-f]{64}$/) }])
    await database.ownerPool.query("update auth.sign_in_tries set window_started_at = now() - interval '2 hours'")
    await tryPassword('otra@example.cl', 'equivocada')
    expect((await database.ownerPool.query('select 1 from auth.sign_in_tries')).rowCount).toBe(1)
  })
})

it('mails five links to one mailbox in a quarter of an hour, whoever requests them, without revealing it', async () => {
  const ana = await openSession(accounts)
  const requested = []
  const before = limited.resets.length
  for (let count = 0; count < 7; count += 1) {
    requested.push(await requestPasswordReset(limited.caller({ clientAddress: `203.0.114.${count}` }), ana.email))
  }
  expect(requested).toEqual(Array(7).fill({ ok: true, value: [] }))
  expect(limited.resets.length - before).toBe(5)
})

it('queries the database as often for an unknown e-mail as for a wrong password', async () => {
  const ana = await openSession(accounts)
  const query = vi.spyOn(Client.prototype, 'query')
  const statementsOf = async (email: string) => {
    query.mockClear()
    await logIn(accounts.caller(), { intent: 'login', email, password: 'equivocada' })
    return query.mock.calls.length
  }
  const known = await statementsOf(ana.email)
  expect(await statementsOf('nadie@example.cl')).toBe(known)
  expect(known).toBeGreaterThan(0)
})

it('opens a new session for every log-in, whatever cookie the request has', async () => {
  const planted = await openSession(accounts)
  const ana = await openSession(accounts)
  const opened = await logIn(accounts.caller({ cookie: planted.cookie }), { ...ana, intent: 'login' })
  const cookie = cookieHeader(opened.ok ? opened.value : [])
  expect(cookie).not.toContain(planted.cookie.split(';')[0])
  const session = await accounts.auth.api.getSession({ headers: new Headers({ cookie }) })
  expect(session?.user.email).toBe(ana.email)
})
