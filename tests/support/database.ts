import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { addressOf } from '#app/platform/database/database-address.ts'
import { openTestSecrets } from './access-codes.ts'
import { dropDatabase } from './database-content.ts'

/** Longer than the shop's: a hundred tries at once take turns on a machine that other tests keep busy. */
const LOCK_TIMEOUT_MS = 12_000

export type TestDatabase = Databases & { address: string }

/**
 * A database for one test file, cloned from the migrated template with the demo shop (0.1 to 0.2 seconds).
 * @param size connections of the application's pool; raise it for a test of concurrency.
 */
export async function cloneDatabase(size = 8): Promise<TestDatabase> {
  const server = inject('postgresAddress')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await maintain(server, `create database ${name} template alhena_template strategy file_copy`)
  const address = addressOf(server, name)
  const databases = openDatabases(address, size, { lockTimeoutMs: LOCK_TIMEOUT_MS })
  await openTestSecrets(databases.ownerPool)
  return {
    ...databases,
    address,
    async close() {
      await databases.close()
      await dropDatabase(server, name)
    },
  }
}

async function maintain(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
