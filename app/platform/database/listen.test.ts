import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openSilentProxy } from '#tests/support/silent-proxy.ts'
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

it('notices a connection on which nothing arrives any more, and catches up on a new one', async () => {
  const proxy = await openSilentProxy(database.address)
  onTestFinished(proxy.close)
  const heard: string[] = []
  const listening = listenTo(
    proxy.address,
    { one: () => void heard.push('one') },
    { beatMs: 50, answerMs: 2_000, onState: state => void heard.push(state) },
  )
  await listening.ready
  expect(heard).toEqual(['one'])
  proxy.goSilent()
  await database.ownerPool.query("select pg_notify('one', '')")
  await vi.waitFor(() => expect(heard).toEqual(['one', 'lost', 'back', 'one']), { timeout: 20_000 })
  await database.ownerPool.query("select pg_notify('one', '')")
  await vi.waitFor(() => expect(heard).toEqual(['one', 'lost', 'back', 'one', 'one']))
  await listening.close()
})

it('refreshes what must not stay stale without any notification, also while the database is away', async () => {
  let refreshed = 0
  const listening = listenTo(
    'postgresql://nobody@127.0.0.1:1/none',
    {},
    {
      refresh: () => {
        refreshed += 1
      },
      refreshMs: 20,
    },
  )
  await vi.waitFor(() => expect(refreshed).toBeGreaterThan(2))
  await listening.close()
})
