import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { canReach, chooseAccount, ENTER } from './account.server.ts'
import { findPackage, installBinaries } from './binaries.server.ts'
import { createCluster, removeDrafts, runSql, writeHostRules } from './cluster.server.ts'
import { EmbeddedPostgresError } from './error.server.ts'
import { giveFolder, type OpenFolder, openFolder } from './open-folder.server.ts'
import { endOrphans } from './orphans.server.ts'
import { acquireOwnerLock, SOCKET_PATH_BYTES } from './owner-lock.server.ts'
import { runServer } from './server-process.server.ts'

/** Where the server listens: its settings, how to connect, and what to do when it has stopped. */
type Endpoint = {
  connectionString: string
  settings: Record<string, string>
  /** Loopback only: the password that the role `alhena` must get before the server starts. */
  password?: string
  remove(): Promise<void>
}

const PORT = 5432

/**
 * Picks a Unix socket in the cluster's own folder, which nobody else can enter; where that path is too long for a
 * socket, one in a private temporary folder; where that is too long as well, a free port of the loopback interface and
 * a random password.
 */
async function openEndpoint(cluster: OpenFolder): Promise<Endpoint> {
  if (fits(cluster.path)) return unixSocket(cluster.path, cluster.seenAs, async () => {})
  const parent = tmpdir()
  if (fits(join(parent, 'alhena-XXXXXX')) && canReach(cluster.account, parent, ENTER)) {
    const folder = await mkdtemp(join(parent, 'alhena-'))
    giveFolder(folder, cluster.account)
    return unixSocket(folder, folder, () => rm(folder, { recursive: true, force: true }))
  }
  const port = await freePort()
  const password = randomBytes(24).toString('base64url')
  return {
    connectionString: `postgresql://alhena:${password}@127.0.0.1:${port}/alhena?sslmode=disable`,
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    password,
    remove: async () => {},
  }
}

function unixSocket(folder: string, seenAs: string, remove: () => Promise<void>): Endpoint {
  return {
    // Port and sslmode are explicit so that PGPORT and PGSSLMODE of the operator's shell are ignored.
    connectionString: `postgresql://alhena@/alhena?host=${encodeURIComponent(folder)}&port=${PORT}&sslmode=disable`,
    settings: {
      listen_addresses: '',
      port: String(PORT),
      unix_socket_directories: seenAs,
      unix_socket_permissions: '0700',
    },
    remove,
  }
}

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export { EmbeddedPostgresError }

/** A running server. `stop` ends open transactions, waits for the end and may be called again. */
export type EmbeddedPostgres = { connectionString: string; stop(): Promise<void> }

export type EmbeddedPostgresOptions = {
  /** DATA_DIR; the cluster goes into its folder `postgres-18`, PostgreSQL's messages into its `postgres.log`. */
  dataDir: string
  /** For tests: no fsync. A server that is killed may lose its latest commits, a power cut harms the cluster. */
  fast?: boolean
  maxConnections?: number
  log?: (line: string) => void
}

const clusterOf = (dataDir: string): string => join(dataDir, 'postgres-18')
const isCluster = (path: string): boolean => existsSync(join(path, 'PG_VERSION'))

/** Whether the data folder has its cluster already. @param dataDir DATA_DIR */
export const hasCluster = (dataDir: string): boolean => isCluster(clusterOf(dataDir))

/**
 * Starts PostgreSQL 18 on a data folder, creating its cluster, role and database `alhena` the first time. The folder has one
 * owner: this process, until `stop` or its death.
 * @throws EmbeddedPostgresError with one line for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const packaged = findPackage()
    const dataDir = await makeDataDir(options.dataDir)
    const lock = await acquireOwnerLock(dataDir)
    try {
      const server = await keepRunning(() => startOwned(dataDir, packaged, options), options.log)
      let stopping: Promise<void> | undefined
      const stop = () => (stopping ??= server.stop().finally(() => lock.release()))
      return { connectionString: server.connectionString, stop }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL cannot use DATA_DIR ${options.dataDir} (${reason}): set DATA_DIR to a folder that Alhena can write, or set DATABASE_URL`,
      { cause: error },
    )
  }
}

type OwnedServer = EmbeddedPostgres & { died: Promise<void> }

/** Milliseconds before a crashed server is restarted; each consecutive failure waits longer. */
const RESTART_MS = 500

/** Starts a server and, whenever it dies, starts it again on the same address, until it is stopped. */
async function keepRunning(
  start: () => Promise<OwnedServer>,
  log: (line: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  let server = await start()
  let isStopping = false
  let restarting = Promise.resolve()
  const { connectionString } = server
  const watch = () => {
    void server.died.then(() => {
      if (!isStopping) restarting = restart()
    })
  }
  async function restart(): Promise<void> {
    for (let attempt = 1; !isStopping; attempt += 1) {
      await delay(attempt * RESTART_MS)
      if (isStopping) return
      try {
        server = await start()
        log('PostgreSQL runs again')
        if (server.connectionString !== connectionString) log('PostgreSQL has another address now: restart Alhena')
        return watch()
      } catch (error) {
        log(`PostgreSQL does not start again: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  watch()
  return {
    connectionString,
    async stop() {
      isStopping = true
      await restarting
      await server.stop()
    },
  }
}

async function makeDataDir(path: string): Promise<string> {
  // Under root the account of PostgreSQL passes through a new folder but cannot list it; an existing one stays as it is.
  await mkdir(resolve(path), { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 })
  return realpath(path)
}

async function startOwned(dataDir: string, packaged: string, options: EmbeddedPostgresOptions): Promise<OwnedServer> {
  const log = options.log ?? (() => {})
  const cluster = clusterOf(dataDir)
  const account = chooseAccount(cluster)
  const binaries = await installBinaries(packaged, dataDir, account)
  await removeDrafts(dataDir)
  if (!isCluster(cluster)) {
    log(`Creating the embedded PostgreSQL in ${cluster}`)
    await createCluster(cluster, account, binaries, !options.fast)
  }
  const folder = openFolder(cluster, account)
  try {
    await endOrphans(cluster, log)
    await writeHostRules(cluster, !options.fast)
    const endpoint = await openEndpoint(folder)
    try {
      if (endpoint.password) await runSql(folder, binaries, `ALTER ROLE alhena PASSWORD '${endpoint.password}'`)
      const logFile = join(dataDir, 'postgres.log')
      const settings = { ...settingsOf(options), ...endpoint.settings }
      const running = await runServer(folder, binaries.postgres, settings, logFile, log)
      return {
        connectionString: endpoint.connectionString,
        died: running.died,
        stop: () => running.stop().finally(endpoint.remove),
      }
    } catch (error) {
      await endpoint.remove()
      throw error
    }
  } finally {
    folder.close()
  }
}

function settingsOf({ fast, maxConnections = 60 }: EmbeddedPostgresOptions): Record<string, string> {
  return {
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: '64MB',
    max_connections: String(maxConnections),
    // A single small machine: no replicas, no helpers for input and output, no parallel plans (whose shared memory Docker caps).
    wal_level: 'minimal',
    max_wal_senders: '0',
    io_method: 'sync',
    max_parallel_workers_per_gather: '0',
    // The log stays short and contains no values of rows.
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(fast && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
}
