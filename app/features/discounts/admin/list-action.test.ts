import { beforeAll, expect, it } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { action } from './list.tsx'

const { database, accounts } = await openTestAccounts()
const ID = '00000000-0000-4000-8000-00000000000a'
const FORM = { code: 'INVIERNO', name: 'Invierno', type: 'percentage', value: '10' }

let cookie: string
beforeAll(async () => {
  const admin = await openPerson(accounts, database)
  cookie = admin.cookie
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [admin.user.id])
})

async function send(form: Record<string, string>) {
  const url = new URL('http://shop.test/admin/discounts')
  const request = new Request(url, { method: 'POST', headers: { cookie }, body: new URLSearchParams(form) })
  const context = contextOf(accounts, database)
  const answer = await action({ request, url, params: {}, pattern: '/admin/discounts', context })
  if (!('init' in answer)) throw new Error('the answer has no status')
  return { status: answer.init?.status ?? 200, ...answer.data }
}

// shows: B8.8
it('answers a form that is wrong with its fields and what was typed', async () => {
  expect(await send({ intent: 'create', ...FORM, value: '101' })).toMatchObject({
    status: 400,
    done: false,
    errors: { value: 'El máximo es 100' },
  })
  expect(await send({ intent: 'create', ...FORM, code: 'DEMO20' })).toMatchObject({
    status: 400,
    title: 'Error',
    errors: { code: 'Ya existe un código con ese nombre, quizás archivado. Usa otro.' },
  })
  expect(await send({ intent: 'status', id: ID, revision: '1', status: 'paused' })).toMatchObject({
    status: 409,
    stale: true,
    title: 'No se pudo actualizar el estado',
  })
})

// shows: B8.7
it("reports failures with each form's own texts", async () => {
  await database.ownerPool.query('alter table discount_codes rename to away')
  const target = { id: ID, revision: '1' }
  expect(await send({ intent: 'create', ...FORM })).toMatchObject({
    status: 500,
    title: 'No se pudo guardar el código de descuento',
  })
  expect(await send({ intent: 'status', ...target, status: 'active' })).toMatchObject({
    title: 'No se pudo actualizar el estado',
  })
  expect(await send({ intent: 'delete', ...target })).toMatchObject({
    title: 'No se pudo eliminar el código de descuento',
  })
  expect(accounts.logged.join()).toContain('discounts_action_failed')
  await database.ownerPool.query('alter table away rename to discount_codes')
})
