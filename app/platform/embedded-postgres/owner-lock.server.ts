import { randomBytes } from 'node:crypto'
import { link, mkdtemp, readdir, rm, symlink, unlink } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './error.server.ts'

export type OwnerLock = { release(): Promise<void> }

/** The longest path that fits the address of a Unix socket, in bytes: macOS has 104 with the final zero, Linux 108. */
export const SOCKET_PATH_BYTES = 103

const socketName = (generation: number) => `owner-${generation}.sock`

/**
 * Makes this process the only owner of a data folder until it releases the lock or dies, however it dies.
 *
 * The owner is the process that listens on the socket with the highest number. A listening socket is published by linking it under
 * the next number, which only one of several starters that all found a dead owner can do; the highest number is never removed,
 * so a late starter that links an old number sees a higher one afterwards and gives way.
 * @throws EmbeddedPostgresError when another process owns the folder.
 */
export async function acquireOwnerLock(dataDir: string): Promise<OwnerLock> {
  const alias = await shortAlias(dataDir)
  const draft = `owner-${randomBytes(6).toString('hex')}.new`
  const server = createServer(socket => socket.destroy())
  try {
    await listen(server, join(alias.path, draft))
    const generation = await publish(dataDir, alias.path, draft)
    await removeOthers(dataDir, generation)
    server.unref()
    return { release: () => close(server) }
  } catch (error) {
    await close(server)
    await rm(join(dataDir, draft), { force: true })
    throw error
  } finally {
    await alias.remove()
  }
}

async function publish(dataDir: string, folder: string, draft: string): Promise<number> {
  const inUse = () => new EmbeddedPostgresError(`DATA_DIR ${dataDir} is in use by another Alhena process`)
  for (;;) {
    const newest = await newestGeneration(dataDir)
    if (newest > 0 && (await isAnswered(join(folder, socketName(newest))))) throw inUse()
    const mine = newest + 1
    try {
      await link(join(dataDir, draft), join(dataDir, socketName(mine)))
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue
      // A new owner has removed our draft.
      if (hasCode(error, 'ENOENT')) throw inUse()
      throw error
    }
    if ((await newestGeneration(dataDir)) === mine) return mine
    await unlink(join(dataDir, socketName(mine)))
  }
}

const generationOf = (name: string): number => Number(/^owner-(\d+)\.sock$/.exec(name)?.[1] ?? 0)

async function newestGeneration(dataDir: string): Promise<number> {
  return Math.max(0, ...(await readdir(dataDir)).map(generationOf))
}

async function removeOthers(dataDir: string, generation: number): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const old = generationOf(name)
    if ((old > 0 && old < generation) || /^owner-[0-9a-f]+\.new$/.test(name)) {
      await rm(join(dataDir, name), { force: true })
    }
  }
}

/** @throws when the socket cannot be tried: it belongs to another user. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', error => {
      if (hasCode(error, 'EACCES')) reject(error)
      // A full queue (EAGAIN) means that a process is listening.
      else resolve(!hasCode(error, 'ECONNREFUSED') && !hasCode(error, 'ENOENT'))
    })
  })
}

/** A path to the folder that is short enough for its sockets: itself, or a link in a private folder below /tmp. */
async function shortAlias(dataDir: string): Promise<{ path: string; remove(): Promise<void> }> {
  if (Buffer.byteLength(join(dataDir, 'owner-000000000000.new')) <= SOCKET_PATH_BYTES) {
    return { path: dataDir, remove: async () => {} }
  }
  const folder = await mkdtemp('/tmp/alhena-')
  await symlink(dataDir, join(folder, 'd'))
  return { path: join(folder, 'd'), remove: () => rm(folder, { recursive: true }) }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => server.once('error', reject).listen(path, resolve))
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => server.close(() => resolve()))
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
