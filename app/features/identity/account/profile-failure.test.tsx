import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { contextOf, openSession } from '#app/features/identity/accounts.test-support.ts'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import Profile, { action } from './profile.tsx'

const { database, accounts } = await openTestAccounts()

const values = { first_name: 'Ana', last_name: 'Rojas', company: 'Datos SpA', phone: '' }

// shows: S8.10
it('a profile that cannot be saved is logged and answered with the typed values', async () => {
  const { cookie } = await openSession(accounts)
  const nowhere = openDatabases('postgresql://nobody@127.0.0.1:1/nothing', 1)
  const context = contextOf(accounts, { ...database, db: nowhere.db })
  const request = new Request('http://shop.test/account?editar=1', {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams(values),
  })
  const answer = await action({ request, url: new URL(request.url), context, params: {} } as never)
  await nowhere.close()
  expect(answer).toMatchObject({ data: { saved: false, values }, init: { status: 500 } })
  expect(accounts.logged.join()).toContain('profile_update_failed')
})

// shows: S8.10
it("the profile page says 'Error al actualizar el perfil' and stays in edit mode", () => {
  const loaderData = {
    ...values,
    email: 'ana@example.cl',
    role: 'client',
    memberSince: '21 de noviembre de 2026',
    editing: true,
    saved: false,
  }
  const props = { loaderData, actionData: { saved: false, values, errors: {} } }
  const Screen = createRoutesStub([
    { path: '/', Component: () => <Profile {...(props as unknown as Parameters<typeof Profile>[0])} /> },
  ])
  const html = renderToString(<Screen />)
  expect(html).toContain('Error al actualizar el perfil')
  expect(html).toContain('value="Datos SpA"')
  expect(html).toContain('Guardar Cambios')
})
