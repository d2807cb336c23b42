import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { chownSync, closeSync, openSync } from 'node:fs'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Account, canReach, READ } from './account.server.ts'
import { EmbeddedPostgresError } from './error.server.ts'

/** A folder of the account, held open for its processes; `seenAs` is the path by which they name it. */
export type OpenFolder = { path: string; account: Account; seenAs: string; fd: number; close(): void }

/** What is preloaded into this process is also preloaded into PostgreSQL, so that both have the clock of `npm run test:clock`. */
const PRELOADED = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')),
)

/** What PostgreSQL's processes get of the environment: nothing of the operator's locale, time zone or PG* variables. */
const ENVIRONMENT = { ...PRELOADED, LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/**
 * Opens a folder that belongs to the account. Below a parent that is closed to the account (DATA_DIR in a 0700 home, and root
 * dropped) its processes reach it through an inherited descriptor, so that no parent has to be opened to anybody.
 * @throws EmbeddedPostgresError where the system has no paths of descriptors (macOS).
 */
export function openFolder(path: string, account: Account): OpenFolder {
  const reachable = canReach(account, path, READ)
  if (!reachable && process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      `The user '${account?.name}', which runs PostgreSQL for root, cannot enter ${path}: set DATA_DIR to a folder outside closed homes, or set DATABASE_URL`,
    )
  }
  const fd = openSync(path, 'r')
  return { path, account, seenAs: reachable ? path : '/proc/self/fd/3', fd, close: () => closeSync(fd) }
}

/** Hands a folder of this process over to the account. */
export function giveFolder(path: string, account: Account): void {
  if (account) chownSync(path, account.uid, account.gid)
}

/** Starts a program as the folder's account, in the folder and with the folder as its descriptor 3. */
export function spawnIn(
  folder: OpenFolder,
  program: string,
  args: string[],
  options: { stdio: ['ignore' | 'pipe', 'pipe' | number, 'pipe' | number]; detached?: boolean },
): ChildProcess {
  const stdio: StdioOptions = [...options.stdio, folder.fd]
  const { uid, gid } = folder.account ?? {}
  return spawn(program, args, {
    ...options,
    stdio,
    cwd: folder.path,
    env: ENVIRONMENT,
    ...(uid !== undefined && gid !== undefined && { uid, gid }),
  })
}

/**
 * Runs a program to its end and returns what it wrote to its error output.
 * @throws EmbeddedPostgresError when it fails.
 */
export async function runIn(folder: OpenFolder, program: string, args: string[], input = ''): Promise<string> {
  const child = spawnIn(folder, program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<string | undefined>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${signal ?? code}`))
  })
  // A program that died before reading its input is reported by its exit.
  child.stdin?.on('error', () => {}).end(input)
  const errors = child.stderr ? text(child.stderr) : ''
  child.stdout?.resume()
  const failure = await ended
  if (failure === undefined) return errors
  throw new EmbeddedPostgresError(
    `${basename(program)} of the embedded PostgreSQL failed (${failure}): ${reasonIn(await errors)}`,
  )
}

/** The line of PostgreSQL's output that names the reason for its exit. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  return lines.findLast(line => /\b(error|FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? 'no output'
}
