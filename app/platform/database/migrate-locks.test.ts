import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { migrate } from './migrate.server.ts'

it('lets others pass while it waits for a lock, and gives up after some tries', async () => {
  const { ownerPool, close } = await cloneDatabase(2)
  const folder = await mkdtemp(join(tmpdir(), 'alhena-migrate-'))
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  await mkdir(join(folder, 'schema'))
  await mkdir(join(folder, 'migrations'))
  await writeFile(join(folder, 'schema/01-two.sql'), 'create table two (id int);')
  await ownerPool.query('drop table schema_migrations')
  await migrate(ownerPool, folder)

  await writeFile(join(folder, 'migrations/0001_wide.sql'), '-- expand\nalter table two add wide int;')
  const seller = await ownerPool.connect()
  onTestFinished(() => seller.release(true))
  await seller.query('begin')
  await seller.query('select from two')
  const patience = { lockTimeoutMs: 100, pauseMs: 20, tries: 2 }
  await expect(migrate(ownerPool, folder, patience)).rejects.toThrow(
    /^Migration 0001_wide.sql could not lock its tables in 2 tries/,
  )
  const waiting = migrate(ownerPool, folder, { ...patience, tries: 1000 })
  // A sale that needs the table gets it between two tries, though the migration came first.
  for (let sale = 0; sale < 3; sale += 1) await ownerPool.query('select count(*) from two')
  await seller.query('commit')
  expect(await waiting).toEqual(['0001_wide.sql'])
})
