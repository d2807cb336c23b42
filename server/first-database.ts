import { openDatabases } from '#app/platform/database/database.server.ts'
import { hasCluster, startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { readSettings } from '#app/platform/env/settings.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { prepareDatabase } from './prepare-database.ts'
import { projectRoot } from './project-root.ts'

// The process that `prepareFirstStart` runs.
const settings = readSettings(process.env, projectRoot)
const log = createLog(settings.logLevel)
let stop = async (): Promise<void> => {}
// A start that ends early, killed as well, leaves no server and no lock behind: the next one must not wait for them.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'])
  process.once(event, () => stop().finally(() => process.exit(1)))

if (settings.databaseUrl === undefined && !hasCluster(settings.dataDir)) {
  const postgres = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    log: line => log.info('postgres', { line }),
  })
  stop = postgres.stop
  const databases = openDatabases(postgres.connectionString, 2)
  await prepareDatabase({ ownerPool: databases.sessionPool }, settings)
  await databases.close()
  await postgres.stop()
}
process.exit()
