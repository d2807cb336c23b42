import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { restoreBackup } from '#app/platform/backup/restore-backup.server.ts'
import { writeBackup } from '#app/platform/backup/write-backup.server.ts'
import { runningAddress } from '#app/platform/embedded-postgres/running.server.ts'
import { cloneDatabase } from './support/database.ts'
import { contentOf, createEmptyDatabase, onConnection } from './support/database-content.ts'
import { loadTestCompany } from './support/demo-company.ts'
import { findPostgres15, runPostgres15 } from './support/postgres15.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { runCommand, startShop } from './support/shop-process.ts'

let folder: string
beforeAll(async () => {
  folder = await makeScratchFolder('drill')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const BACKUP_KEY = 'a-key-of-this-drill-with-32-characters'

it('is made beside a shop that works, of one moment, and starts as another shop', { timeout: 300_000 }, async () => {
  const file = join(folder, 'shop.zst.age')
  const here = { DATA_DIR: join(folder, 'here'), BACKUP_KEY }
  const there = { DATA_DIR: join(folder, 'there'), BACKUP_KEY }
  const shop = await startShop({ ...here, DEMO_COMPANY: '1' })
  const work = keepBusy(shop.url, (await runningAddress(here.DATA_DIR)) ?? '')
  const backup = await runCommand(['backup', file], here)
  const { answered, written } = await work.stop()
  expect(backup).toMatchObject({
    code: 0,
    output: expect.stringMatching(/ rows of \d+ tables, \d+ bytes, encrypted\n$/),
  })
  expect(answered.filter(status => status !== 200)).toEqual([])
  expect(written).toBeGreaterThan(10)

  const again = await runCommand(['restore', file], here)
  expect(again).toMatchObject({ code: 1, output: expect.stringMatching(/^The database is not empty .*\n$/) })
  await shop.end('SIGTERM')

  const restore = await runCommand(['restore', file], there)
  expect(restore).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored \d+ rows.*\n.*secret key/) })
  const copy = await startShop(there)
  try {
    expect((await fetch(copy.url)).status).toBe(200)
    const torn = await onConnection((await runningAddress(there.DATA_DIR)) ?? '', client =>
      client.query(
        "select email from private.mail_objections full join (select entity_id from audit_log where action = 'drill') logged on entity_id = email where email is null or entity_id is null",
      ),
    )
    expect(torn.rows).toEqual([])
  } finally {
    await copy.end('SIGTERM')
  }
})

/** Asks for pages, and writes to two tables in each transaction, until it is stopped. */
function keepBusy(url: string, address: string): { stop(): Promise<{ answered: number[]; written: number }> } {
  let isStopping = false
  const answered: number[] = []
  let written = 0
  const reading = (async () => {
    while (!isStopping) answered.push((await fetch(`${url}/assessments`)).status)
  })()
  const writing = onConnection(address, async client => {
    while (!isStopping) {
      const email = `drill-${written}@example.cl`
      await client.query('begin')
      await client.query(
        "insert into audit_log (actor_kind, action, entity, entity_id) values ('system', 'drill', 'drills', $1)",
        [email],
      )
      await client.query('insert into private.mail_objections (email, objected_at) values ($1, now())', [email])
      await client.query('commit')
      written += 1
    }
  })
  return {
    async stop() {
      isStopping = true
      await Promise.all([reading, writing])
      return { answered, written }
    },
  }
}

const postgres15 = findPostgres15()

it.skipIf(!postgres15)('moves a shop to PostgreSQL 15 and back', { timeout: 300_000 }, async () => {
  const shop = await cloneDatabase()
  const back = await createEmptyDatabase(inject('postgresAddress'))
  try {
    await loadTestCompany(shop, new Date())
    const before = await contentOf(shop.address)
    const options = { key: undefined, objects: undefined, now: new Date(), directory: 'db' }
    const [to, from] = [join(folder, 'to-15.zst'), join(folder, 'from-15.zst')]
    await writeBackup({ ...options, address: shop.address, path: to })
    await runPostgres15(postgres15 ?? '', async address => {
      await restoreBackup({ ...options, address, path: to })
      await writeBackup({ ...options, address, path: from })
    })
    await restoreBackup({ ...options, address: back.address, path: from })
    expect(await contentOf(back.address)).toEqual(before)
  } finally {
    await back.drop()
    await shop.close()
  }
})
