import { describe, expect, it } from 'vitest'
import { contextOf, cookieHeader, openSession, signUpForm } from '#app/features/identity/accounts.test-support.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import * as auth from './auth.tsx'
import * as checkMail from './check-mail.tsx'
import * as confirm from './confirm-email.tsx'
import * as forgot from './forgot-password.tsx'
import * as profile from './profile.tsx'
import * as reset from './reset-password.tsx'
import * as session from './session.ts'
import * as signOut from './sign-out.ts'

const { database, accounts } = await openTestAccounts()

type Sent = { form?: Record<string, string>; cookie?: string; body?: string; type?: string }

/** Calls a loader or action as the router does; returns what it returned or threw. */
async function ask(work: (args: never) => unknown, address: string, sent: Sent = {}) {
  const headers = new Headers(sent.cookie ? { cookie: sent.cookie } : {})
  if (sent.type) headers.set('content-type', sent.type)
  const body = sent.form ? new URLSearchParams(sent.form) : sent.body
  const request = new Request(
    `http://shop.test${address}`,
    body === undefined ? { headers } : { method: 'POST', headers, body },
  )
  const args = { request, url: new URL(request.url), context: contextOf(accounts, database), params: {} }
  const answer: unknown = await Promise.resolve()
    .then(() => work(args as never))
    .catch((thrown: unknown) => thrown)
  if (answer instanceof Response) {
    const { status, headers: got } = answer
    return {
      status,
      location: got.get('location'),
      cookies: got.getSetCookie(),
      data: await answer.json().catch(() => null),
    }
  }
  if (answer instanceof Error) throw answer
  const { data = answer, init } = answer as { data?: unknown; init?: ResponseInit | null }
  return { status: init?.status ?? 200, location: null, cookies: new Headers(init?.headers).getSetCookie(), data }
}

const login = ({ email, password }: { email: string; password: string }) => ({ intent: 'login', email, password })
const lastToken = (mails: readonly { token: string }[]) => mails.at(-1)?.token ?? ''

describe('/auth', () => {
  // shows: S2.3, S7.5
  it('logs in and redirects to the requested page, never to another site', async () => {
    const ana = await openSession(accounts)
    const to = async (redirect: string) =>
      ask(auth.action, `/auth?redirect=${encodeURIComponent(redirect)}`, { form: login(ana) })
    const opened = await to('/account?x=1')
    expect(opened).toMatchObject({ status: 302, location: '/account?x=1' })
    expect(opened.cookies).toEqual([
      expect.stringContaining('alhena.session_token='),
      expect.stringContaining('alhena.device='),
    ])
    for (const evil of ['//evil.example', '/\\evil.example', 'https:evil.example', '/auth']) {
      expect((await to(evil)).location).toBe('/')
    }
  })

  // shows: S2.51
  it('redirects signed-in users', async () => {
    const { cookie } = await openSession(accounts)
    expect(await ask(auth.loader, '/auth?redirect=/account', { cookie })).toMatchObject({ location: '/account' })
    expect(await ask(auth.loader, '/auth?redirect=//evil', { cookie })).toMatchObject({ location: '/' })
  })

  // shows: S5.1, S8.4, S9.13
  it('returns typed values, except passwords, with their errors', async () => {
    const form = { ...signUpForm(), email: 'no-es-email', password: 'corta', first_name: '<b>Ana</b>' }
    const { status, data } = await ask(auth.action, '/auth?mode=register', { form })
    expect(status).toBe(400)
    expect(data).toMatchObject({
      values: { email: 'no-es-email', first_name: '<b>Ana</b>', last_name: 'Rojas', role: 'client' },
      errors: {
        email: 'Escribe un correo válido, como nombre@empresa.cl',
        password: 'La contraseña debe tener al menos 6 caracteres',
      },
    })
    expect(JSON.stringify(data)).not.toContain('corta')
  })

  // shows: S5.2
  it.each(['123456', 'QWERTY123', 'colocolo', 'Contraseña', 'chile2026'])('refuses the password %s', async password => {
    const { data } = await ask(auth.action, '/auth', { form: signUpForm({ password }) })
    expect(data).toMatchObject({
      errors: { password: 'Esa contraseña es de las más usadas y se adivina fácil. Elige otra.' },
    })
  })

  it.each([
    [{ form: { intent: 'become_admin' } }, 400],
    [{ form: {} }, 400],
    [{ body: '{"intent":"login"}', type: 'application/json' }, 400],
    [{ body: '--x\r\nbroken', type: 'multipart/form-data; boundary=x' }, 400],
    [{ form: { intent: 'login', email: '\u0000@x.cl', password: '\u0000' } }, 400],
    [{ form: { intent: 'signup', email: `${'a'.repeat(300)}@x.cl` } }, 400],
    [{ form: { intent: 'login', email: 'nadie@example.cl', password: 'equivocada' } }, 400],
  ] as const)('answers %j with %i', async (sent, status) => {
    expect((await ask(auth.action, '/auth', sent)).status).toBe(status)
  })

  // shows: S7.5, S8.22
  it('shows the texts of the error catalogue', async () => {
    const form = signUpForm()
    expect(await ask(auth.action, '/auth', { form })).toMatchObject({ status: 200, data: { signedUp: true } })
    expect(await ask(auth.action, '/auth', { form })).toMatchObject({ data: { failure: 'email_taken' } })
    expect(await ask(auth.action, '/auth', { form: login(form) })).toMatchObject({
      data: { failure: 'email_not_confirmed' },
    })
  })
})

describe('the sign-up flow', () => {
  // shows: S7.6
  it('keeps the page to return to, through the mail and back', async () => {
    const form = signUpForm()
    const { cookies } = await ask(auth.action, '/auth?mode=register&redirect=%2Fcheckout%3Fa%3D1', { form })
    const cookie = cookieHeader(cookies)
    expect(accounts.confirmations.at(-1)?.redirect).toBe('/checkout?a=1')
    const address = `/auth/confirm?token=${lastToken(accounts.confirmations)}&redirect=%2Fcheckout%3Fa%3D1`
    expect(await ask(confirm.loader, address)).toMatchObject({ data: { hasToken: true, redirectTo: '/checkout?a=1' } })
    expect(await ask(auth.action, '/auth', { form: login(form) })).toMatchObject({
      data: { failure: 'email_not_confirmed' },
    })
    expect(await ask(confirm.action, address, { form: {}, cookie })).toMatchObject({
      status: 302,
      location: '/checkout?a=1',
      cookies: [
        expect.stringContaining('session_token'),
        expect.stringContaining('alhena.device'),
        expect.stringMatching(/^alhena_sign_up=; .*Max-Age=0/),
      ],
    })
    expect(await ask(confirm.action, address, { form: {} })).toMatchObject({
      status: 302,
      location: '/auth?confirmado=1&redirect=%2Fcheckout%3Fa%3D1',
      cookies: [],
    })
    expect(await ask(auth.action, '/auth', { form: login(form) })).toMatchObject({ status: 302, location: '/' })
  })

  // shows: S8.5
  it('refuses a confirmation without a valid token', async () => {
    for (const address of [
      '/auth/confirm',
      '/auth/confirm?token=',
      '/auth/confirm?token=%00x',
      '/auth/confirm?token=a.b.c',
    ]) {
      expect(await ask(confirm.action, address, { form: {} })).toMatchObject({
        status: 400,
        data: { failure: 'invalid_token' },
      })
    }
  })

  // shows: S8.7
  it('answers every request for another link the same', async () => {
    const waiting = signUpForm()
    await ask(auth.action, '/auth', { form: waiting })
    const known = await openSession(accounts)
    for (const email of ['nadie@example.cl', waiting.email, known.email]) {
      const answer = await ask(checkMail.action, '/auth/resend', { form: { email, redirect: '/account' } })
      expect(answer).toEqual({
        status: 200,
        location: null,
        cookies: [],
        data: { email, redirectTo: '/account', errors: {}, failure: undefined },
      })
    }
    for (const email of ['no-es-email', '']) {
      expect(await ask(checkMail.action, '/auth/resend', { form: { email } })).toMatchObject({
        status: 400,
        data: { redirectTo: '/', errors: { email: expect.any(String) } },
      })
    }
    expect(await ask(checkMail.loader, '/auth/resend?redirect=//evil.example')).toMatchObject({
      data: { redirectTo: '/' },
    })
    expect(await ask(checkMail.loader, '/auth/resend?redirect=/checkout', known)).toMatchObject({
      status: 302,
      location: '/checkout',
    })
  })
})

describe('a forgotten password', () => {
  it("is reset by the mail's link, once", async () => {
    const ana = await openSession(accounts)
    expect(await ask(forgot.action, '/auth/forgot', { form: { email: ana.email } })).toMatchObject({
      data: { sent: true },
    })
    expect(await ask(forgot.action, '/auth/forgot', { form: { email: 'no@example.cl' } })).toMatchObject({
      data: { sent: true },
    })
    expect(await ask(forgot.action, '/auth/forgot', { form: { email: 'x' } })).toMatchObject({ status: 400 })
    const address = `/auth/reset?token=${lastToken(accounts.resets)}`
    const change = (password: string) => ask(reset.action, address, { form: { password } })
    expect(await change('123456')).toMatchObject({ status: 400, data: { errors: { password: expect.any(String) } } })
    expect(await change('cobre-y-luna')).toMatchObject({ status: 302, location: '/auth?aviso=clave-nueva' })
    expect(await change('otra-clave-9')).toMatchObject({ status: 400, data: { failure: 'invalid_token' } })
    expect(await ask(session.loader, '/session', ana)).toMatchObject({ data: { user: null } })
    expect(await ask(reset.action, '/auth/reset', { form: { password: 'otra-clave-9' } })).toMatchObject({
      data: { failure: 'invalid_token' },
    })
  })
})

describe('/session and /sign-out', () => {
  // shows: S4.2, S4.3
  it('shows the header the signed-in user and nothing more', async () => {
    const ana = await openSession(accounts)
    expect((await ask(session.loader, '/session', ana)).data).toEqual({
      user: { firstName: 'Ana', lastName: 'Rojas', email: ana.email, role: 'client' },
    })
    expect((await ask(session.loader, '/session')).data).toEqual({ user: null })
  })

  // shows: S4.4, S7.7
  it('signs out by POST only and stays in the shop', async () => {
    const { cookie } = await openSession(accounts)
    expect(signOut.loader().headers.get('location')).toBe('/')
    expect(await ask(session.loader, '/session', { cookie })).toMatchObject({ data: { user: { role: 'client' } } })
    const out = await ask(signOut.action, '/sign-out', { cookie, form: { to: '//evil.example' } })
    expect(out).toMatchObject({ status: 302, location: '/' })
    expect(out.cookies.join()).toContain('Max-Age=0')
    expect(await ask(session.loader, '/session', { cookie })).toMatchObject({ data: { user: null } })
    expect(await ask(signOut.action, '/sign-out', { form: { to: '/auth' } })).toMatchObject({ location: '/auth' })
  })
})

describe('/account', () => {
  const fields = { first_name: 'Beatriz', last_name: 'Muñoz', company: 'Datos SpA', phone: '+56 9 1234 5678' }

  // shows: S2.8, S2.54
  it('needs a session, in loader and action', async () => {
    const target = { status: 302, location: '/auth?redirect=%2Faccount' }
    expect(await ask(profile.loader, '/account')).toMatchObject(target)
    expect(await ask(profile.action, '/account', { form: fields })).toMatchObject(target)
  })

  // shows: S5.14
  it('changes four fields and no other', async () => {
    const { cookie, email } = await openSession(accounts)
    const form = { ...fields, role: 'admin', email: 'otra@example.cl', id: 'x', created_at: '2001-01-01' }
    expect(await ask(profile.action, '/account', { cookie, form })).toMatchObject({
      status: 200,
      data: { saved: true },
    })
    expect((await ask(profile.loader, '/account', { cookie })).data).toMatchObject({ ...fields, email, role: 'client' })
  })

  it('keeps typed values when something is invalid', async () => {
    const { cookie } = await openSession(accounts)
    const form = { ...fields, first_name: '', company: 'x'.repeat(201) }
    expect(await ask(profile.action, '/account?editar=1', { cookie, form })).toMatchObject({
      status: 400,
      data: {
        saved: false,
        values: form,
        errors: { first_name: 'Escribe tu nombre', company: 'Puede tener hasta 200 caracteres' },
      },
    })
  })
})
