import { beforeAll, expect, it } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { whileAdmin } from './admin-list.server.ts'
import { loader } from './export.ts'

const { database, accounts } = await openTestAccounts()
let admin: Awaited<ReturnType<typeof openPerson>>

beforeAll(async () => {
  admin = await openPerson(accounts, database)
  await database.ownerPool.query("update profiles set role = 'admin' where id = $1", [admin.user.id])
})

// shows: B6.14
it('audits who exported which list, without the search text', async () => {
  const url = new URL('http://shop.test/admin/clients/export?search=Millaray&rol=client&sort=antiguas')
  const request = new Request(url, { headers: { cookie: admin.cookie } })
  const load = () =>
    loader({ request: request.clone(), url, params: {}, context: contextOf(accounts, database) } as never)
  // A file of people asks who sits before the session, and leads back to the list.
  const asked: unknown = await load().catch((thrown: unknown) => thrown)
  const back = '/admin/clients?search=Millaray&rol=client&sort=antiguas'
  expect(asked instanceof Response && asked.headers.get('location')).toBe(
    `/admin/security/confirm?${new URLSearchParams({ redirect: back })}`,
  )
  await database.ownerPool.query('update auth.sessions set stepped_up_at = now() where user_id = $1', [admin.user.id])
  const answer = await load()
  expect(answer.headers.get('content-disposition')).toMatch(/clientes-\d{4}-\d{2}-\d{2}\.csv/)
  expect(await answer.text()).toContain('Nombre;Email')
  const { rows } = await database.ownerPool.query("select * from audit_log where action = 'list_exported'")
  expect(rows).toMatchObject([
    {
      actor_user_id: admin.user.id,
      entity: 'list',
      entity_id: 'clientes',
      after: { role: 'client', searched: true },
    },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Millaray|created_at/)
})

// shows: B6.14
it('stops reading when the role is removed during the download', async () => {
  const { user } = await openPerson(accounts, database)
  const setRole = (role: string) =>
    database.ownerPool.query('update profiles set role = $2 where id = $1', [user.id, role])
  await setRole('admin')
  async function* batches() {
    for (const row of ['1', '2', '3']) yield [[row]]
  }
  const download = whileAdmin(database.db, user.id, batches())
  expect(await download.next()).toEqual({ done: false, value: [['1']] })
  await setRole('client')
  await expect(download.next()).rejects.toThrow('The role was taken meanwhile')
  expect(await download.next()).toEqual({ done: true, value: undefined })
})
