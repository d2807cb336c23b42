import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { listenTo } from './listen.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.close())

const edit = () => database.ownerPool.query("update assessments set featured = not featured where slug = 'agilidad'")

// shows: B2.43
it('hears of an edit of what public pages show, again after its connection was lost, and of no sale', async () => {
  let heard = 0
  const listening = listenTo(database.address, {
    alhena_public_pages: () => {
      heard += 1
    },
  })
  await listening.ready
  const start = heard
  await database.ownerPool.query("update assessments set paid_seats = paid_seats + 1 where slug = 'agilidad'")
  await edit()
  await vi.waitFor(() => expect(heard).toBe(start + 1))
  await database.ownerPool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'alhena-listener' and datname = current_database()",
  )
  // Back again, it says so: something may have been told meanwhile.
  await vi.waitFor(() => expect(heard).toBe(start + 2), { timeout: 20_000 })
  await edit()
  await vi.waitFor(() => expect(heard).toBe(start + 3))
  await listening.close()
})

it('tells each channel apart on its one connection', async () => {
  const heard: string[] = []
  const listening = listenTo(database.address, { one: () => void heard.push('one'), two: () => void heard.push('two') })
  await listening.ready
  expect(heard).toEqual(['one', 'two'])
  await database.ownerPool.query("select pg_notify('two', '')")
  await database.ownerPool.query("select pg_notify('one', '')")
  await vi.waitFor(() => expect(heard).toEqual(['one', 'two', 'two', 'one']))
  const { rows } = await database.ownerPool.query(
    "select from pg_stat_activity where application_name = 'alhena-listener' and datname = current_database()",
  )
  expect(rows).toHaveLength(1)
  await listening.close()
})
