import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabases } from '#app/platform/database/database.server.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { loadList } from './load-list.server.ts'

let database: TestDatabase
const logged: string[] = []
const note = (event: string) => {
  logged.push(event)
}
const log: Log = { debug: note, info: note, warn: note, error: note }
const at = (query: string) => new Request(`http://shop.test/assessments${query}`)

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

it('is cacheable whatever the address says', async () => {
  for (const query of [
    '',
    '?search=%00%FF&category=%00&tag=%00&page=99999999&sort=;&duration=%3C',
    '?page=-1&page=2',
  ]) {
    const answer = await loadList({ db: database.db, log }, at(query))
    expect(answer.init?.status ?? 200).toBe(200)
    expect(new Headers(answer.init?.headers).get('cache-control')).toContain('public')
  }
  expect(logged).toEqual([])
})

it("shows another page's number when the requested one does not exist", async () => {
  const answer = await loadList({ db: database.db, log }, at('?page=40&category=Liderazgo'))
  expect(answer.data.filters).toMatchObject({ page: 1, categories: ['liderazgo'] })
  expect(answer.data.list.total).toBe(4)
})

it('redirects an earlier slug or name of a category, with all other parameters', async () => {
  const rename = (name: string, slug: string, from: string) =>
    database.ownerPool.query('update categories set name = $1, slug = $2 where slug = $3', [name, slug, from])
  await rename('Conducción', 'conduccion', 'liderazgo')
  for (const requested of ['Liderazgo', 'LIDERAZGO', 'liderazgo']) {
    const moved = await loadList({ db: database.db, log }, at(`?category=${requested}&sort=price_asc`)).catch(
      (answer: unknown) => answer,
    )
    if (!(moved instanceof Response)) throw new Error('No redirect')
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      '/assessments?sort=price_asc&category=conduccion',
    ])
  }
  const today = await loadList({ db: database.db, log }, at('?category=Conducci%C3%B3n'))
  expect(today.data.list.total).toBe(4)
  await rename('Liderazgo', 'liderazgo', 'conduccion')
})

// shows: S7.4, S8.16
it('shows an empty list without caching when the catalogue cannot be read', async () => {
  const nowhere = openDatabases('postgresql://nobody@127.0.0.1:1/nothing', 1)
  const answer = await loadList({ db: nowhere.db, log }, at(''))
  expect(answer.data.list.cards).toEqual([])
  expect(answer.init?.status).toBe(503)
  expect(new Headers(answer.init?.headers).get('cache-control')).toBe('no-store')
  expect(logged).toEqual(['catalogue_unavailable'])
  await nowhere.close()
})
