import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import { appLoginAddresses, ensureAppLogins } from '#app/platform/database/app-login.server.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './launcher.server.ts'
import { connect, forkOwner, makeFolder, newDataDir, outputOf, query, start } from './launcher.test-support.ts'

const isRoot = process.geteuid?.() === 0
const modeOf = (path: string) => statSync(path).mode & 0o777
const socketFolder = (connectionString: string) =>
  new URL(connectionString.replace('@/', '@socket/')).searchParams.get('host') ?? ''

test('the first start creates the database, a restart keeps it, and stopping is graceful and repeatable', async () => {
  const dataDir = newDataDir()
  const first = await start(dataDir, { fast: false })
  await query(first.connectionString, "CREATE TABLE kept AS SELECT 'ñandú' AS name")
  await connect(first.connectionString)
  await Promise.all([first.stop(), first.stop()])
  await first.stop()
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  expect(existsSync(join(dataDir, 'postgres-18/postmaster.pid'))).toBe(false)

  const second = await start(dataDir, { maxConnections: 17 })
  expect(await query(second.connectionString, 'SELECT name FROM kept')).toEqual(['ñandú'])
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('database system was shut down at')
  expect(log.indexOf('database system is shut down')).toBeGreaterThan(-1)
  expect(await query(second.connectionString, "SELECT current_setting('max_connections')")).toEqual(['17'])
})

test('the server uses UTF-8 and UTC, sorts Spanish on request and has the superuser alhena, whatever the environment', async () => {
  for (const name of ['LC_ALL', 'LANG']) vi.stubEnv(name, 'tr_TR.ISO-8859-9')
  for (const name of ['PGPORT', 'PGDATA', 'PGSSLMODE']) vi.stubEnv(name, 'require')
  vi.stubEnv('TZ', 'America/Santiago')
  const { connectionString } = await start(newDataDir())
  const show = (setting: string) => query(connectionString, `SELECT current_setting('${setting}')`)
  expect(await show('server_encoding')).toEqual(['UTF8'])
  expect(await show('TimeZone')).toEqual(['UTC'])
  expect(await show('listen_addresses')).toEqual([''])
  expect(await show('is_superuser')).toEqual(['on'])
  expect(await query(connectionString, "SELECT current_user || upper('ñí')")).toEqual(['alhenaÑÍ'])
  const sorted = `SELECT name FROM unnest(array['oca', 'ñu', 'nz']) AS name ORDER BY name COLLATE "es-x-icu"`
  expect(await query(connectionString, sorted)).toEqual(['nz', 'ñu', 'oca'])
  vi.unstubAllEnvs()
})

test('of two concurrent starts on a new folder exactly one wins', async () => {
  const dataDir = newDataDir()
  const outcomes = await Promise.all([forkOwner(dataDir), forkOwner(dataDir)].map(outputOf))
  const refused = outcomes.filter(outcome => outcome.startsWith('refused'))
  expect(refused).toEqual([`refused: DATA_DIR ${dataDir} is in use by another Alhena process`])
  const winner = outcomes.find(outcome => !refused.includes(outcome)) ?? ''
  expect(await query(winner, 'SELECT 1')).toEqual([1])
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(EmbeddedPostgresError)
})

test('Ctrl-C reaches Alhena alone: the database serves until Alhena stops it', async () => {
  const owner = forkOwner(newDataDir())
  const connectionString = await outputOf(owner)
  process.kill(-Number(owner.pid), 'SIGINT')
  expect(await outputOf(owner)).toBe('interrupted')
  expect(await query(connectionString, 'SELECT 1')).toEqual([1])
  owner.send('stop')
  expect(await once(owner, 'exit')).toEqual([0, null])
  await expect(query(connectionString, 'SELECT 1')).rejects.toThrow('ENOENT')
})

test('a process that exits without stopping takes the server down with it', async () => {
  const dataDir = newDataDir()
  const owner = forkOwner(dataDir)
  await outputOf(owner)
  owner.send('exit')
  expect(await once(owner, 'exit')).toEqual([3, null])
  const lines: string[] = []
  const next = await start(dataDir, { log: line => lines.push(line) })
  expect(await query(next.connectionString, 'SELECT 1')).toEqual([1])
})

test('a crashed server is logged and restarted on the same address', async () => {
  const dataDir = newDataDir()
  const lines: string[] = []
  const { promise: again, resolve } = Promise.withResolvers<void>()
  const log = (line: string) => {
    lines.push(line)
    if (line.includes('runs again')) resolve()
  }
  const server = await start(dataDir, { log })
  process.kill(Number.parseInt(readFileSync(join(dataDir, 'postgres-18/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
  await again
  expect(lines.slice(-2)).toEqual([
    'PostgreSQL stopped unexpectedly (ended with SIGKILL); see postgres.log in DATA_DIR',
    'PostgreSQL runs again',
  ])
  expect(await query(server.connectionString, 'select 1')).toEqual([1])
  await server.stop()
})

test('the socket is in the 0700 folder of the cluster, closed to every other user', async () => {
  const dataDir = newDataDir()
  const { connectionString } = await start(dataDir)
  const folder = socketFolder(connectionString)
  expect(folder).toBe(join(dataDir, 'postgres-18'))
  expect(modeOf(folder)).toBe(0o700)
  expect(modeOf(join(dataDir, 'postgres.log'))).toBe(0o600)
  if (isRoot) await expect(promisify(execFile)('ls', [folder], { uid: 54_321, gid: 54_321 })).rejects.toThrow('denied')
})

test('a folder with a path too long for a socket uses a private temporary folder', async () => {
  const dataDir = newDataDir('a-folder-with-a-long-name'.repeat(4))
  const server = await start(dataDir)
  const folder = socketFolder(server.connectionString)
  expect(folder.startsWith(dataDir)).toBe(false)
  expect(modeOf(folder)).toBe(0o700)
  expect(await query(server.connectionString, 'SELECT 1')).toEqual([1])
  await server.stop()
  expect(existsSync(folder)).toBe(false)
})

test('with a temporary folder that is too deep as well, a random password protects the loopback interface', async () => {
  const dataDir = newDataDir('a-folder-with-a-long-name'.repeat(4))
  makeFolder(join(dirname(dataDir), 'temporary-'.repeat(12)), 0o777)
  vi.stubEnv('TMPDIR', join(dirname(dataDir), 'temporary-'.repeat(12)))
  const { connectionString } = await start(dataDir)
  vi.unstubAllEnvs()
  expect(connectionString).toMatch(/^postgresql:\/\/alhena:[\w-]{32}@127\.0\.0\.1:\d+\/alhena/)
  expect(await query(connectionString, 'SELECT 1')).toEqual([1])
  const guess = connectionString.replace(/alhena:[\w-]+@/, 'alhena:guess@')
  await expect(query(guess, 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test("a folder of an earlier release accepts the application's login", async () => {
  const dataDir = newDataDir('a-folder-with-a-long-name'.repeat(4))
  makeFolder(join(dirname(dataDir), 'temporary-'.repeat(12)), 0o777)
  const first = await start(dataDir)
  await first.stop()
  const rules = join(dataDir, 'postgres-18', 'pg_hba.conf')
  const today = readFileSync(rules, 'utf8')
  writeFileSync(rules, 'local all all trust\nhost all alhena 127.0.0.1/32 scram-sha-256\n')
  vi.stubEnv('TMPDIR', join(dirname(dataDir), 'temporary-'.repeat(12)))
  const { connectionString } = await start(dataDir)
  vi.unstubAllEnvs()
  expect(readFileSync(rules, 'utf8')).toBe(today)
  for (const role of ['alhena_app', 'alhena_system']) await query(connectionString, `CREATE ROLE ${role}`)
  const owner = new Pool({ connectionString, max: 1 })
  // A pool ends without waiting for its connections: the server may stop before they are closed.
  owner.on('connect', client => client.on('error', () => {}))
  await ensureAppLogins(owner, connectionString)
  await owner.end()
  expect(await query(appLoginAddresses(connectionString).people, 'SELECT current_user::text')).toEqual(['alhena_web'])
})

test.runIf(isRoot && process.platform === 'linux')(
  'root serves a DATA_DIR below a closed home without opening permissions',
  async () => {
    const dataDir = newDataDir('home', 'shop')
    makeFolder(dirname(dataDir), 0o700)
    const server = await start(dataDir)
    await query(server.connectionString, 'CREATE TABLE kept AS SELECT 1 AS id')
    await server.stop()
    const { connectionString } = await start(dataDir)
    expect(await query(connectionString, 'SELECT id FROM kept')).toEqual([1])
    expect(modeOf(dirname(dataDir))).toBe(0o700)
    expect(statSync(join(dataDir, 'postgres-18')).uid).not.toBe(0)
  },
)

test('a path that is no folder, and an invalid cluster, are refused with one line', async () => {
  const dataDir = newDataDir('file')
  makeFolder(dirname(dataDir), 0o755)
  writeFileSync(dataDir, '')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /^The embedded PostgreSQL cannot use DATA_DIR .*set DATABASE_URL$/,
  )

  const other = newDataDir()
  makeFolder(join(other, 'postgres-18'), 0o700)
  writeFileSync(join(other, 'postgres-18/notes.txt'), '')
  await expect(startEmbeddedPostgres({ dataDir: other, fast: true })).rejects.toThrow(EmbeddedPostgresError)
  expect(readdirSync(other).sort()).toEqual(['owner-1.sock', 'postgres-18'])
})

test("PostgreSQL's own reason is passed on in one line", async () => {
  const dataDir = newDataDir()
  await (await start(dataDir)).stop()
  writeFileSync(join(dataDir, 'postgres-18/PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/did not start .* FATAL: .*incompatible/)
})
