import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { startEmbeddedPostgres } from '../../app/platform/embedded-postgres/launcher.server.ts'
import { openPool } from '../support/shop-database.ts'
import { freePort, runCommand, startShop } from '../support/shop-process.ts'
import { test as base } from './journey.ts'

/** A shop of its own whose staff must have a second factor. */
export type StaffShop = {
  url: string
  pool: Pool
  /** Runs an operator's command with the settings of this shop. */
  run(...args: string[]): ReturnType<typeof runCommand>
}

async function openStaffShop(): Promise<StaffShop & { close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-staff-'))
  const postgres = await startEmbeddedPostgres({ dataDir, fast: true })
  const port = await freePort()
  // A passkey belongs to a host name; browsers make none for an address of numbers.
  const url = `http://localhost:${port}`
  const settings = {
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: dataDir,
    PORT: String(port),
    APP_URL: url,
    DEMO: '1',
    STAFF_SECOND_FACTOR: '1',
    LOG_LEVEL: 'error',
  }
  const shop = await startShop(settings)
  const pool = openPool(postgres.connectionString)
  return {
    url,
    pool,
    run: (...args) => runCommand(args, settings),
    async close() {
      await shop.end('SIGINT')
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

/**
 * Gives the page's browser an authenticator that knows its owner and asks nobody.
 * @returns a function that says whether it has verified who holds it, from then on
 */
export async function addAuthenticator(page: Page): Promise<(isVerified: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async isVerified => {
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified })
  }
}
