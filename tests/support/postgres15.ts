import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './shop-process.ts'

const FOLDERS = [
  '/usr/lib/postgresql/15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
]

/** The folder of PostgreSQL 15's programs, if installed. */
export const findPostgres15 = (): string | undefined => FOLDERS.find(folder => existsSync(join(folder, 'initdb')))

/** Runs `work` with the address of a temporary PostgreSQL 15. */
export async function runPostgres15(binaries: string, work: (address: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alhena-pg15-'))
  const account = process.geteuid?.() === 0 ? serviceAccount() : undefined
  if (account) chownSync(folder, account.uid, account.gid)
  // Nobody reads the server's log: a full pipe would block it.
  const program = (name: string, args: string[]) =>
    [join(binaries, name), args, { cwd: folder, stdio: 'ignore', ...account }] as const
  const data = join(folder, 'data')
  const made = spawnSync(
    ...program('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']),
  )
  if (made.status !== 0) throw new Error('initdb of PostgreSQL 15 failed')
  const port = String(await freePort())
  const settings = ['fsync=off', 'synchronous_commit=off', 'max_connections=150', 'unix_socket_directories=']
  const server = spawn(
    ...program('postgres', ['-D', data, '-p', port, ...settings.flatMap(setting => ['-c', setting])]),
  )
  const ended = new Promise(resolve => server.once('exit', resolve))
  try {
    const psql = (command: string) =>
      spawnSync(join(binaries, 'psql'), ['-h', '127.0.0.1', '-p', port, '-U', 'postgres', '-c', command])
    for (let tries = 0; psql('select 1').status !== 0; tries += 1) {
      if (tries > 300 || server.exitCode !== null) throw new Error('PostgreSQL 15 did not start')
      await delay(50)
    }
    psql('create role shop login superuser')
    await work(`postgresql://shop@127.0.0.1:${port}/postgres`)
  } finally {
    server.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

/** The account that servers run under which refuse to run as root. */
export function serviceAccount(): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}
