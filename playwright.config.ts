import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './tests/support/chromium.ts'
import { TEST_KEY } from './tests/support/shop-process.ts'

// Set once by the process that reads this file first; the workers inherit it.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'alhena-e2e-'))
const port = process.env.E2E_PORT ?? '4391'
const isFull = process.env.E2E_FULL === '1'
const address = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  // A journey that is only sometimes green is broken: nothing is tried twice.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  ...(isFull ? {} : { grepInvert: /@full/ }),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: address,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    reducedMotion: 'reduce',
    // Recording every step takes a fifth of the time: E2E_TRACE=1 records them where a journey is looked into.
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // What no size changes runs once: permissions, answers of the server, failures, measuring; a11y.spec.ts opens every page at every size
      // by itself, and so do the journeys of the checkout and of finance. Single journeys of that kind are tagged @one-size.
      // `npm test` fills a cart and ends a purchase on a phone (@phone); the rest waits for `npm run test:full`.
      ...(isFull ? {} : { grep: /@phone/ }),
      testIgnore:
        /\/(a11y|access-rules|admin-[a-z]+|analytics|back-office|checkout|failures|finance[a-z-]*|payments)\.spec\.ts$/,
      grepInvert: isFull ? /@one-size/ : /@one-size|@full/,
      // A pixel of the page is one of the screen: seven times as many would be drawn without a graphics card for no other finding.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, locale: 'es-CL' },
    },
  ],
  webServer: {
    command: 'node server/start.mjs',
    url: `${address}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: '',
      SECRET_KEY: TEST_KEY,
      // Journeys count what they did themselves.
      DEMO_COMPANY: '0',
      // Journeys all come from one address.
      RATE_LIMITS: '0',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: 'admin@alhena.test',
      ADMIN_PASSWORD: 'una clave de prueba 7',
    },
  },
})
