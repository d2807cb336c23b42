import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { asActor, SYSTEM } from './actor.server.ts'
import { openDatabases } from './database.server.ts'
import { isDatabaseOutage } from './outage.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    error => error,
  )

it('a statement over its time limit is an outage, not a bug', async () => {
  const failure = await failureOf(
    asActor(database.db, SYSTEM, async tx => {
      await sql`set local statement_timeout = 20`.execute(tx)
      await sql`select pg_sleep(5)`.execute(tx)
    }),
  )
  expect(failure).toMatchObject({ code: '57014' })
  expect(isDatabaseOutage(failure)).toBe(true)
})

it('a lock that is not free within seconds is an outage', async () => {
  const shop = openDatabases(database.address, 2)
  const holder = await database.ownerPool.connect()
  try {
    await holder.query('begin; lock table categories in access exclusive mode')
    const failure = await failureOf(shop.db.selectFrom('categories').select('id').execute())
    expect(failure).toMatchObject({ code: '55P03' })
    expect(isDatabaseOutage(failure)).toBe(true)
  } finally {
    await holder.query('rollback')
    holder.release()
    await shop.close()
  }
})

it('a server without a free connection is an outage, for both pools', async () => {
  const name = `crowded_${process.pid}`
  await database.ownerPool.query(`create role ${name} login connection limit 1`)
  await database.ownerPool.query(`grant alhena_app to ${name}`)
  const address = database.address.replace(/^(postgresql:\/\/)[^:@/]+(?=[:@])/, `$1${name}`)
  const first = new Client({ connectionString: address })
  await first.connect()
  const crowded = openDatabases(address, 2)
  try {
    const failures = await Promise.all([
      failureOf(crowded.db.selectFrom('categories').select('id').execute()),
      failureOf(crowded.ownerPool.query('select 1')),
    ])
    expect(failures).toMatchObject([{ code: '53300' }, { code: '53300' }])
    expect(failures.map(isDatabaseOutage)).toEqual([true, true])
  } finally {
    await crowded.close()
    await first.end()
    await database.ownerPool.query(`drop owned by ${name}; drop role ${name}`)
  }
})

it('a broken rule is a bug', async () => {
  const failure = await failureOf(database.ownerPool.query('select 1 / 0'))
  expect(isDatabaseOutage(failure)).toBe(false)
})
