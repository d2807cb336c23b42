import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canReach, ENTER } from './account.server.ts'
import { giveFolder, type OpenFolder } from './open-folder.server.ts'
import { SOCKET_PATH_BYTES } from './owner-lock.server.ts'

/** Where the server listens: its settings, how to connect, and what to do when it has stopped. */
export type Endpoint = {
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
export async function openEndpoint(cluster: OpenFolder): Promise<Endpoint> {
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
