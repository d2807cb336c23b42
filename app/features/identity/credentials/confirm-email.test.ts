import { expect, it } from 'vitest'
import {
  auditOf,
  cookieHeader,
  isSignedIn,
  openPerson,
  openSignUp,
  signUpForm,
} from '#app/features/identity/accounts.test-support.ts'
import { deleteAccount } from '#app/features/identity/profile.server.ts'
import { logIn, signUp } from '#app/features/identity/sign-in/sign-in.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createSession } from '#tests/support/factories.ts'
import { confirmEmail, resendConfirmation } from './email.server.ts'
import { isNameDue, requestPasswordReset, resetPassword } from './password.server.ts'

const { database, accounts } = await openTestAccounts()

const OWNERS = 'la-clave-de-su-duena'
const login = (email: string, password: string) => logIn(accounts.caller(), { intent: 'login', email, password })
const OWNER = { first_name: 'Elena', last_name: 'Soto', role: 'client' } as const
const nameOf = async (email: string) =>
  (await database.ownerPool.query('select first_name, last_name, role from profiles where email = $1', [email])).rows[0]
const idOf = async (email: string): Promise<string> =>
  (await database.ownerPool.query('select id from profiles where email = $1', [email])).rows[0].id

/** The token of the reset link to which a confirmation in another browser leads. */
async function confirmElsewhere(token: string, cookie: string | null = null): Promise<string> {
  const opened = await confirmEmail(accounts.caller({ cookie }), token)
  if (!opened.ok || opened.value.by !== 'new_password') throw new Error(JSON.stringify(opened))
  expect(cookieHeader(opened.value.cookies)).not.toMatch(/session_token/)
  return opened.value.token
}

it("whoever signed up with somebody else's address is out once its owner confirms", async () => {
  const stranger = await openSignUp(accounts, { first_name: 'Hombre', last_name: 'De Paja', role: 'respondent' })
  await database.ownerPool.query("update profiles set company = 'Ajena SpA', phone = '+56 9 1' where email = $1", [
    stranger.email,
  ])
  const session = await createSession(database.ownerPool, stranger.email)
  const again = signUpForm({ email: stranger.email, password: OWNERS })
  expect(await signUp(accounts.caller(), again, null)).toMatchObject({ error: { code: 'email_taken' } })
  await resendConfirmation(accounts.caller(), stranger.email, null)
  const reset = await confirmElsewhere(accounts.confirmations.at(-1)?.token ?? '')

  expect(await login(stranger.email, stranger.password)).toMatchObject({ error: { code: 'invalid_credentials' } })
  expect(await isSignedIn(accounts, `${session.name}=${session.value}`)).toBe(false)
  const sessions = await database.ownerPool.query('select from auth.sessions where user_id = $1', [
    await idOf(stranger.email),
  ])
  expect(sessions.rowCount).toBe(0)
  const left = await database.ownerPool.query('select company, phone, avatar_url from profiles where email = $1', [
    stranger.email,
  ])
  expect(left.rows).toEqual([{ company: null, phone: null, avatar_url: null }])
  expect((await auditOf(database, await idOf(stranger.email))).at(-1)).toMatchObject({ action: 'password_voided' })

  expect(await nameOf(stranger.email)).toEqual({ first_name: 'Sin nombre', last_name: '', role: 'client' })
  const set = { token: reset, password: OWNERS }
  expect(await resetPassword(accounts.caller(), set)).toEqual({ ok: false, error: { code: 'name_due' } })
  expect(await resetPassword(accounts.caller(), { ...set, owner: OWNER })).toMatchObject({ ok: true })
  expect(await nameOf(stranger.email)).toEqual(OWNER)
  expect(await login(stranger.email, OWNERS)).toMatchObject({ ok: true })
  expect(await login(stranger.email, stranger.password)).toMatchObject({ ok: false })
  expect(await resetPassword(accounts.caller(), { token: reset, password: 'otra-vez-9' })).toMatchObject({ ok: false })
})

it('a browser that signed up with another address, or with an invented cookie, is another one', async () => {
  const first = await openSignUp(accounts)
  const other = await openSignUp(accounts)
  for (const cookie of [other.browser, `alhena_sign_up=${'A'.repeat(43)}`]) {
    const someone = await openSignUp(accounts)
    await confirmElsewhere(someone.token, cookie)
    expect(await login(someone.email, someone.password)).toMatchObject({ ok: false })
  }
  const opened = await confirmEmail(accounts.caller({ cookie: first.browser }), first.token)
  expect(opened).toMatchObject({ ok: true, value: { by: 'session' } })
  expect(await login(first.email, first.password)).toMatchObject({ ok: true })
})

it("keeps of the sign-up's cookie no more than a hash, and that no longer than the account", async () => {
  const someone = await openPerson(accounts, database)
  const kept = async () =>
    database.ownerPool.query<{ token_hash: string }>(
      'select token_hash from auth.sign_up_browsers where user_id = $1',
      [someone.user.id],
    )
  expect((await kept()).rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/)
  await deleteAccount(accounts.caller(), someone.user, { password: someone.password, now: new Date() })
  expect((await kept()).rowCount).toBe(0)
})

it('an owner who is told that there is an account gets in by a new password, and the maker does not', async () => {
  const stranger = await openSignUp(accounts)
  await requestPasswordReset(accounts.caller(), stranger.email)
  const token = accounts.resets.at(-1)?.token ?? ''
  expect(await isNameDue(accounts.caller(), token)).toBe(true)
  expect(await resetPassword(accounts.caller(), { token, password: OWNERS, owner: OWNER })).toMatchObject({ ok: true })
  expect(await nameOf(stranger.email)).toEqual(OWNER)
  expect(await login(stranger.email, stranger.password)).toMatchObject({ ok: false })
  expect(await login(stranger.email, OWNERS)).toMatchObject({ ok: true })
  // The link of the sign-up is worth nothing now.
  expect(await confirmEmail(accounts.caller({ cookie: stranger.browser }), stranger.token)).toEqual({
    ok: true,
    value: { by: 'nothing' },
  })
})

it('who signed up in this browser is asked for no name, nor is the owner of a confirmed account', async () => {
  const own = await openSignUp(accounts)
  await requestPasswordReset(accounts.caller(), own.email)
  const caller = accounts.caller({ cookie: own.browser })
  const token = accounts.resets.at(-1)?.token ?? ''
  expect(await isNameDue(caller, token)).toBe(false)
  expect(await resetPassword(caller, { token, password: OWNERS, owner: OWNER })).toMatchObject({ ok: true })
  expect(await nameOf(own.email)).toMatchObject({ first_name: own.first_name, last_name: own.last_name })
  await requestPasswordReset(accounts.caller(), own.email)
  expect(await isNameDue(accounts.caller(), accounts.resets.at(-1)?.token ?? '')).toBe(false)
  expect(await isNameDue(accounts.caller(), 'ninguno')).toBe(false)
})
