import { describe, expect, it, vi } from 'vitest'
import { AUTH_MESSAGES } from '#app/features/identity/sign-in/auth-messages.ts'
import { logIn, logOut, signUp } from '#app/features/identity/sign-in/sign-in.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import {
  cheapHasher,
  cookieHeader,
  openAccounts,
  openSession,
  openSignUp,
  signUpForm,
} from './accounts.test-support.ts'
import { callAuth } from './auth-call.server.ts'
import { confirmEmail, resendConfirmation } from './credentials/email.server.ts'
import { authForm } from './identity-schema.server.ts'

const { database, accounts } = await openTestAccounts()

const profileOf = async (email: string) =>
  (await database.ownerPool.query('select * from profiles where email = $1', [email])).rows[0]

const confirmed = () => openSession(accounts)

const login = (email: string, password: string) => logIn(accounts.caller(), { intent: 'login', email, password })

describe('sign-up', () => {
  // shows: S6.8, S7.6
  it('creates a profile with the selected role and an unconfirmed e-mail', async () => {
    const form = signUpForm({ role: 'assessment_manager', first_name: 'Ñusta', last_name: "O'Higgins" })
    expect(await signUp(accounts.caller(), form, '/checkout?x=1')).toMatchObject({ ok: true })
    expect(await profileOf(form.email)).toMatchObject({
      first_name: 'Ñusta',
      last_name: "O'Higgins",
      role: 'assessment_manager',
      email_verified: false,
      company: null,
    })
    const mail = accounts.confirmations.at(-1)
    expect(mail).toMatchObject({ recipient: form.email, firstName: 'Ñusta', redirect: '/checkout?x=1' })
  })

  it.each(['i&d@prueba.example', 'ventas/norte@prueba.example', 'ana@ñandú.cl', 'ana@prueba.xn--p1ai'])(
    'takes %s, which can confirm, log in and ask for a new password',
    async typed => {
      const posted = authForm.parse({ ...signUpForm({ email: typed }), intent: 'signup' })
      if (posted.intent !== 'signup') throw new Error('It is a sign-up')
      await openSession(accounts, posted)
      expect(await profileOf(posted.email)).toBeDefined()
      expect(accounts.confirmations.at(-1)?.recipient).toBe(posted.email)
      const entry = authForm.parse({ intent: 'login', email: typed, password: posted.password })
      expect(await login(entry.email, posted.password)).toMatchObject({ ok: true })
      expect((await resendConfirmation(accounts.caller(), posted.email, null)).ok).toBe(true)
    },
  )

  it('ignores role, id, date and confirmation in fields that a browser adds', async () => {
    const { email } = signUpForm()
    const posted = authForm.parse({
      ...signUpForm({ email }),
      id: '00000000-0000-4000-8000-000000000001',
      email_verified: 'true',
      emailVerified: 'true',
      created_at: '2001-01-01',
      createdAt: '2001-01-01',
      company: 'Otra',
      signupRole: 'admin',
      image: 'https://evil.example/x.png',
    })
    expect(await signUp(accounts.caller(), posted as never, null)).toMatchObject({ ok: true })
    const profile = await profileOf(email)
    expect(profile).toMatchObject({ role: 'client', email_verified: false, company: null, avatar_url: null })
    expect(profile.id).not.toBe('00000000-0000-4000-8000-000000000001')
    expect(profile.created_at.getFullYear()).toBeGreaterThan(2020)
  })

  // shows: S6.7
  it('refuses admin as a role, in the form and in the use case', async () => {
    expect(authForm.safeParse({ ...signUpForm(), role: 'admin' }).success).toBe(false)
    const { email, password } = signUpForm()
    const body = { email, password, name: 'X', last_name: 'Y', signupRole: 'admin', role: 'admin' }
    await callAuth(accounts.caller(), { path: '/sign-up/email', body })
    expect((await profileOf(email)).role).toBe('client')
  })

  // shows: S6.8
  it('creates a client when no role is sent', () => {
    const { role: _, ...form } = signUpForm()
    expect(authForm.parse(form)).toMatchObject({ role: 'client' })
  })

  // shows: S8.3
  it('says that an e-mail is taken, and leaves that account unchanged', async () => {
    const form = await confirmed()
    const before = await profileOf(form.email)
    const mails = accounts.confirmations.length
    const again = signUpForm({ email: form.email, first_name: 'Otra', password: 'otra-clave-9' })
    expect(await signUp(accounts.caller(), again, null)).toEqual({ ok: false, error: { code: 'email_taken' } })
    expect(await profileOf(form.email)).toEqual(before)
    expect(accounts.confirmations).toHaveLength(mails)
    expect((await login(form.email, 'otra-clave-9')).ok).toBe(false)
  })

  it('creates one account for two concurrent sign-ups', async () => {
    const form = signUpForm()
    // Passwords are hashed after the lookup of the e-mail: both find none before either continues.
    const bothHash = Promise.withResolvers<void>()
    let hashing = 0
    const hash = async (password: string) => {
      hashing += 1
      if (hashing === 2) bothHash.resolve()
      await bothHash.promise
      return cheapHasher.hash(password)
    }
    const { caller } = openAccounts(database, { hasher: { ...cheapHasher, hash } })
    const both = await Promise.all([signUp(caller(), form, null), signUp(caller(), form, null)])
    const { rows } = await database.ownerPool.query(
      'select (select count(*) from profiles where email = $1) as profiles, count(*) as passwords from auth.accounts where user_id in (select id from profiles where email = $1)',
      [form.email],
    )
    expect(rows[0]).toEqual({ profiles: 1, passwords: 1 })
    expect(both.filter(made => made.ok)).toHaveLength(1)
    expect(both.find(made => !made.ok)).toEqual({ ok: false, error: { code: 'email_taken' } })
  })
})

describe('an unexpected failure', () => {
  // shows: S8.5, S8.6
  it('leaves no partial account, shows the general text and is logged', async () => {
    const form = signUpForm()
    await database.ownerPool.query('alter table auth.accounts add constraint broken check (false) not valid')
    const made = await signUp(accounts.caller(), form, null)
    await database.ownerPool.query('alter table auth.accounts drop constraint broken')
    expect(made).toEqual({ ok: false, error: { code: 'unexpected' } })
    expect(AUTH_MESSAGES.unexpected).toBe('Ocurrió un error inesperado')
    expect(await profileOf(form.email)).toBeUndefined()
    const failure = accounts.logged.find(line => line.includes('"auth_failed"'))
    expect(failure).toMatch(/sign-up.*broken/)
    expect(accounts.logged.join()).not.toContain(form.password)
    expect((await signUp(accounts.caller(), form, null)).ok).toBe(true)
  })
})

describe('confirmation', () => {
  // shows: S8.2
  it('is required to log in, opens a session by its link, and does nothing when the link is reused', async () => {
    const { browser: cookie, token, ...form } = await openSignUp(accounts)
    expect(await login(form.email, form.password)).toEqual({ ok: false, error: { code: 'email_not_confirmed' } })
    const opened = await confirmEmail(accounts.caller({ cookie }), token)
    if (!opened.ok || opened.value.by !== 'session') throw new Error('It opened no session')
    expect((await profileOf(form.email)).email_verified).toBe(true)
    const session = await accounts.auth.api.getSession({
      headers: new Headers({ cookie: cookieHeader(opened.value.cookies) }),
    })
    expect(session?.user.email).toBe(form.email)
    expect((await login(form.email, form.password)).ok).toBe(true)
    expect(await confirmEmail(accounts.caller({ cookie }), token)).toEqual({ ok: true, value: { by: 'nothing' } })
  })

  it('opens one session when its link is opened twice at once', async () => {
    const { browser: cookie, token } = await openSignUp(accounts)
    const both = await Promise.all([token, token].map(each => confirmEmail(accounts.caller({ cookie }), each)))
    expect(both.filter(opened => opened.ok && opened.value.by === 'session')).toHaveLength(1)
  })

  it.each(['', 'x', 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFAYi5jbCJ9.', `${'a'.repeat(5000)}`])(
    'refuses the token %.40j',
    async token => {
      expect(await confirmEmail(accounts.caller(), token)).toEqual({ ok: false, error: { code: 'invalid_token' } })
    },
  )

  it('is mailed again only to an unconfirmed account, with the same answer for all', async () => {
    const waiting = signUpForm()
    await signUp(accounts.caller(), waiting, null)
    const done = await confirmed()
    const mails = accounts.confirmations.length
    const answers = await Promise.all(
      [waiting.email, done.email, 'nadie@example.cl'].map(email =>
        resendConfirmation(accounts.caller(), email, '/account'),
      ),
    )
    expect(answers).toEqual(answers.map(() => ({ ok: true, value: [] })))
    expect(accounts.confirmations.slice(mails)).toMatchObject([{ recipient: waiting.email, redirect: '/account' }])
  })
})

describe('log-in', () => {
  // shows: S3.10
  it('sets a session cookie that scripts cannot read, and clears it', async () => {
    const form = await confirmed()
    const opened = await login(form.email, form.password)
    if (!opened.ok) throw new Error(opened.error.code)
    expect(opened.value[0]).toMatch(/^alhena\.session_token=.+; Path=\/; HttpOnly; SameSite=Lax$/)
    const cookie = cookieHeader(opened.value)
    const headers = new Headers({ cookie })
    expect((await accounts.auth.api.getSession({ headers }))?.user.email).toBe(form.email)
    const ended = await logOut(accounts.caller({ cookie }))
    expect(ended.ok && ended.value.join()).toMatch(/alhena\.session_token=;.*Max-Age=0/)
    expect(await accounts.auth.api.getSession({ headers })).toBeNull()
  })

  // shows: S8.1
  it('answers the same to a wrong password, an unknown e-mail and an overlong password', async () => {
    const form = await confirmed()
    const refused = { ok: false, error: { code: 'invalid_credentials' } }
    expect(await login(form.email, 'equivocada')).toEqual(refused)
    expect(await login('nadie@example.cl', 'equivocada')).toEqual(refused)
    expect(await login(form.email, 'x'.repeat(500))).toEqual(refused)
  })

  it('takes as long for an unknown e-mail as for a wrong password', async () => {
    const form = await confirmed()
    const { password } = await accounts.auth.$context
    const [hash, verify] = [vi.spyOn(password, 'hash'), vi.spyOn(password, 'verify')]
    await login(form.email, 'equivocada')
    expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([0, 1])
    await login('nadie@example.cl', 'equivocada')
    // Both derive one scrypt key with the same cost.
    expect([hash.mock.calls.length, verify.mock.calls.length]).toEqual([1, 1])
  })

  it('stops after ten attempts a minute from one address, whatever the e-mail, and does not affect other addresses', async () => {
    const limited = openAccounts(database, { rateLimit: true })
    const tryFrom = (clientAddress: string, email: string) =>
      logIn(limited.caller({ clientAddress }), { intent: 'login', email, password: 'equivocada' })
    const tries = []
    for (let count = 0; count < 11; count += 1) tries.push(await tryFrom('198.51.100.1', `n${count}@example.cl`))
    const codes = tries.map(tried => !tried.ok && tried.error.code)
    expect(codes).toEqual([...Array(10).fill('invalid_credentials'), 'rate_limited'])
    expect(await tryFrom('198.51.100.2', 'n@example.cl')).toMatchObject({ error: { code: 'invalid_credentials' } })
  })

  it('reveals nothing about e-mails once the sign-up limit is reached', async () => {
    const limited = openAccounts(database, { rateLimit: true })
    const form = await confirmed()
    const tries = []
    for (let count = 0; count < 6; count += 1) {
      tries.push(await signUp(limited.caller({ clientAddress: '198.51.100.9' }), form, null))
    }
    expect(tries.map(tried => !tried.ok && tried.error.code)).toEqual([...Array(5).fill('email_taken'), 'rate_limited'])
  })
})
