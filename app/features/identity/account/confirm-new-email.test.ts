import { expect, it } from 'vitest'
import { contextOf, cookieHeader, mailsTo, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { requestEmailChange } from '#app/features/identity/credentials/email.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import * as link from './confirm-new-email.tsx'

const { database, accounts } = await openTestAccounts()

type Sent = { form?: Record<string, string>; cookie?: string }

/** Calls the loader, or with a form the action, as the router does; returns what it returned or threw. */
async function ask(address: string, { form, cookie }: Sent = {}) {
  const headers = new Headers(cookie ? { cookie } : {})
  const request = new Request(`http://shop.test${address}`, {
    headers,
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  const args = { request, url: new URL(request.url), context: contextOf(accounts, database), params: {} } as never
  const answer: unknown = await (form ? link.action(args) : link.loader(args)).catch((thrown: unknown) => thrown)
  if (answer instanceof Response) {
    return { status: answer.status, location: answer.headers.get('location'), cookies: answer.headers.getSetCookie() }
  }
  if (answer instanceof Error) throw answer
  const { data = answer, init } = answer as { data?: unknown; init?: { status?: number } | null }
  return { status: init?.status ?? 200, data }
}

/** Somebody who asked to use an address that may be another person's, and the link that this address got. */
async function requested(email: string) {
  const someone = await openPerson(accounts, database)
  const { user, password } = someone
  await requestEmailChange(accounts.caller(), user, { email, password, now: new Date() })
  const mail = (await mailsTo(database, email)).find(({ template }) => template === 'confirm_new_email')
  const { pathname, search } = new URL(mail?.params.enlace_confirmacion ?? 'http://shop.test')
  return { ...someone, address: pathname + search }
}
const emailOf = async (id: string) =>
  (await database.ownerPool.query('select email from profiles where id = $1', [id])).rows[0].email

it.each(['', 'x', '%00', 'a'.repeat(3000)])('refuses the token %.20j', async token => {
  const { cookie } = await openPerson(accounts, database)
  const address = `/auth/email?token=${token}`
  expect(await ask(address)).toMatchObject({ status: 200, data: { whose: 'unknown' } })
  expect(await ask(address, { form: {}, cookie })).toMatchObject({ status: 400, data: { whose: 'unknown' } })
})

it("whoever reads the mailbox does not give its address to somebody else's account", async () => {
  const email = 'victima@example.cl'
  const attacker = await requested(email)
  expect(await ask(attacker.address)).toMatchObject({ data: { whose: 'nobody', newEmail: email } })
  expect(await ask(attacker.address, { form: {} })).toMatchObject({ status: 401, data: { whose: 'nobody' } })
  const victim = await openPerson(accounts, database)
  const { cookie } = victim
  expect(await ask(attacker.address, { cookie })).toMatchObject({
    data: { whose: 'other', signedIn: { email: victim.email } },
  })
  expect(await ask(attacker.address, { cookie, form: {} })).toMatchObject({ status: 409, data: { whose: 'other' } })
  expect(await emailOf(attacker.user.id)).toBe(attacker.email)
  // Nor is the account named to whoever may be a stranger to it.
  expect(JSON.stringify(await ask(attacker.address))).not.toContain(attacker.email)
})

it('leads to the log-in of its own account, and is confirmed there by the same link', async () => {
  const email = 'otra-oficina@example.cl'
  const ana = await requested(email)
  const led = await ask(ana.address, { form: { intent: 'log_in' } })
  expect(led).toMatchObject({ status: 302, location: '/auth?aviso=correo-nuevo&redirect=%2Fauth%2Femail' })
  const cookie = `${ana.cookie}; ${cookieHeader(led.cookies ?? [])}`
  expect(await ask('/auth/email', { cookie })).toMatchObject({ data: { whose: 'own', newEmail: email } })
  const done = await ask('/auth/email', { cookie, form: {} })
  expect(done).toMatchObject({ status: 302, location: '/auth/email?listo=1' })
  expect(done.cookies?.join()).toMatch(/alhena_new_email=;.*Max-Age=0/)
  expect(await emailOf(ana.user.id)).toBe(email)
  expect(await ask(ana.address, { cookie: ana.cookie })).toMatchObject({ data: { whose: 'unknown' } })
})

it('ends the session of another account only when its person has agreed', async () => {
  const ana = await requested('una-mas@example.cl')
  const other = await openPerson(accounts, database)
  const { cookie } = other
  const lead = (replaced?: string) =>
    ask(ana.address, { cookie, form: { intent: 'log_in', ...(replaced && { replaced }) } })
  expect(await lead()).toMatchObject({ status: 409, data: { whose: 'other' } })
  expect(await lead(ana.user.id)).toMatchObject({ status: 409 })
  const led = await lead(other.user.id)
  expect(led).toMatchObject({ status: 302 })
  expect(led.cookies?.join()).toMatch(/alhena\.session_token=;.*Max-Age=0/)
})
