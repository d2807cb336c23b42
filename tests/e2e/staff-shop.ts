import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { startEmbeddedPostgres } from '../../app/platform/embedded-postgres/launcher.server.ts'
import { openPool } from '../support/shop-database.ts'
import { freePort, startShop } from '../support/shop-process.ts'
import { test as base } from './journey.ts'

/** A shop of its own whose staff must have a second factor. */
export type StaffShop = { url: string; pool: Pool }

async function openStaffShop(): Promise<StaffShop & { close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-staff-'))
  const postgres = await startEmbeddedPostgres({ dataDir, fast: true })
  const port = await freePort()
  // A passkey belongs to a host name; browsers make none for an address of numbers.
  const url = `http://localhost:${port}`
  const shop = await startShop({
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: dataDir,
    PORT: String(port),
    APP_URL: url,
    DEMO: '1',
    STAFF_SECOND_FACTOR: '1',
    LOG_LEVEL: 'error',
  })
  const pool = openPool(postgres.connectionString)
  return {
    url,
    pool,
    async close() {
      await shop.end('SIGTERM')
      await pool.end()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Journeys in a shop whose staff must have a second factor. */
export const test = base.extend<object, { shop: StaffShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const shop = await openStaffShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
})

/** Gives the page's browser an authenticator that knows its owner and asks nobody. */
export async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}
