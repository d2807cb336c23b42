import { beforeAll, expect, it } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { action } from './shop.tsx'

const { database, accounts } = await openTestAccounts()

let admin: Awaited<ReturnType<typeof openPerson>>
beforeAll(async () => {
  admin = await openPerson(accounts, database)
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [admin.user.id])
})

async function send(form: Record<string, string>) {
  const url = new URL('http://shop.test/admin/settings')
  const body = new URLSearchParams({ setting: 'transfer', seen: '0', ...form })
  const request = new Request(url, { method: 'POST', headers: { cookie: admin.cookie }, body })
  const context = contextOf(accounts, database)
  const answer = await action({ request, url, params: {}, pattern: '/admin/settings', context })
  return 'data' in answer ? { status: answer.init?.status, ...answer.data } : { status: answer.status }
}

const stored = async () =>
  (await database.ownerPool.query("select content from text_overrides where kind = 'setting' and key = 'transfer'"))
    .rows

// shows: B2.34
it('the bank account for transfers is changed only with the own password, which is never shown again', async () => {
  const account = { bank: 'Banco Uno', account_type: 'Cuenta corriente', account_number: '00-123' }
  expect(await send({ intent: 'save', ...account })).toMatchObject({
    status: 400,
    errors: { password: 'Escribe tu contraseña' },
  })
  const wrong = await send({ intent: 'save', ...account, password: 'otra-clave' })
  expect(wrong).toMatchObject({ status: 400, errors: { password: 'Esa no es tu contraseña actual' }, values: account })
  expect(JSON.stringify(wrong)).not.toContain('otra-clave')
  expect(await stored()).toEqual([])
  expect(await send({ intent: 'save', ...account, password: admin.password })).toEqual({ status: 302 })
  expect(await stored()).toEqual([{ content: account }])
  await database.ownerPool.query('update auth.sessions set stepped_up_at = null')
  expect(await send({ intent: 'restore', seen: '1' })).toMatchObject({ status: 400 })
  expect(await stored()).toHaveLength(1)
})
