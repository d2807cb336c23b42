import { describe, expect, it } from 'vitest'
import {
  auditOf,
  cookieHeader,
  isSignedIn,
  mailsTo,
  openAccounts,
  openPerson,
} from '#app/features/identity/accounts.test-support.ts'
import { logIn } from '#app/features/identity/sign-in/sign-in.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { requestEmailChange } from './email.server.ts'
import { changePassword, requestPasswordReset, resetPassword } from './password.server.ts'

const { database, accounts } = await openTestAccounts()
const now = new Date('2026-11-21T18:05:00Z')
const WRONG = 'Esa no es tu contraseña actual'
const LIMITED = 'Demasiados intentos con tu contraseña. Espera 15 minutos y vuelve a probar.'

const person = () => openPerson(accounts, database)
const login = (email: string, password: string) => logIn(accounts.caller(), { intent: 'login', email, password })

describe('changePassword', () => {
  // shows: S6.12
  it('sets the new password, ends every session, opens a new one and notifies by mail', async () => {
    const ana = await person()
    const elsewhere = await login(ana.email, ana.password)
    const changed = await changePassword(accounts.caller(), ana.user, {
      current: ana.password,
      next: 'cobre-y-luna',
      now,
    })
    if (!elsewhere.ok) throw new Error(elsewhere.error.code)
    const cookie = cookieHeader(changed)
    expect(cookie).not.toBe(ana.cookie)
    expect(await isSignedIn(accounts, cookie)).toBe(true)
    expect(await isSignedIn(accounts, ana.cookie)).toBe(false)
    expect(await isSignedIn(accounts, cookieHeader(elsewhere.value))).toBe(false)
    expect(await login(ana.email, ana.password)).toMatchObject({ error: { code: 'invalid_credentials' } })
    expect((await login(ana.email, 'cobre-y-luna')).ok).toBe(true)
    expect(await mailsTo(database, ana.email)).toEqual([
      {
        template: 'password_changed',
        params: { nombre: 'Ana', fecha_cambio: '21-11-2026 15:05', enlace_recuperar: '/auth/forgot' },
      },
    ])
    expect(await auditOf(database, ana.user.id)).toMatchObject([
      { action: 'password_changed', actor_kind: 'user', actor_user_id: ana.user.id, before: null, after: null },
    ])
  })

  it('requires the current password, and changes nothing without it', async () => {
    const ana = await person()
    for (const current of ['', 'equivocada', 'x'.repeat(5000)]) {
      const changed = changePassword(accounts.caller(), ana.user, { current, next: 'cobre-y-luna', now })
      await expect(changed).rejects.toThrow(WRONG)
    }
    expect(await isSignedIn(accounts, ana.cookie)).toBe(true)
    expect((await login(ana.email, ana.password)).ok).toBe(true)
    expect(await mailsTo(database, ana.email)).toEqual([])
  })

  it('lets one of two concurrent changes through', async () => {
    const ana = await person()
    const both = await Promise.allSettled(
      ['clave-uno-1', 'clave-dos-2'].map(next =>
        changePassword(accounts.caller(), ana.user, { current: ana.password, next, now }),
      ),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mailsTo(database, ana.email)).toHaveLength(1)
  })

  it('invalidates pending links and requests', async () => {
    const ana = await person()
    await requestPasswordReset(accounts.caller(), ana.email)
    const token = accounts.resets.at(-1)?.token ?? ''
    await requestEmailChange(accounts.caller(), ana.user, { email: `otra-${ana.email}`, password: ana.password, now })
    await changePassword(accounts.caller(), ana.user, { current: ana.password, next: 'cobre-y-luna', now })
    expect(await resetPassword(accounts.caller(), { token, password: 'tercera-clave' })).toMatchObject({ ok: false })
    const open = 'select 1 from email_changes where user_id = $1 and cancelled_at is null'
    expect((await database.ownerPool.query(open, [ana.user.id])).rowCount).toBe(0)
  })

  it('stops after ten wrong passwords in a quarter of an hour, also with the right one', async () => {
    const limited = openAccounts(database, { rateLimit: true })
    const ana = await person()
    const change = (current: string) =>
      changePassword(limited.caller(), ana.user, { current, next: 'cobre-y-luna', now })
    await expect(change('equivocada')).rejects.toThrow(WRONG)
    await database.ownerPool.query('update auth.sign_in_tries set tries = 9')
    await expect(change('equivocada')).rejects.toThrow(WRONG)
    await expect(change('equivocada')).rejects.toThrow(LIMITED)
    await expect(change(ana.password)).rejects.toThrow(LIMITED)
    await database.ownerPool.query("update auth.sign_in_tries set window_started_at = now() - interval '16 minutes'")
    expect(await change(ana.password)).not.toEqual([])
  })
})

it('notifies the owner of a reset by link and audits it', async () => {
  const ana = await person()
  await requestPasswordReset(accounts.caller(), ana.email)
  await resetPassword(accounts.caller(), { token: accounts.resets.at(-1)?.token ?? '', password: 'otra-clave-9' })
  expect(accounts.changed.at(-1)).toBe(ana.email)
  expect(await auditOf(database, ana.user.id)).toMatchObject([{ action: 'password_reset', actor_user_id: ana.user.id }])
})
