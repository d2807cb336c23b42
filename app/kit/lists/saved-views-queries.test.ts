import { afterAll, beforeAll, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { allSavedViews, removeView, renameView, savedViewsOf, saveView } from './saved-views.server.ts'
import { MAX_VIEWS } from './saved-views.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const PATH = '/admin/orders'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

async function newAdmin() {
  const actor = {
    kind: 'admin',
    userId: (await createProfile(database.ownerPool, { role: 'admin' })).id,
  } as const
  const save = (name: string, query = 'status=pending', path = PATH) =>
    saveView(database.db, { actor, path, name, query, now: NOW })
  const names = async (path = PATH) =>
    (await asActor(database.db, actor, tx => savedViewsOf(tx, path))).map(({ name, query }) => `${name}: ${query}`)
  return { actor, save, names }
}

it('are of one person and one list, and the same name is overwritten', async () => {
  const [ana, berta] = [await newAdmin(), await newAdmin()]
  await ana.save('Mañana')
  await ana.save('Empresas', 'mode=business')
  await ana.save('MAÑANA', 'status=pending&sort=mayor-total')
  await ana.save('Mañana', '', '/admin/access')
  expect(await ana.names()).toEqual(['Empresas: mode=business', 'MAÑANA: status=pending&sort=mayor-total'])
  expect(await ana.names('/admin/access')).toEqual(['Mañana: '])
  expect(await berta.names()).toEqual([])
  const [first] = await asActor(database.db, ana.actor, allSavedViews)
  expect(await removeView(database.db, { actor: berta.actor, id: first?.id ?? '' })).toBeUndefined()
  expect(await removeView(database.db, { actor: ana.actor, id: first?.id ?? '' })).toBe(first?.path)
})

it('are renamed by their owner, to a name that the list does not have', async () => {
  const [ana, berta] = [await newAdmin(), await newAdmin()]
  await ana.save('Hoy')
  await ana.save('Ayer')
  const [view] = await asActor(database.db, ana.actor, tx => savedViewsOf(tx, PATH))
  const rename = (actor: typeof ana.actor, name: string) => renameView(database.db, { actor, id: view?.id ?? '', name })
  await expect(rename(ana.actor, 'HOY')).rejects.toThrow('Ya tienes una vista con ese nombre')
  await expect(rename(berta.actor, 'Otro')).rejects.toThrow('Esa vista ya no existe')
  await rename(ana.actor, 'Antes')
  expect(await ana.names()).toEqual(['Antes: status=pending', 'Hoy: status=pending'])
})

it('are few, and end with the account', async () => {
  const ana = await newAdmin()
  for (let count = 0; count < MAX_VIEWS; count += 1) await ana.save(`Vista ${count}`)
  await expect(ana.save('Una más')).rejects.toThrow(`hasta ${MAX_VIEWS} vistas`)
  await ana.save('Vista 3', 'mode=self')
  await database.ownerPool.query('update profiles set deleted_at = now() where id = $1', [ana.actor.userId])
  const { rows } = await database.ownerPool.query('select from saved_views where user_id = $1', [ana.actor.userId])
  expect(rows).toEqual([])
})
