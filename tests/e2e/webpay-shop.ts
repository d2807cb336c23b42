import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { startEmbeddedPostgres } from '../../app/platform/embedded-postgres/launcher.server.ts'
import { type FakeWebpay, startFakeWebpay } from '../fake-webpay/start.ts'
import { createAccount, createSession } from '../support/factories.ts'
import { openPool } from '../support/shop-database.ts'
import { startShop } from '../support/shop-process.ts'
import { test as base, newEmail } from './journey.ts'

/** A shop of its own that is paid at the fake bank, on a database that a journey can take away. */
export type WebpayShop = {
  url: string
  bank: FakeWebpay
  /** Creates an account and opens its session in the browser; returns its e-mail address. */
  openAccount(browser: Page | BrowserContext, name: string, role?: 'client' | 'admin'): Promise<string>
  /** Changes rows as the database's owner: what a journey can't wait for. */
  change(text: string, values: unknown[]): Promise<void>
  /** Stops the database; the function that it returns starts it again. */
  stopDatabase(): Promise<() => Promise<void>>
}

/** @param env what it is started with besides. */
export async function openWebpayShop(
  env: Record<string, string> = {},
): Promise<WebpayShop & { close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-webpay-'))
  const startPostgres = () => startEmbeddedPostgres({ dataDir, fast: true })
  let postgres = await startPostgres()
  const bank = await startFakeWebpay()
  const shop = await startShop({
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: dataDir,
    DEMO: '1',
    PAYMENTS: 'webpay',
    WEBPAY_ENVIRONMENT: 'integration',
    WEBPAY_URL: bank.url,
    LOG_LEVEL: 'error',
    ...env,
  })
  let pool = openPool(postgres.connectionString)
  return {
    url: shop.url,
    bank,
    async openAccount(browser, name, role = 'client') {
      const context = 'context' in browser ? browser.context() : browser
      const { email } = await createAccount(pool, { email: newEmail(name), role })
      const cookie = await createSession(pool, email)
      await context.addCookies([{ ...cookie, url: shop.url, httpOnly: true, sameSite: 'Lax' }])
      return email
    },
    async change(text, values) {
      await pool.query(text, values)
    },
    async stopDatabase() {
      await pool.end()
      await postgres.stop()
      return async () => {
        postgres = await startPostgres()
        pool = openPool(postgres.connectionString)
      }
    },
    async close() {
      await shop.end('SIGINT')
      await bank.close()
      await pool.end()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Journeys whose shop takes its payments at the fake bank. */
export const test = base.extend<object, { shop: WebpayShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const shop = await openWebpayShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
})
