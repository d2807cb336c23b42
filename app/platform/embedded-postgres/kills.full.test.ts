import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect, forkOwner, killNow, newDataDir, outputOf, query, start, until } from './launcher.test-support.ts'

/** Starts on what a killed first start left, and expects a whole database and nothing beside it. */
async function expectNextStart(dataDir: string): Promise<void> {
  const server = await start(dataDir)
  expect(await query(server.connectionString, 'SELECT current_database()::text')).toEqual(['alhena'])
  expect(readdirSync(dataDir).filter(name => name.includes('.new'))).toEqual([])
  await server.stop()
}

/** Whether the first start has made this file; `draft` stands for the folder in which it prepares the cluster. */
function hasMade(dataDir: string, file: string): boolean {
  if (!existsSync(dataDir)) return false
  const draft = readdirSync(dataDir).find(name => name.startsWith('postgres-18.new-')) ?? 'none yet'
  return existsSync(join(dataDir, file.replace('draft', draft)))
}

test.each([
  ['initdb began', 'draft/PG_VERSION'],
  ['the bootstrap ran', 'draft/global/pg_control'],
  ['the database was being made', 'draft/base/16384'],
  ['the cluster was moved to its place', 'postgres-18'],
  ['the server was starting', 'postgres-18/postmaster.pid'],
])('a first start killed when %s leaves nothing harmful', async (_, file) => {
  const dataDir = newDataDir()
  const owner = forkOwner(dataDir)
  await until(() => hasMade(dataDir, file))
  await killNow(owner)
  await expectNextStart(dataDir)
})

test('a first start killed at any moment leaves nothing harmful', async () => {
  const dataDir = newDataDir()
  for (const share of [0.15, 0.35, 0.55, 0.75]) {
    const owner = forkOwner(dataDir)
    await delay((share + Math.random() / 5) * 1000)
    await killNow(owner)
  }
  await expectNextStart(dataDir)
})

test('an owner killed with open transactions leaves what was committed, and its server stops', async () => {
  const dataDir = newDataDir()
  const owner = forkOwner(dataDir)
  const open = await connect(await outputOf(owner))
  await open.query("CREATE TABLE orders AS SELECT 'committed' AS state")
  await open.query("BEGIN; INSERT INTO orders VALUES ('open')")
  await killNow(owner)
  expect((await open.query('SELECT count(*)::int AS orders FROM orders')).rows).toEqual([{ orders: 2 }])

  const lines: string[] = []
  const next = await start(dataDir, { log: line => lines.push(line) })
  expect(lines[0]).toMatch(/^Stopping PostgreSQL \(process \d+\) of an Alhena process that was killed$/)
  expect(await query(next.connectionString, 'SELECT state FROM orders')).toEqual(['committed'])
  await expect(open.query('COMMIT')).rejects.toThrow()
})

test('a server killed with its owner is recovered, even with a busy backend and a reused process id', async () => {
  const dataDir = newDataDir()
  const owner = forkOwner(dataDir)
  const busy = await connect(await outputOf(owner))
  await busy.query("CREATE TABLE orders AS SELECT 'committed' AS state")
  // A backend in a loop does not notice that its postmaster is gone and keeps the shared memory.
  const loop = busy.query("DO 'BEGIN LOOP END LOOP; END'").catch((error: Error) => error)
  const pidFile = join(dataDir, 'postgres-18/postmaster.pid')
  const postmaster = readFileSync(pidFile, 'utf8')
  await killNow(owner)
  process.kill(Number.parseInt(postmaster, 10), 'SIGKILL')
  for (const file of [pidFile, join(dataDir, 'postgres-18/.s.PGSQL.5432.lock')]) {
    writeFileSync(file, postmaster.replace(/^\d+/, String(process.ppid)))
  }

  const next = await start(dataDir)
  expect(await query(next.connectionString, 'SELECT state FROM orders')).toEqual(['committed'])
  expect(await loop).toBeInstanceOf(Error)
})
