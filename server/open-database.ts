import {
  appLoginAddresses,
  ensureAppLogins,
  ensurePooledLogins,
  requireRoles,
} from '#app/platform/database/app-login.server.ts'
import { requireConnections } from '#app/platform/database/connection-limit.server.ts'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { poolSizes } from '#app/platform/database/pool-sizes.ts'
import { openReadReplica, type ReadReplica } from '#app/platform/database/read-replica.server.ts'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import type { Settings } from '#app/platform/env/settings.server.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { prepareDatabase } from './prepare-database.ts'

export type OpenDatabase = Databases & {
  /** The server itself: for connections that listen, and backups. */
  address: string
  /** Where the settings name one. */
  replica: ReadReplica | undefined
}

/** Opens the database of the settings, the embedded one where they name none, and brings it to what this release needs. */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  const { databaseUrl, databaseSessionUrl: sessionAddress, databaseReadUrl: readAddress } = settings
  const embedded = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: settings.dataDir, log: line => log.info('postgres', { line }) })
  const pooled = embedded?.connectionString ?? databaseUrl ?? ''
  const address = sessionAddress ?? pooled
  const hasLogins = embedded !== undefined || sessionAddress !== undefined
  const sizes = poolSizes(settings.connections)
  const databases = openDatabases(pooled, sizes, {
    logins: hasLogins ? appLoginAddresses(pooled) : undefined,
    sessionAddress,
  })
  const { sessionPool, pools } = databases
  let replica: ReadReplica | undefined
  const close = async () => {
    await replica?.close()
    await databases.close()
    await embedded?.stop()
  }
  try {
    // A pooler has as many as it wants.
    if (sessionAddress === undefined) await requireConnections(sessionPool, settings.connections)
    await prepareDatabase({ ownerPool: sessionPool }, settings)
    if (embedded) await ensureAppLogins(sessionPool, address)
    if (sessionAddress !== undefined) {
      await ensurePooledLogins(sessionPool, sessionAddress)
      await requireRoles(pools)
    }
    if (readAddress !== undefined) {
      replica = openReadReplica({
        // Behind a pooler the logins have their role and limits by default: on the replica as well, with or without a pooler of its own.
        address: sessionAddress === undefined ? readAddress : appLoginAddresses(readAddress).people,
        isPooled: sessionAddress !== undefined,
        size: sizes.people,
        primary: databases.db,
        log,
      })
    }
    return { ...databases, address, replica, close }
  } catch (error) {
    await close()
    throw error
  }
}
