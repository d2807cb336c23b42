import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { migrate } from './migrate.server.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await cloneDatabase(2)
  folder = await mkdtemp(join(tmpdir(), 'alhena-migrate-'))
  await mkdir(join(folder, 'schema'))
  await mkdir(join(folder, 'migrations'))
  await write(
    'schema/01-one.sql',
    'create function one() returns bigint language sql as $$ select count(*) from two $$;',
  )
  await write('schema/02-two.sql', 'create table two (id int);')
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const run = () => migrate(database.ownerPool, folder)

it('stops with one line on a database older than this schema', async () => {
  await expect(run()).rejects.toThrow(/^The database was made by a version of Alhena before this schema .*DATA_DIR$/)
  await database.ownerPool.query("update schema_migrations set name = '0001_foundation.sql'")
  await expect(run()).rejects.toThrow(/cannot be upgraded/)
})

it('applies the schema to an empty database, then each migration once, and stops when one has changed', async () => {
  await database.ownerPool.query('drop table schema_migrations')
  expect(await run()).toEqual(['baseline'])
  expect((await database.ownerPool.query('select one()')).rows).toEqual([{ one: 0 }])
  await write('migrations/0001_row.sql', '-- expand\ninsert into two values (1);')
  expect(await run()).toEqual(['0001_row.sql'])
  expect(await run()).toEqual([])
  expect((await database.ownerPool.query('select one()')).rows).toEqual([{ one: 1 }])
  await write('migrations/0001_row.sql', '-- expand\ninsert into two values (2);')
  await expect(run()).rejects.toThrow('Migration 0001_row.sql was applied with another text')
  await write('migrations/0001_row.sql', '-- expand\ninsert into two values (1);')
})

it.each(['create table four ();', '-- contract: needs 0009_later.sql\nselect 1;', '-- contract: needs everything\n'])(
  'refuses a migration that does not say who may run beside it: %j',
  async text => {
    await write('migrations/0009_five.sql', text)
    await expect(run()).rejects.toThrow("Migration 0009_five.sql must begin with the line '-- expand' or")
    await rm(join(folder, 'migrations/0009_five.sql'))
  },
)

it('rolls back a failed migration', async () => {
  await write('migrations/0004_bad.sql', '-- expand\ncreate table three (id int); select nothing;')
  await expect(run()).rejects.toThrow(/^Migration 0004_bad.sql failed: column/)
  expect((await database.ownerPool.query("select to_regclass('three') as made")).rows).toEqual([{ made: null }])
  await rm(join(folder, 'migrations/0004_bad.sql'))
})

it('runs beside a newer schema exactly when each of its migrations allows that', async () => {
  const apply = async (name: string, text: string) => {
    await write(`migrations/${name}`, text)
    expect(await run()).toEqual([name])
  }
  await apply('0005_label.sql', '-- expand\nalter table two add label text;')
  await apply('0006_number.sql', '-- expand\nalter table two add number int;')
  // The release before both, and one with a migration of its own that was never applied.
  for (const file of ['0005_label.sql', '0006_number.sql']) await rm(join(folder, 'migrations', file))
  expect(await run()).toEqual([])
  await write('migrations/0004_other.sql', '-- expand\nselect 1;')
  await expect(run()).rejects.toThrow('which this release does not know, and lacks its 0004_other.sql')
  await rm(join(folder, 'migrations/0004_other.sql'))

  await write('migrations/0005_label.sql', '-- expand\nalter table two add label text;')
  await write('migrations/0006_number.sql', '-- expand\nalter table two add number int;')
  await apply('0007_no_id.sql', '-- contract: needs 0005_label.sql\nalter table two drop id;')
  await rm(join(folder, 'migrations/0007_no_id.sql'))
  await rm(join(folder, 'migrations/0006_number.sql'))
  expect(await run()).toEqual([])
  await rm(join(folder, 'migrations/0005_label.sql'))
  await expect(run()).rejects.toThrow(
    'The database has migration 0007_no_id.sql, beside which only a release with 0005_label.sql may run: start a newer one',
  )
})
