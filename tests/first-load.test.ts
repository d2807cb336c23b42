import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { scriptsOf, weightOf } from './support/page-scripts.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

/** KiB of scripts (gzip) that the first visit to the home page may load. */
const HOME_LIMIT = 125

let db: TestDatabase
let shop: ShopProcess

beforeAll(async () => {
  db = await cloneDatabase()
  shop = await startShop({ DATABASE_URL: db.address, DEMO: '1', LOG_LEVEL: 'warn' })
})

afterAll(async () => {
  await shop.end('SIGTERM')
  await db.close()
})

const scriptsAt = async (path: string): Promise<string[]> => scriptsOf(await (await fetch(shop.url + path)).text())

it('the first visit to the home page loads few scripts', async () => {
  const scripts = await scriptsAt('/')
  expect(scripts.length).toBeGreaterThan(3)
  expect((await weightOf(scripts)) / 1024).toBeLessThan(HOME_LIMIT)
})

it("a respondent does not load the shop's scripts", async () => {
  const home = await scriptsAt('/')
  const respond = await scriptsAt('/dama-assessment')
  const shopScript = home.find(script => script.includes('/shop-'))
  expect(shopScript).toBeDefined()
  expect(respond).not.toContain(shopScript)
})
