import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SettingsError } from '#app/platform/env/setting.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { requireConnections } from './connection-limit.server.ts'
import { openDatabases } from './database.server.ts'
import { FEWEST_CONNECTIONS, poolSizes } from './pool-sizes.ts'

it('never exceeds the connections of the process, and leaves none unused', () => {
  for (let total = FEWEST_CONNECTIONS; total <= 500; total += 1) {
    const { people, shop, owner } = poolSizes(total)
    expect(people + shop + owner + 1).toBe(total)
    expect(Math.min(people, shop)).toBeGreaterThanOrEqual(2)
    expect(Math.min(people, owner)).toBeGreaterThanOrEqual(4)
  }
  expect(poolSizes(36)).toEqual({ people: 20, shop: 10, owner: 5 })
})

describe('a process on a server', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase(2)
  })
  afterAll(() => database.close())

  /** Clients only: a vacuum by the server itself is listed as an activity of the database too. */
  async function connections() {
    const { rows } = await database.ownerPool.query(
      "select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
    )
    return rows.length
  }

  it('opens no more connections than its share, however many requests wait', async () => {
    const shop = openDatabases(database.address, poolSizes(12))
    const before = await connections()
    const work = Object.values(shop.pools).flatMap(pool =>
      Array.from({ length: 30 }, () => pool.query('select pg_sleep(0.01)')),
    )
    await Promise.all(work)
    const after = await connections()
    expect(after - before).toBe(12 - 1)
    await shop.close()
  })

  it('refuses to start with more connections than the server has', async () => {
    const { rows } = await database.ownerPool.query<{ most: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
    )
    const most = rows[0]?.most ?? 0
    await requireConnections(database.ownerPool, most)
    const refused = requireConnections(database.ownerPool, most + 1)
    await expect(refused).rejects.toThrow(SettingsError)
    await expect(refused).rejects.toThrow(`DB_POOL is ${most + 1}, and the database has ${most} connections`)
  })
})
