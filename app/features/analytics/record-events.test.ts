import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { purgeEvents } from './analytics.server.ts'
import { type RecordedEvent, recordEvents } from './record-events.server.ts'

const VISIT = 'a1b2c3d4'.repeat(4)
const NOW = new Date('2026-11-21T15:00:00Z')
const view: RecordedEvent = { type: 'page_view', data: {}, page: '/', referrer: null, ago: 0 }

let database: TestDatabase
let ana: string

beforeAll(async () => {
  database = await cloneDatabase(20)
  ana = (await createProfile(database.ownerPool)).id
})
beforeEach(() => database.ownerPool.query('truncate analytics_events'))
afterAll(() => database.close())

const record = (actor: Actor, events: RecordedEvent[], userAgent: string | null = 'Navegador') =>
  recordEvents(database.db, actor, { visit: VISIT, userAgent, notice: 3, events }, NOW)
const stored = async () => (await database.ownerPool.query('select * from analytics_events order by id')).rows
const count = async () => (await stored()).length

// shows: S3.11
it('stores a batch in order, with page, browser, notice and time', async () => {
  const search: RecordedEvent = {
    type: 'plp_search',
    data: { query: 'datos' },
    page: '/assessments',
    referrer: '/',
    ago: 2_500,
  }
  await record(VISITOR, [search, view], `Mozilla\u0000 ${'x'.repeat(400)}`)
  expect(await stored()).toMatchObject([
    {
      session_id: VISIT.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'),
      user_id: null,
      event_type: 'plp_search',
      event_data: { query: 'datos' },
      page_url: '/assessments',
      referrer: '/',
      notice_version: 3,
      created_at: new Date(NOW.getTime() - 2_500),
    },
    { event_type: 'page_view', user_agent: expect.stringMatching(/^Mozilla x+$/), created_at: NOW },
  ])
  expect((await stored())[0].user_agent).toHaveLength(300)
})

// shows: S7.11
it('takes the user from the actor', async () => {
  await record({ kind: 'user', userId: ana }, [view])
  await record({ kind: 'admin', userId: ana }, [view])
  await record(VISITOR, [view])
  expect((await stored()).map(row => row.user_id)).toEqual([ana, ana, null])
})

it('records a hundred concurrent batches', async () => {
  await Promise.all(
    Array.from({ length: 100 }, () =>
      record(
        VISITOR,
        Array.from({ length: 25 }, () => view),
      ),
    ),
  )
  expect(await count()).toBe(2_500)
})

it('removes a deleted account from its events', async () => {
  const gone = (await createProfile(database.ownerPool)).id
  await record({ kind: 'user', userId: gone }, [view])
  await database.ownerPool.query('delete from profiles where id = $1', [gone])
  expect(await stored()).toMatchObject([{ user_id: null }])
})

it('stores events for fourteen months', async () => {
  const at = (moment: string) =>
    recordEvents(database.db, VISITOR, { visit: VISIT, userAgent: null, notice: 3, events: [view] }, new Date(moment))
  await at('2025-09-21T14:59:59Z')
  await at('2025-09-21T15:00:01Z')
  await at('2026-11-21T15:00:00Z')
  expect(await purgeEvents(database.db, NOW)).toBe(1)
  expect(await purgeEvents(database.db, NOW)).toBe(0)
  expect(await count()).toBe(2)
})

describe('the database refuses', () => {
  const as = (actor: Actor, statement: string) =>
    asActor(database.db, actor, async tx => {
      const { CompiledQuery } = await import('kysely')
      return tx.executeQuery(CompiledQuery.raw(statement))
    })
  const columns = 'session_id, event_type, event_data, page_url, notice_version'
  const insert = (values: string, more = '') =>
    `insert into analytics_events (${columns}${more && ', '}${more}) values ('${VISIT}', ${values})`

  it("another user's id", async () => {
    await expect(as(VISITOR, insert(`'page_view', '{}', '/', 2, '${ana}'`, 'user_id'))).rejects.toThrow(
      'permission denied',
    )
  })

  it('9 kB of data, and data that is not an object', async () => {
    const big = JSON.stringify({ x: 'y'.repeat(9_000) })
    await expect(as(VISITOR, insert(`'page_view', '${big}', '/', 2`))).rejects.toThrow('event_data_check')
    await expect(as(VISITOR, insert(`'page_view', '[]', '/', 2`))).rejects.toThrow('event_data_check')
  })

  it('showing events to visitors and users, but not to the staff', async () => {
    await record({ kind: 'user', userId: ana }, [view])
    const seen = async (actor: Actor) => (await as(actor, 'select 1 from analytics_events')).rows.length
    expect(await seen(VISITOR)).toBe(0)
    expect(await seen({ kind: 'user', userId: ana })).toBe(0)
    const staff = await createProfile(database.ownerPool, { role: 'admin' })
    expect(await seen({ kind: 'admin', userId: staff.id })).toBe(1)
  })

  it('changing or deleting them', async () => {
    await record(VISITOR, [view])
    const admin: Actor = { kind: 'admin', userId: ana }
    await expect(as(admin, "update analytics_events set event_type = 'x'")).rejects.toThrow('permission denied')
    await as(admin, 'delete from analytics_events')
    await as(VISITOR, 'delete from analytics_events')
    expect(await count()).toBe(1)
  })
})
