import { describe, expect, it } from 'vitest'
import { contextOf, cookieHeader, isSignedIn, openSession } from '#app/features/identity/accounts.test-support.ts'
import * as order from '#app/features/orders/account/order.tsx'
import * as orders from '#app/features/orders/account/orders.tsx'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import * as deleteAccount from './delete-account.tsx'
import * as objectEmail from './object-email.tsx'
import * as security from './security.tsx'

const { database, accounts } = await openTestAccounts()

const findUserId = async (email: string): Promise<string> =>
  (await database.ownerPool.query('select id from profiles where email = $1', [email])).rows[0].id

type Sent = { form?: Record<string, string>; cookie?: string; params?: Record<string, string> }

/** Calls a loader or action as the router does; returns what it returned or threw. */
async function ask(work: (args: never) => unknown, address: string, { form, cookie, params = {} }: Sent = {}) {
  const headers = new Headers(cookie ? { cookie } : {})
  const request = new Request(`http://shop.test${address}`, {
    headers,
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  const args = { request, url: new URL(request.url), context: contextOf(accounts, database), params }
  const answer: unknown = await Promise.resolve()
    .then(() => work(args as never))
    .catch((thrown: unknown) => thrown)
  if (answer instanceof Response) {
    return { status: answer.status, location: answer.headers.get('location'), cookies: answer.headers.getSetCookie() }
  }
  if (answer instanceof Error) throw answer
  const { data = answer, init } = answer as { data?: unknown; init?: { status?: number } | null }
  return { status: init?.status ?? 200, data }
}

it.each([
  ['/account/security', security],
  ['/account/security/delete', deleteAccount],
] as const)('%s needs a session, in loader and action', async (address, route) => {
  const target = { status: 302, location: `/auth?redirect=${encodeURIComponent(address)}` }
  expect(await ask(route.loader, address)).toMatchObject(target)
  expect(await ask(route.action, address, { form: { intent: 'close_others' } })).toMatchObject(target)
})

describe('/account/security', () => {
  it('shows the sessions and marks the current one', async () => {
    const { cookie, email } = await openSession(accounts)
    expect(await ask(security.loader, '/account/security?listo=clave', { cookie })).toMatchObject({
      data: { email, waiting: undefined, sessions: [{ isThis: true, device: 'Navegador desconocido' }], done: 'clave' },
    })
    expect(await ask(security.loader, '/account/security?listo=toString', { cookie })).toMatchObject({
      data: { done: undefined },
    })
  })

  it.each([
    [{}, 400],
    [{ intent: 'become_admin' }, 400],
    [{ intent: 'change_password' }, 400],
    [
      { intent: 'change_password', current_password: '\u0000', new_password: '\u0000\u0000\u0000\u0000\u0000\u0000' },
      400,
    ],
    [{ intent: 'change_password', current_password: 'x'.repeat(9000), new_password: 'cobre-y-luna' }, 400],
    [{ intent: 'change_email', new_email: 'no-es-email', current_password: 'x' }, 400],
    [{ intent: 'change_email', new_email: 'a\u0000@x.cl', current_password: 'x' }, 400],
    [{ intent: 'close_session', session: "' or true --" }, 400],
    [{ intent: 'close_session', session: '00000000-0000-4000-8000-000000000000' }, 302],
    [{ intent: 'cancel_email_change' }, 302],
  ])('answers %j with %i', async (form, status) => {
    const { cookie } = await openSession(accounts)
    expect((await ask(security.action, '/account/security', { cookie, form })).status).toBe(status)
  })

  it('returns the typed e-mail, and no password', async () => {
    const { cookie } = await openSession(accounts)
    const form = { intent: 'change_email', new_email: 'otra@example.cl', current_password: 'secreta-99' }
    const { data } = await ask(security.action, '/account/security', { cookie, form })
    expect(data).toEqual({
      intent: 'change_email',
      done: false,
      text: 'Esa no es tu contraseña actual',
      errors: { current_password: 'Esa no es tu contraseña actual' },
      typed: 'otra@example.cl',
      unanswered: false,
    })
  })

  it('changes the password and opens a new session', async () => {
    const ana = await openSession(accounts)
    const form = { intent: 'change_password', current_password: ana.password, new_password: 'cobre-y-luna' }
    const changed = await ask(security.action, '/account/security', { cookie: ana.cookie, form })
    expect(changed).toMatchObject({ status: 302, location: '/account/security?listo=clave' })
    expect(await isSignedIn(accounts, cookieHeader(changed.cookies ?? []))).toBe(true)
    expect(await isSignedIn(accounts, ana.cookie)).toBe(false)
  })
})

it.each(['', 'x', '%00', 'a'.repeat(3000)])(
  'the link of an objection refuses the token %.20j and changes nothing when opened',
  async token => {
    const address = `/auth/email-objection?token=${token}`
    expect(await ask(objectEmail.loader, address)).toEqual({
      status: 200,
      data: { hasToken: token !== '', done: false },
    })
    expect(await ask(objectEmail.action, address, { form: {} })).toEqual({ status: 400, data: { failed: true } })
  },
)

describe('/account/security/delete', () => {
  it('requires the word and the password, and clears the cookie in the end', async () => {
    const ana = await openSession(accounts)
    const remove = (password: string, word: string) =>
      ask(deleteAccount.action, '/account/security/delete', { cookie: ana.cookie, form: { password, word } })
    expect(await remove(ana.password, 'borrar')).toMatchObject({
      status: 400,
      data: { errors: { word: 'Escribe ELIMINAR para confirmar' }, word: 'borrar' },
    })
    expect(await remove('equivocada', 'ELIMINAR')).toMatchObject({
      status: 400,
      data: { errors: { password: 'Esa no es tu contraseña actual' } },
    })
    const removed = await remove(ana.password, ' eliminar ')
    expect(removed).toMatchObject({ status: 302, location: '/auth?aviso=cuenta-eliminada' })
    expect(removed.cookies?.join()).toMatch(/alhena\.session_token=;.*Max-Age=0/)
  })
})

describe('/account/orders', () => {
  it("answers another user's order like an unknown one", async () => {
    const ana = await openSession(accounts)
    const eva = await createProfile(database.ownerPool)
    const product = await findProduct(database.ownerPool)
    const mine = await findUserId(ana.email)
    const numbered = async (userId: string, number: string) => {
      const { order_id } = await createPaidItem(database.ownerPool, { userId, productId: product.id })
      await database.ownerPool.query('update orders set order_number = $1 where id = $2', [number, order_id])
      return number
    }
    const own = await numbered(mine, 'ALH-1700000000000-abcdef-2222')
    const theirs = await numbered(eva.id, 'ALH-1700000000000-abcdef-3333')
    expect(await ask(order.loader, '/account/orders/x', { cookie: ana.cookie, params: { number: own } })).toMatchObject(
      {
        data: { order: { order_number: own }, step: 'use', buyer: { email: ana.email } },
      },
    )
    for (const number of [theirs, 'ALH-1700000000000-abcdef-2345', 'x', '%00', "' or 1=1"]) {
      const sent = { cookie: ana.cookie, params: { number } }
      const path = '/account/orders/x'
      expect(await ask(order.loader, path, sent), number).toEqual({ status: 404, data: 'Not found' })
      expect(await ask(order.action, path, { ...sent, form: {} }), number).toEqual({ status: 404, data: 'Not found' })
    }
  })

  it.each(['', '?after=x', '?after=%00', '?after=ALH-1700000000000-abcdef-2345'])(
    'returns to the first page for %j',
    async query => {
      const { cookie } = await openSession(accounts)
      expect(await ask(orders.loader, `/account/orders${query}`, { cookie })).toMatchObject({
        status: 200,
        data: { orders: [], next: undefined },
      })
    },
  )
})
