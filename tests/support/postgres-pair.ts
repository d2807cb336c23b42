import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { serviceAccount } from './postgres15.ts'
import { freePort } from './shop-process.ts'

export type Pair = {
  /** The address that applications use: it leads to whichever server is the primary. */
  address: string
  /** Ends the primary as a power failure does: nothing more is written, sent or said. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary, and leads the address to it. */
  promote(): Promise<void>
  /** The standby's own address. */
  standby: string
  /** The rows of a statement that the superuser runs on the standby. */
  askStandby(statement: string): Promise<Record<string, unknown>[] | undefined>
  killStandby(): Promise<void>
}

/**
 * A primary and a standby of PostgreSQL 15, until the test is over.
 * @param binaries the folder of its programs.
 * @param confirming whether the standby confirms each commit.
 */
export async function startPair(binaries: string, { confirming = true } = {}): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'alhena-pair-'))
  const account = process.geteuid?.() === 0 ? serviceAccount() : undefined
  if (account) chownSync(folder, account.uid, account.gid)
  const options = { cwd: folder, stdio: 'ignore', ...account } as const
  const run = (name: string, args: string[]) => {
    if (spawnSync(join(binaries, name), args, options).status !== 0) throw new Error(`${name} failed`)
  }
  const started: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGQUIT')
    await Promise.all(started.map(child => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const start = async (name: string) => {
    const port = await freePort()
    const settings = ['fsync=off', 'max_connections=60', 'unix_socket_directories=', 'hot_standby=on']
    const args = ['-D', join(folder, name), '-p', String(port), ...settings.flatMap(setting => ['-c', setting])]
    const child = spawn(join(binaries, 'postgres'), args, options)
    started.push(child)
    await expect.poll(() => ask(port, 'select 1'), { timeout: 30_000 }).toBeDefined()
    return { port, child }
  }

  const locale = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
  run('initdb', ['-D', join(folder, 'first'), ...locale])
  const first = await start('first')
  await ask(first.port, 'create role alhena login createrole')
  await ask(first.port, 'create database alhena owner alhena')
  const from = ['-h', '127.0.0.1', '-p', String(first.port), '-U', 'postgres']
  run('pg_basebackup', ['-D', join(folder, 'second'), '-R', '-c', 'fast', '-X', 'stream', ...from])
  const second = await start('second')
  if (confirming) {
    await ask(first.port, "alter system set synchronous_standby_names = '*'")
    await ask(first.port, 'select pg_reload_conf()')
  }
  const syncState = async () => (await ask(first.port, 'select sync_state from pg_stat_replication'))?.[0]?.sync_state
  await expect.poll(syncState, { timeout: 30_000 }).toBe(confirming ? 'sync' : 'async')

  const relay = await startRelay(first.port)
  return {
    address: `postgresql://alhena@127.0.0.1:${relay.port}/alhena`,
    standby: `postgresql://alhena@127.0.0.1:${second.port}/alhena`,
    askStandby: statement => ask(second.port, statement),
    killPrimary: () => kill(first.child),
    killStandby: () => kill(second.child),
    async promote() {
      run('pg_ctl', ['promote', '-D', join(folder, 'second'), '-w'])
      relay.leadTo(second.port)
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGQUIT')
  await ended
}

/** The rows of one statement as the superuser; undefined while the server does not answer. */
async function ask(port: number, statement: string): Promise<Record<string, unknown>[] | undefined> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch {
    return undefined
  }
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** An address that can be moved from one server to another, as a virtual one or a proxy is. */
async function startRelay(target: number) {
  let to = target
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    const upstream = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    port: address.port,
    leadTo(port: number) {
      to = port
    },
  }
}
