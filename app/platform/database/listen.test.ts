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
it('notifies of an edit of public content, again after a lost connection, and not of a sale', async () => {
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
  // Called after the reconnection, because notifications may have been missed.
  await vi.waitFor(() => expect(heard).toBe(start + 2), { timeout: 20_000 })
  await edit()
  await vi.waitFor(() => expect(heard).toBe(start + 3))
  await listening.close()
})

it('distinguishes channels on its one connection', async () => {
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
