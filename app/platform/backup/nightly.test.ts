import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#app/platform/log/log.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { onConnection } from '#tests/support/database-content.ts'
import { makeScratchFolder } from '#tests/support/scratch-folder.ts'
import { isDue, makeDueBackup } from './nightly.server.ts'

/** Half past three in the night, in Santiago (summer time). */
const NIGHT = new Date('2026-11-21T06:30:00Z')
const later = (hours: number) => new Date(NIGHT.getTime() + hours * 3_600_000)

let shop: TestDatabase
let directory: string
let logged: string[]
beforeAll(async () => {
  shop = await cloneDatabase(2)
  directory = await makeScratchFolder('nightly')
  logged = []
})
afterAll(async () => {
  await shop.close()
  await rm(directory, { recursive: true })
})

const make = (now: Date, change: { directory?: string; address?: string } = {}) =>
  makeDueBackup(
    {
      ownerPool: shop.ownerPool,
      address: shop.address,
      directory,
      key: undefined,
      objects: undefined,
      keep: 2,
      migrations: 'db',
      log: createLog('info', line => logged.push(line)),
      ...change,
    },
    now,
  )

const history = async () =>
  (await shop.ownerPool.query('select started_at, file, is_verified, problem from private.backups order by id')).rows
const lastAt = async () => (await shop.ownerPool.query('select private.last_backup_at() as at')).rows[0].at

it('is due once a night', () => {
  expect(isDue(null, NIGHT)).toBe(true)
  expect(isDue(later(-24), NIGHT)).toBe(true)
  expect(isDue(later(-24), later(-1))).toBe(false)
  expect(isDue(NIGHT, later(20))).toBe(false)
  expect(isDue(NIGHT, later(24))).toBe(true)
})

it('keeps why one failed, and counts only what can be restored', async () => {
  await writeFile(join(directory, 'taken'), '')
  await expect(make(later(-48), { directory: join(directory, 'taken') })).rejects.toThrow('EEXIST')
  expect(await history()).toEqual([
    { started_at: later(-48), file: null, is_verified: false, problem: expect.stringContaining('EEXIST') },
  ])
  expect(await lastAt()).toBeNull()
  expect(logged.join()).toContain('backup_failed')
})

it('is made by one of two workers, restored to try it, and leaves no database behind', async () => {
  const made = await Promise.all([make(later(-24)), make(later(-24))])
  expect(made.toSorted()).toEqual([0, 1])
  expect((await history()).at(-1)).toMatchObject({
    file: 'alhena-2026-11-20T06-30-00Z.zst',
    is_verified: true,
    problem: null,
  })
  expect(await lastAt()).toEqual(later(-24))
  const { rows } = await shop.ownerPool.query(
    "select datname from pg_database where datname = (select 'alhena_check_' || oid from pg_database where datname = current_database())",
  )
  expect(rows).toEqual([])
})

it('says where the login may create no database, and keeps the newest files alone', async () => {
  await writeFile(join(directory, 'alhena-2026-11-01T06-30-00Z.zst.age'), '')
  await writeFile(join(directory, 'alhena-2026-11-02T06-30-00Z.zst.unfinished-0123456789ab'), '')
  await utimes(join(directory, 'alhena-2026-11-02T06-30-00Z.zst.unfinished-0123456789ab'), later(-480), later(-480))
  await writeFile(join(directory, 'notes.txt'), '')
  expect(await make(NIGHT, { address: await withoutCreateDb() })).toBe(1)
  expect((await history()).at(-1)).toMatchObject({ is_verified: false, problem: null })
  expect((await readdir(directory)).toSorted()).toEqual([
    'alhena-2026-11-20T06-30-00Z.zst',
    'alhena-2026-11-21T06-30-00Z.zst',
    'notes.txt',
    'taken',
  ])
})

/** A login that may read everything and create nothing. */
async function withoutCreateDb(): Promise<string> {
  const login = 'backup_reader'
  await onConnection(shop.address, async client => {
    await client.query(`do $$ begin create role ${login} login; exception when duplicate_object then null; end $$`)
    await client.query(`alter role ${login} bypassrls nocreatedb`)
    await client.query(`grant pg_read_all_data to ${login}`)
  })
  return shop.address.replace(/^(postgres(?:ql)?:\/\/)[^@/]*@/, `$1${login}@`)
}
