import { beforeAll, expect, it } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { action } from './team.tsx'

const { database, accounts } = await openTestAccounts()

let admin: Awaited<ReturnType<typeof openPerson>>
beforeAll(async () => {
  admin = await openPerson(accounts, database)
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [admin.user.id])
})

async function invite(email: string, password: string) {
  const url = new URL('http://shop.test/admin/settings/team')
  const body = new URLSearchParams({ intent: 'invite', email, scope: 'support', password })
  const request = new Request(url, { method: 'POST', headers: { cookie: admin.cookie }, body })
  const answer = await action({
    request,
    url,
    params: {},
    pattern: '/admin/settings/team',
    context: contextOf(accounts, database),
  })
  if (answer instanceof Response) throw new Error(`Answered ${answer.status}`)
  return 'data' in answer ? answer.data : answer
}

it('takes the password that was typed with the invitation, however late the clock is by then', async () => {
  expect(await invite('nueva@example.cl', '')).toMatchObject({ errors: { password: 'Escribe tu contraseña' } })
  expect(await invite('nueva@example.cl', admin.password)).toMatchObject({ done: true, errors: {} })
  // Confirmed for the next minutes.
  expect(await invite('otra@example.cl', '')).toMatchObject({ done: true })
})
