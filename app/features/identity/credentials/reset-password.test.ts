import { expect, it } from 'vitest'
import { cookieHeader, openSession, openSignUp } from '#app/features/identity/accounts.test-support.ts'
import { logIn } from '#app/features/identity/sign-in/sign-in.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { requestPasswordReset, resetPassword } from './password.server.ts'

const { database, accounts } = await openTestAccounts()

const login = (email: string, password: string) => logIn(accounts.caller(), { intent: 'login', email, password })
const INVALID = { ok: false, error: { code: 'invalid_token' } }

const person = ({ confirm = true } = {}) => (confirm ? openSession(accounts) : openSignUp(accounts))

async function resetToken(email: string): Promise<string> {
  expect((await requestPasswordReset(accounts.caller(), email)).ok).toBe(true)
  return accounts.resets.at(-1)?.token ?? ''
}

// shows: S6.12
it('changes the password once, ends every session and invalidates the other links', async () => {
  const form = await person()
  const opened = await Promise.all([login(form.email, form.password), login(form.email, form.password)])
  const sessions = opened.map(session => new Headers({ cookie: cookieHeader(session.ok ? session.value : []) }))
  const first = await resetToken(form.email)
  const second = await resetToken(form.email)

  expect(await resetPassword(accounts.caller(), { token: second, password: 'otra-clave-9' })).toMatchObject({
    ok: true,
  })

  for (const headers of sessions) expect(await accounts.auth.api.getSession({ headers })).toBeNull()
  expect(await login(form.email, form.password)).toMatchObject({ error: { code: 'invalid_credentials' } })
  expect((await login(form.email, 'otra-clave-9')).ok).toBe(true)
  expect(await resetPassword(accounts.caller(), { token: second, password: 'tercera-clave' })).toEqual(INVALID)
  expect(await resetPassword(accounts.caller(), { token: first, password: 'tercera-clave' })).toEqual(INVALID)
})

it('lets one of two concurrent uses through', async () => {
  const form = await person()
  const token = await resetToken(form.email)
  const both = await Promise.all(
    ['clave-uno-1', 'clave-dos-2'].map(password => resetPassword(accounts.caller(), { token, password })),
  )
  expect(both.filter(used => used.ok)).toHaveLength(1)
})

it('confirms the e-mail too, because the link came by mail', async () => {
  const form = await person({ confirm: false })
  const token = await resetToken(form.email)
  const owner = { first_name: 'Ana', last_name: 'Rojas', role: 'client' as const }
  await resetPassword(accounts.caller(), { token, password: 'otra-clave-9', owner })
  expect((await login(form.email, 'otra-clave-9')).ok).toBe(true)
})

it('refuses a link older than half an hour', async () => {
  const form = await person()
  const token = await resetToken(form.email)
  await database.ownerPool.query("update auth.verifications set expires_at = now() - interval '1 second'")
  expect(await resetPassword(accounts.caller(), { token, password: 'otra-clave-9' })).toEqual(INVALID)
  expect((await login(form.email, form.password)).ok).toBe(true)
})

// shows: S8.7
it('answers an unknown e-mail like a known one, and sends no mail', async () => {
  const mails = accounts.resets.length
  expect(await requestPasswordReset(accounts.caller(), 'nadie@example.cl')).toEqual({ ok: true, value: [] })
  expect(accounts.resets).toHaveLength(mails)
})

it('stores no usable link in the database', async () => {
  const form = await person()
  const token = await resetToken(form.email)
  const { rows } = await database.ownerPool.query('select identifier from auth.verifications')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})
