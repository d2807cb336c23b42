import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.server.ts'
import type { Binaries } from './binaries.server.ts'
import { EmbeddedPostgresError } from './error.server.ts'
import { giveFolder, type OpenFolder, openFolder, runIn } from './open-folder.server.ts'
import { killServers } from './orphans.server.ts'

/** Anyone who gets to the socket, in its 0700 folder, is the owner; over TCP (see `endpoint.server.ts`) a password decides. */
const HOST_RULES = 'local all all trust\nhost all alhena,alhena_web,alhena_shop 127.0.0.1/32 scram-sha-256\n'

/**
 * Comparison and case are PostgreSQL's own C.UTF-8, the same on every system and libc; Spanish order is requested where
 * it matters (`COLLATE "es-x-icu"`). macOS has no C.UTF-8 of its own for the rest.
 */
const LOCALE = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  process.platform === 'darwin' ? '--locale=C' : '--locale=C.UTF-8',
]

/** Updates the access rules of a cluster created by an earlier release, before its server starts. */
export async function writeHostRules(cluster: string, durable: boolean): Promise<void> {
  const file = join(cluster, 'pg_hba.conf')
  if ((await readFile(file, 'utf8')) !== HOST_RULES) await writeFile(file, HOST_RULES, { flush: durable })
}

/** Removes what first starts that were killed left beside the cluster, and ends what still writes there. */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!/^postgres-.*\.new-/.test(name)) continue
    await killServers(join(dataDir, name))
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/**
 * Creates the cluster with its role and database `alhena` in a temporary folder and renames it, so that a start killed
 * at any moment leaves either no cluster or a complete one. `durable` false skips fsync, for tests.
 */
export async function createCluster(cluster: string, account: Account, binaries: Binaries, durable: boolean) {
  const draft = await mkdtemp(`${cluster}.new-`)
  try {
    giveFolder(draft, account)
    const folder = openFolder(draft, account)
    try {
      const options = ['-U', 'alhena', '--auth=trust', '--no-instructions', ...LOCALE]
      await runIn(folder, binaries.initdb, ['-D', folder.seenAs, ...options, ...(durable ? [] : ['--no-sync'])])
      await writeFile(join(draft, 'pg_hba.conf'), HOST_RULES, { flush: durable })
      // Without a server new objects get numbers of the system's own range; 16384 is the first of ours.
      await runSql(folder, binaries, 'CREATE DATABASE alhena OID = 16384', durable)
    } finally {
      folder.close()
    }
    await rename(draft, cluster)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  if (durable) await syncFolder(join(cluster, '..'))
}

/**
 * Runs one statement on a cluster that no server is using.
 * @throws EmbeddedPostgresError with PostgreSQL's message.
 */
export async function runSql(folder: OpenFolder, binaries: Binaries, statement: string, durable = true): Promise<void> {
  const settings = ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'log_min_error_statement=panic']
  const output = await runIn(
    folder,
    binaries.postgres,
    ['--single', '-D', folder.seenAs, ...settings, 'postgres'],
    `${statement}\n`,
  )
  // The stand-alone server ends with 0 after a statement that failed.
  const failure = /(ERROR|FATAL|PANIC): .*/.exec(output)
  if (failure) throw new EmbeddedPostgresError(`The embedded PostgreSQL could not be prepared: ${failure[0]}`)
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}
