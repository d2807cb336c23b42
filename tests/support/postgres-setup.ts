import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { addressOf } from '#app/platform/database/database-address.ts'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { openTestSecrets } from './access-codes.ts'
import { makeScratchFolder } from './scratch-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server's maintenance database, from which each test file clones its own. */
    postgresAddress: string
  }
}

const TEMPLATE = 'alhena_template'

/** Starts one PostgreSQL for the whole run and prepares the template that every test file clones. */
export default async function setup(project: TestProject) {
  const input = process.env.TEST_DATABASE_URL
  const server = input ? undefined : await startServer()
  const address = input ?? server?.address ?? ''
  const client = new Client({ connectionString: address })
  await client.connect()
  await client.query(`drop database if exists ${TEMPLATE}`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const databases = openDatabases(addressOf(address, TEMPLATE), 2)
  await prepareDatabase(databases, { demo: true, payments: 'simulator' })
  // The clones have them then, whoever opens them first.
  await openTestSecrets(databases.ownerPool)
  await databases.close()
  project.provide('postgresAddress', address)
  return () => server?.stop()
}

async function startServer() {
  const dataDir = await makeScratchFolder('test')
  const postgres = await startEmbeddedPostgres({ dataDir, fast: true, maxConnections: 120 })
  return {
    address: postgres.connectionString,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
