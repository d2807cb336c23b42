import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hasCluster, startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { acquireOwnerLock, type OwnerLock } from '#app/platform/embedded-postgres/owner-lock.server.ts'
import { cleanEnvironment, TEST_KEY } from '#tests/support/shop-process.ts'
import { prepareFirstStart } from './first-start.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alhena-first-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const settings = (more: Record<string, string> = {}) => ({
  ...cleanEnvironment(),
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  SECRET_KEY: TEST_KEY,
  DATA_DIR: join(folder, 'data'),
  ...more,
})

it('a first start finds its database made, with the schema and the demo’s catalogue', async () => {
  await prepareFirstStart(settings())
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), fast: true })
  const client = new Client(postgres.connectionString)
  await client.connect()
  const { rows } = await client.query(
    'select (select count(*) from schema_migrations)::int > 0 as migrated, (select count(*) from assessments)::int > 0 as filled',
  )
  await client.end()
  await postgres.stop()
  expect(rows).toEqual([{ migrated: true, filled: true }])
}, 60_000)

it('a database that exists, or is elsewhere, stays as it is', async () => {
  await prepareFirstStart(settings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', DEMO: '1' }))
  expect(existsSync(join(folder, 'data'))).toBe(false)
  const cluster = join(folder, 'data/postgres-18')
  await mkdir(cluster, { recursive: true })
  await writeFile(join(cluster, 'PG_VERSION'), '18\n')
  await prepareFirstStart(settings())
  expect(await readdir(join(folder, 'data'))).toEqual(['postgres-18'])
  expect(await readdir(cluster)).toEqual(['PG_VERSION'])
}, 60_000)

it('a start that is killed meanwhile leaves the data folder to the next one', async () => {
  const script = `import(${JSON.stringify(join(import.meta.dirname, 'first-start.ts'))}).then(made => made.prepareFirstStart())`
  const start = spawn(process.execPath, ['--eval', script], { env: settings(), stdio: 'ignore' })
  const data = join(folder, 'data')
  while (!existsSync(join(data, 'owner-1.sock'))) await delay(5)
  start.kill('SIGKILL')
  await once(start, 'exit')
  const lock = await untilFree(data)
  const isMade = hasCluster(data)
  await lock.release()
  const next = await startEmbeddedPostgres({ dataDir: data, fast: true })
  await next.stop()
  expect(isMade).toBe(false)
}, 60_000)

/** Waits until nobody owns the data folder. */
async function untilFree(data: string): Promise<OwnerLock> {
  for (;;) {
    try {
      return await acquireOwnerLock(data)
    } catch {
      await delay(5)
    }
  }
}
