import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { purgeExpired } from '#app/platform/jobs/purge-expired.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createSharedLimits } from './shared-limits.server.ts'

const SHARE = { points: 100, duration: 10 }
const NOW = new Date('2026-11-21T15:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.close())
beforeEach(() => database.ownerPool.query('truncate private.request_counts'))

/** A process with its own counts. */
function startProcess() {
  const limits = createSharedLimits()
  const take = limits.limit('reads', SHARE)
  return {
    send: (key: string, requests: number) => Array.from({ length: requests }, () => take(key)).at(-1),
    exchange: (at = NOW) => limits.exchange(database.db, at),
  }
}

describe('limits of several processes', () => {
  it('count what each of them answered', async () => {
    const [one, other] = [startProcess(), startProcess()]
    expect(one.send('203.0.113.1', 60)).toBeUndefined()
    expect(other.send('203.0.113.1', 60)).toBeUndefined()
    expect(other.send('203.0.113.2', 60)).toBeUndefined()
    await one.exchange()
    await other.exchange()
    // 120 of 100 requests: the process that exchanged last knows all, the other one with its next exchange.
    expect(other.send('203.0.113.1', 1)).toBeGreaterThan(0)
    expect(other.send('203.0.113.2', 1)).toBeUndefined()
    one.send('203.0.113.1', 1)
    await one.exchange()
    expect(one.send('203.0.113.1', 1)).toBeGreaterThan(0)
  })

  it('add what was counted while an exchange was under way', async () => {
    const [one, other] = [startProcess(), startProcess()]
    other.send('203.0.113.1', 50)
    await other.exchange()
    one.send('203.0.113.1', 40)
    const under = one.exchange()
    one.send('203.0.113.1', 10)
    await under
    expect(one.send('203.0.113.1', 1)).toBeGreaterThan(0)
  })

  it('start again with the next period', async () => {
    const [one, other] = [startProcess(), startProcess()]
    one.send('203.0.113.1', 100)
    await one.exchange()
    other.send('203.0.113.1', 50)
    await other.exchange(later(SHARE.duration))
    expect(other.send('203.0.113.1', 50)).toBeUndefined()
    expect(other.send('203.0.113.1', 1)).toBeGreaterThan(0)
  })

  it('forget nothing while the database is away, and limit alone meanwhile', async () => {
    const [one, other] = [createSharedLimits(), startProcess()]
    const away = openDatabases('postgresql://nobody@127.0.0.1:1/none', 1)
    const take = one.limit('reads', SHARE)
    for (let count = 0; count < 100; count += 1) expect(take('203.0.113.1')).toBeUndefined()
    await expect(one.exchange(away.db, NOW)).rejects.toThrow()
    expect(take('203.0.113.1')).toBeGreaterThan(0)
    await one.exchange(database.db, NOW)
    other.send('203.0.113.1', 10)
    await other.exchange()
    expect(other.send('203.0.113.1', 1)).toBeGreaterThan(0)
    await away.close()
  })

  it('write nothing for visitors who send few requests, and no address', async () => {
    const one = startProcess()
    one.send('203.0.113.1', 9)
    await one.exchange()
    expect((await database.ownerPool.query('select from private.request_counts')).rowCount).toBe(0)
    one.send('203.0.113.1', 1)
    await one.exchange()
    const { rows } = await database.ownerPool.query(
      'select row_to_json(counted)::text as text from private.request_counts counted',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].text).toContain('"points":10')
    expect(rows[0].text).not.toContain('203')
    await purgeExpired(database.db, later(3600 + SHARE.duration + 1))
    expect((await database.ownerPool.query('select from private.request_counts')).rowCount).toBe(0)
  })

  it('are raised by the shop alone', async () => {
    const raise = `select * from private.share_request_counts(now(), array[repeat('a', 43)], array[1000::bigint], 10)`
    await expect(asActor(database.db, { kind: 'visitor' }, tx => sql.raw(raise).execute(tx))).rejects.toThrow(
      'permission denied',
    )
    expect((await asActor(database.db, SYSTEM, tx => sql.raw(raise).execute(tx))).rows).toHaveLength(1)
  })
})
