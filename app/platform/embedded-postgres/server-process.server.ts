import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedPostgresError } from './error.server.ts'
import { rotateLog, sizeOf } from './log-file.server.ts'
import { type OpenFolder, reasonIn, spawnIn } from './open-folder.server.ts'
import { endOrphans, readPostmaster } from './orphans.server.ts'

type Server = { child: ChildProcess; ended: Promise<string> }
type Log = (line: string) => void

const POLL_MS = 5
const FAST_SHUTDOWN_MS = 30_000
const ABORT_MS = 5_000
/** Milliseconds between two looks at the size of the log. */
const LOG_EVERY_MS = 60_000

/** A running server; `died` resolves when it ends without having been stopped. */
export type RunningServer = { stop(): Promise<void>; died: Promise<void> }

/**
 * Runs PostgreSQL on a cluster until it is stopped: fast shutdown, then abort, then kill.
 * `logFile` takes the server's messages, after those of earlier ones.
 * @throws EmbeddedPostgresError with PostgreSQL's own reason when it ends before it takes connections.
 */
export async function runServer(
  folder: OpenFolder,
  program: string,
  settings: Record<string, string>,
  logFile: string,
  log: Log,
): Promise<RunningServer> {
  const args = ['-D', folder.seenAs, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  for (let attempt = 1; ; attempt += 1) {
    rotateLog(logFile)
    const earlier = sizeOf(logFile)
    const server = spawnServer(folder, program, args, logFile)
    const failure = await Promise.race([server.ended, untilReady(folder.path, server.child)])
    if (failure === undefined) return supervise(server, logFile, log)
    const reason = reasonIn(readFileSync(logFile).subarray(earlier).toString())
    // The previous owner was killed so early that its server wrote `postmaster.pid` after our check.
    if (attempt > 1 || !/lock file .* already exists/.test(reason)) {
      throw new EmbeddedPostgresError(`The embedded PostgreSQL did not start (${failure}): ${reason}`)
    }
    await endOrphans(folder.path, log)
  }
}

function spawnServer(folder: OpenFolder, program: string, args: string[], logFile: string): Server {
  const output = openSync(logFile, 'a', 0o600)
  try {
    // A process group of its own: the terminal's Ctrl-C reaches Alhena alone, which then stops things in order.
    const child = spawnIn(folder, program, args, { stdio: ['ignore', output, output], detached: true })
    const ended = new Promise<string>(resolve => {
      child.once('error', error => resolve(error.message))
      child.once('exit', (code, signal) => resolve(`ended with ${signal ?? code}`))
    })
    return { child, ended }
  } finally {
    closeSync(output)
  }
}

/** Resolves when the server takes connections, however long its recovery from a crash takes; never when it ends before. */
async function untilReady(cluster: string, child: ChildProcess): Promise<undefined> {
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster?.ready) return undefined
    await delay(POLL_MS)
  }
  return new Promise(() => {})
}

function supervise({ child, ended }: Server, logFile: string, log: Log): RunningServer {
  let stopping = false
  child.unref()
  const rotating = setInterval(() => rotateLog(logFile), LOG_EVERY_MS).unref()
  // After an exit without `stop` (an uncaught error) no server may be left running for the next start to clean up.
  const stopAtExit = () => child.kill('SIGINT')
  process.once('exit', stopAtExit)
  const died = new Promise<void>(resolve => {
    void ended.then(how => {
      process.off('exit', stopAtExit)
      clearInterval(rotating)
      if (stopping) return
      log(`PostgreSQL stopped unexpectedly (${how}); see postgres.log in DATA_DIR`)
      resolve()
    })
  })
  return { stop, died }

  async function stop(): Promise<void> {
    stopping = true
    child.ref()
    if (!(await signalAndWait('SIGINT', FAST_SHUTDOWN_MS)) && !(await signalAndWait('SIGQUIT', ABORT_MS))) {
      child.kill('SIGKILL')
      await ended
    }
  }

  async function signalAndWait(signal: NodeJS.Signals, ms: number): Promise<boolean> {
    child.kill(signal)
    const timer = new AbortController()
    const timeout = delay(ms, false, { signal: timer.signal }).catch(() => false)
    const over = await Promise.race([ended.then(() => true), timeout])
    timer.abort()
    return over
  }
}
