import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './error.server.ts'

const POLL_MS = 20
const FAST_SHUTDOWN_MS = 30_000
const ABORT_MS = 5_000

/** The process that `postmaster.pid` names and whether it takes connections; undefined without such a file. */
export async function readPostmaster(cluster: string): Promise<{ pid: number; ready: boolean } | undefined> {
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
    text => text.split('\n'),
    () => undefined,
  )
  return lines && { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Ends what a killed owner left running in its cluster in the order fast shutdown, abort, kill, then removes the lock
 * files that would stop a new server: their process id may meanwhile belong to another process, or to an unreaped
 * zombie. Call it only under the owner lock.
 * @throws EmbeddedPostgresError when a process does not end.
 */
export async function endOrphans(cluster: string, log: (line: string) => void): Promise<void> {
  const postmaster = await readPostmaster(cluster)
  if (!postmaster) return
  if ((await serversIn(cluster)).includes(postmaster.pid)) {
    log(`Stopping PostgreSQL (process ${postmaster.pid}) of an Alhena process that was killed`)
    await signalServers(cluster, 'SIGINT', FAST_SHUTDOWN_MS, postmaster.pid)
  }
  await signalServers(cluster, 'SIGQUIT', ABORT_MS)
  await killServers(cluster)
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  for (const name of readdirSync(cluster)) {
    if (/^\.s\.PGSQL\.\d+(\.lock)?$/.test(name)) await rm(join(cluster, name), { force: true })
  }
}

/** Kills every PostgreSQL process whose working folder is `folder`, and waits for it. */
export async function killServers(folder: string): Promise<void> {
  const left = await signalServers(folder, 'SIGKILL', ABORT_MS)
  if (left.length === 0) return
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${left[0]}) of an earlier Alhena does not end: end it, or restart the system`,
  )
}

/** Signals the folder's processes (those that appear meanwhile too), or one of them, until all are gone; returns who is left. */
async function signalServers(folder: string, signal: NodeJS.Signals, ms: number, only?: number): Promise<number[]> {
  const deadline = performance.now() + ms
  const signalled = new Set<number>()
  for (;;) {
    const left = await serversIn(folder)
    if (left.length === 0 || performance.now() > deadline) return left
    for (const pid of left) {
      if (signalled.has(pid) || (only !== undefined && pid !== only)) continue
      signalled.add(pid)
      try {
        process.kill(pid, signal)
      } catch {
        // It ended by itself.
      }
    }
    await delay(POLL_MS)
  }
}

/** The `postgres` and `initdb` processes whose working folder is `folder`. A zombie has none, so it does not count. */
async function serversIn(folder: string): Promise<number[]> {
  return process.platform === 'linux' ? scanProc(folder) : await askLsof(folder)
}

function scanProc(folder: string): number[] {
  const home = statSync(folder)
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        const cwd = statSync(`/proc/${pid}/cwd`)
        if (cwd.ino !== home.ino || cwd.dev !== home.dev) return false
        return /^(postgres|initdb)$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
      } catch {
        return false
      }
    })
    .map(Number)
}

async function askLsof(folder: string): Promise<number[]> {
  const real = realpathSync(folder)
  const filter = ['-a', '-d', 'cwd', '-c', 'postgres', '-c', 'initdb', '-F', 'pn']
  // lsof answers 1 when nothing matches.
  const { stdout } = await promisify(execFile)('lsof', filter).catch(() => ({ stdout: '' }))
  const pids: number[] = []
  let pid = 0
  for (const line of stdout.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    if (line === `n${real}`) pids.push(pid)
  }
  return pids
}
