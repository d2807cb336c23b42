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
  await write('migrations/0001_row.sql', 'insert into two values (1);')
  expect(await run()).toEqual(['0001_row.sql'])
  expect(await run()).toEqual([])
  expect((await database.ownerPool.query('select one()')).rows).toEqual([{ one: 1 }])
  await write('migrations/0001_row.sql', 'insert into two values (2);')
  await expect(run()).rejects.toThrow('Migration 0001_row.sql was applied with another text')
  await rm(join(folder, 'migrations/0001_row.sql'))
  await expect(run()).rejects.toThrow('which this release does not know')
})

it('rolls back a failed migration', async () => {
  await write('migrations/0001_row.sql', 'insert into two values (1);')
  await write('migrations/0002_bad.sql', 'create table three (id int); select nothing;')
  await expect(run()).rejects.toThrow(/Migration 0002_bad.sql failed/)
  expect((await database.ownerPool.query("select to_regclass('three') as made")).rows).toEqual([{ made: null }])
})
