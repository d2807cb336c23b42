import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { removeDrafts } from './cluster.server.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './launcher.server.ts'
import { killServers } from './orphans.server.ts'

/** A path for a DATA_DIR that does not exist yet; whatever runs there is ended, and the folder removed, after the test. */
export function newDataDir(...names: string[]): string {
  const sandbox = mkdtempSync(join(tmpdir(), 'alhena-test-'))
  chmodSync(sandbox, 0o711)
  const dataDir = join(sandbox, 'data', ...names)
  onTestFinished(async () => {
    if (existsSync(join(dataDir, 'postgres-18'))) await killServers(join(dataDir, 'postgres-18'))
    if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) await removeDrafts(dataDir)
    rmSync(sandbox, { recursive: true })
  })
  return dataDir
}

/** Starts the server in this process, stopped after the test. */
export async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, fast: true, ...options })
  onTestFinished(() => server.stop())
  return server
}

/** An open connection, which may be cut at any time. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client(connectionString)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** The first column of a query's rows. */
export async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = await connect(connectionString)
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
  return rows.map(row => row[0])
}

/** Another Alhena process that starts the server (see `owner.test-child.ts`), in a process group of its own. */
export function forkOwner(dataDir: string): ChildProcess {
  const child = fork(new URL('./owner.test-child.ts', import.meta.url), [dataDir], { execArgv: [], detached: true })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The child's next message: its connection string, or why it was refused. */
export async function outputOf(child: ChildProcess): Promise<string> {
  const [message] = await once(child, 'message')
  return String(message)
}

export async function killNow(child: ChildProcess): Promise<void> {
  const exited = child.exitCode === null && child.signalCode === null && once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTick()
}

/** Creates a folder, and those above it, with exactly this mode. */
export function makeFolder(path: string, mode: number): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, mode)
}
