import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { scriptsOf, weightOf } from './support/page-scripts.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

/** KiB of scripts (gzip) that a first visit to a page may load. */
const LIMITS = { '/': 113, '/assessments': 114, '/assessment/agilidad': 122, '/dama-assessment': 110 }
/** KiB of the home page's HTML before compression. */
const HTML_LIMIT = 52

let db: TestDatabase
let shop: ShopProcess

beforeAll(async () => {
  db = await cloneDatabase()
  shop = await startShop({ DATABASE_URL: db.address, DEMO: '1', LOG_LEVEL: 'warn' })
})

afterAll(async () => {
  await shop.end('SIGINT')
  await db.close()
})

const scriptsAt = async (path: string): Promise<string[]> => scriptsOf(await (await fetch(shop.url + path)).text())

it.each(Object.entries(LIMITS))('the first visit to %s loads few scripts', async (path, limit) => {
  const scripts = await scriptsAt(path)
  expect(scripts.length).toBeGreaterThan(3)
  expect((await weightOf(scripts)) / 1024).toBeLessThan(limit)
})

it("the home page's HTML is small", async () => {
  const html = await (await fetch(`${shop.url}/`)).text()
  expect(Buffer.byteLength(html) / 1024).toBeLessThan(HTML_LIMIT)
})

it('the page that asks for a code is kept for everybody, and nobody’s own run is', async () => {
  const policyOf = async (path: string) => (await fetch(shop.url + path)).headers.get('cache-control')
  expect(await policyOf('/dama-assessment')).toMatch(/^public/)
  expect(await policyOf('/dama-assessment?utm_source=mail')).toMatch(/^public/)
  const ids = 'access_id=00000000-0000-4000-8000-000000000001&assessment_id=00000000-0000-4000-8000-000000000002'
  for (const query of [ids, 'access_id=', 'assessment_id=x']) {
    expect([query, await policyOf(`/dama-assessment?${query}`)]).toEqual([query, 'no-store'])
  }
})

it('the page that asks for a code loads nothing of the questions', async () => {
  const scripts = await scriptsAt('/dama-assessment')
  expect(scripts.some(script => script.includes('/access-form-'))).toBe(true)
  expect(scripts.filter(script => /\/(run-stages|section-body|dialog|rating-form)-/.test(script))).toEqual([])
})

it("a respondent does not load the shop's scripts", async () => {
  const home = await scriptsAt('/')
  const respond = await scriptsAt('/dama-assessment')
  const shopScript = home.find(script => script.includes('/shop-'))
  expect(shopScript).toBeDefined()
  expect(respond).not.toContain(shopScript)
})
