import { describe, expect, it } from 'vitest'
import { auditOf, isSignedIn, mailsTo, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { logIn } from '#app/features/identity/sign-in/sign-in.server.ts'
import { addDays } from '#app/kernel/dates.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createInvitation, createPaidItem, findProduct } from '#tests/support/factories.ts'
import { cancelEmailChange, confirmEmailChange, objectToEmailChange, requestEmailChange } from './email.server.ts'
import { requestPasswordReset, resetPassword } from './password.server.ts'

const { database, accounts } = await openTestAccounts()
const now = new Date()
let people = 0

const person = () => openPerson(accounts, database)
type Person = Awaited<ReturnType<typeof person>>

const freshEmail = () => {
  people += 1
  return `nueva-${people}@example.cl`
}
const ask = (someone: Person, email: string) =>
  requestEmailChange(accounts.caller(), someone.user, { email, password: someone.password, now })
const confirm = (someone: Person, token: string) => confirmEmailChange(accounts.caller(), someone.user, token, now)
const object = (token: string) => objectToEmailChange(accounts.caller({ now }), token)

async function tokenIn(recipient: string, template: string): Promise<string> {
  const mail = (await mailsTo(database, recipient)).findLast(sent => sent.template === template)
  const link = Object.values(mail?.params ?? {}).find(value => String(value).includes('token='))
  return new URL(link ?? 'http://shop.test').searchParams.get('token') ?? ''
}
const emailOf = async ({ user }: Person) =>
  (await database.ownerPool.query('select email from profiles where id = $1', [user.id])).rows[0].email

describe('a new e-mail', () => {
  it('takes effect once its own mailbox confirms it, and the old one is notified twice', async () => {
    const ana = await person()
    const email = freshEmail()
    await ask(ana, email)
    expect(await emailOf(ana)).toBe(ana.email)
    const token = await tokenIn(email, 'confirm_new_email')
    expect(await confirm(ana, token)).toBe(true)
    expect(await emailOf(ana)).toBe(email)
    expect((await logIn(accounts.caller(), { intent: 'login', email, password: ana.password })).ok).toBe(true)
    expect(await logIn(accounts.caller(), { ...ana, intent: 'login' })).toMatchObject({ ok: false })
    expect(await isSignedIn(accounts, ana.cookie)).toBe(true)
    expect(await mailsTo(database, ana.email)).toMatchObject([
      { template: 'email_change_notice', params: { correo_nuevo: email, confirmado: false } },
      { template: 'email_change_notice', params: { correo_nuevo: email, confirmado: true } },
    ])
    expect(await auditOf(database, ana.user.id)).toMatchObject([
      { action: 'email_change_requested' },
      { action: 'email_changed', before: { email: 'p…@example.cl' }, after: { email: 'n…@example.cl' } },
    ])
    expect(await confirm(ana, token)).toBe(false)
  })

  it('needs the password, and an address other than the current one', async () => {
    const ana = await person()
    const input = { email: freshEmail(), password: 'equivocada', now }
    await expect(requestEmailChange(accounts.caller(), ana.user, input)).rejects.toThrow(
      'Esa no es tu contraseña actual',
    )
    await expect(ask(ana, ana.email)).rejects.toThrow('Ese ya es el correo de tu cuenta')
    expect(await mailsTo(database, input.email)).toEqual([])
  })

  it('answers the same, writes the same rows and sends as many mails where the address has an account', async () => {
    const [ana, eva] = [await person(), await person()]
    const rows = async () => {
      const counted = await database.ownerPool.query<{ mails: number; changes: number; audit: number }>(
        'select (select count(*) from mails) as mails, (select count(*) from email_changes) as changes, (select count(*) from audit_log) as audit',
      )
      return Object.values(counted.rows[0] ?? {}).map(Number)
    }
    const before = await rows()
    const free = await ask(ana, freshEmail())
    const between = await rows()
    const taken = await ask(ana, eva.email)
    const after = await rows()
    expect(taken).toEqual(free)
    expect(after.map((count, index) => count - (between[index] ?? 0))).toEqual(
      between.map((count, index) => count - (before[index] ?? 0)),
    )
    expect(await mailsTo(database, eva.email)).toEqual([
      { template: 'email_in_use', params: { correo_nuevo: eva.email, enlace_ingreso: '/auth' } },
    ])
  })

  it('is refused when somebody else took the address before the confirmation', async () => {
    const [ana, eva] = [await person(), await person()]
    const email = freshEmail()
    await ask(ana, email)
    await database.ownerPool.query('update profiles set email = $1 where id = $2', [email, eva.user.id])
    expect(await confirm(ana, await tokenIn(email, 'confirm_new_email'))).toBe(false)
    expect(await emailOf(ana)).toBe(ana.email)
  })

  it('becomes invalid when it is cancelled, requested again or a day old', async () => {
    const ana = await person()
    const [first, second, third] = [freshEmail(), freshEmail(), freshEmail()]
    await ask(ana, first)
    await ask(ana, second)
    expect(await cancelEmailChange(database.db, ana.user)).toBe(true)
    expect(await cancelEmailChange(database.db, ana.user)).toBe(false)
    await ask(ana, third)
    await database.ownerPool.query('update email_changes set expires_at = $1', [now])
    for (const email of [first, second, third]) {
      expect(await confirm(ana, await tokenIn(email, 'confirm_new_email'))).toBe(false)
    }
    expect(await confirm(ana, '')).toBe(false)
    expect(await emailOf(ana)).toBe(ana.email)
  })

  it('is confirmed by one of two concurrent clicks', async () => {
    const ana = await person()
    const email = freshEmail()
    await ask(ana, email)
    const token = await tokenIn(email, 'confirm_new_email')
    const both = await Promise.all([confirm(ana, token), confirm(ana, token)])
    expect(both.toSorted()).toEqual([false, true])
  })

  it('can be requested five times a day, because the mailboxes may belong to others', async () => {
    const ana = await person()
    for (let count = 0; count < 5; count += 1) await ask(ana, freshEmail())
    await expect(ask(ana, freshEmail())).rejects.toThrow('Pediste varios cambios de correo hoy.')
  })

  it('invalidates the reset link that was sent to the old address', async () => {
    const ana = await person()
    const email = freshEmail()
    await requestPasswordReset(accounts.caller(), ana.email)
    await ask(ana, email)
    await confirm(ana, await tokenIn(email, 'confirm_new_email'))
    const token = accounts.resets.at(-1)?.token ?? ''
    expect(await resetPassword(accounts.caller(), { token, password: 'otra-clave-9' })).toMatchObject({ ok: false })
  })

  it('moves the own seats along, except those that were started and those of others', async () => {
    const ana = await person()
    const product = await findProduct(database.ownerPool)
    const items = await Promise.all(
      [1, 2].map(() => createPaidItem(database.ownerPool, { userId: ana.user.id, productId: product.id, seats: 3 })),
    )
    const [fresh, begun] = items
    if (!fresh || !begun) throw new Error('No items')
    await database.ownerPool.query(
      "update user_accesses set status = 'in_use', accessed_at = now() where order_item_id = $1",
      [begun.item_id],
    )
    const invited = await createInvitation(database.ownerPool, { itemId: fresh.item_id, userId: ana.user.id })
    const email = freshEmail()
    await ask(ana, email)
    await confirm(ana, await tokenIn(email, 'confirm_new_email'))
    const accesses = await database.ownerPool.query<{ id: string; email: string; access_code: string }>(
      'select id, email, access_code from user_accesses where user_id = $1',
      [ana.user.id],
    )
    const accessOf = (id: string) => accesses.rows.find(access => access.id === id)
    expect(accessOf(fresh.owner_access_id)?.email).toBe(email)
    expect(accessOf(fresh.owner_access_id)?.access_code).not.toBe(fresh.owner_access_code)
    expect(accessOf(begun.owner_access_id)).toMatchObject({ email: ana.email, access_code: begun.owner_access_code })
    expect(accessOf(invited.id)).toMatchObject({ email: invited.email, access_code: invited.access_code })
  })
})

describe('an objection from the old address', () => {
  it('stops a pending change, ends the sessions and invalidates the password', async () => {
    const ana = await person()
    const email = freshEmail()
    await ask(ana, email)
    const token = await tokenIn(ana.email, 'email_change_notice')
    expect(await object(token)).toBe('cancelled')
    expect(await object(token)).toBeUndefined()
    expect(await confirm(ana, await tokenIn(email, 'confirm_new_email'))).toBe(false)
    expect(await isSignedIn(accounts, ana.cookie)).toBe(false)
    expect(await logIn(accounts.caller(), { ...ana, intent: 'login' })).toMatchObject({
      error: { code: 'invalid_credentials' },
    })
    await requestPasswordReset(accounts.caller(), ana.email)
    const reset = accounts.resets.at(-1)?.token ?? ''
    expect((await resetPassword(accounts.caller(), { token: reset, password: 'otra-clave-9' })).ok).toBe(true)
    expect((await logIn(accounts.caller(), { intent: 'login', email: ana.email, password: 'otra-clave-9' })).ok).toBe(
      true,
    )
  })

  it('restores the account after the change, also after a second one', async () => {
    const ana = await person()
    const [second, third] = [freshEmail(), freshEmail()]
    await ask(ana, second)
    await confirm(ana, await tokenIn(second, 'confirm_new_email'))
    const objection = await tokenIn(ana.email, 'email_change_notice')
    const moved = { ...ana, user: { ...ana.user, email: second } }
    await ask(moved, third)
    await confirm(ana, await tokenIn(third, 'confirm_new_email'))
    const later = await tokenIn(second, 'email_change_notice')
    expect(await object(objection)).toBe('restored')
    expect(await emailOf(ana)).toBe(ana.email)
    // Whoever took over the account can't object to the restoration.
    expect(await object(later)).toBeUndefined()
    expect(await emailOf(ana)).toBe(ana.email)
    expect((await auditOf(database, ana.user.id)).at(-1)).toMatchObject({ action: 'email_change_objected' })
  })

  it('works from every notice that was mailed, also of a change that was replaced by another', async () => {
    const ana = await person()
    const [second, third] = [freshEmail(), freshEmail()]
    await ask(ana, second)
    const first = await tokenIn(ana.email, 'email_change_notice')
    await ask(ana, third)
    await confirm(ana, await tokenIn(third, 'confirm_new_email'))
    expect(await object(first)).toBe('restored')
    expect(await emailOf(ana)).toBe(ana.email)
  })

  it('is refused after seven days, and for unknown tokens', async () => {
    const ana = await person()
    await ask(ana, freshEmail())
    await database.ownerPool.query('update email_changes set objection_until = $1', [addDays(new Date(), -1)])
    expect(await object(await tokenIn(ana.email, 'email_change_notice'))).toBeUndefined()
    expect(await object('x')).toBeUndefined()
    expect(await object('')).toBeUndefined()
  })
})

it('stores no token in the database, and lets the application read no hash', async () => {
  const ana = await person()
  const email = freshEmail()
  await ask(ana, email)
  const stored = JSON.stringify((await database.ownerPool.query('select * from email_changes')).rows)
  expect(stored).not.toContain(await tokenIn(email, 'confirm_new_email'))
})
