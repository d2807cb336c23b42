import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { hasProcessorTime, processorSeconds } from './support/processor-time.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

// One address that requests expensive pages as fast as it can; each test has one of its own.

let database: TestDatabase
let dataDir: string
let shop: ShopProcess
beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-floods-'))
  shop = await startShop({
    DATABASE_URL: database.address,
    DATA_DIR: dataDir,
    DEMO: '1',
    RATE_LIMITS: '1',
    PROXY_HOPS: '1',
  })
}, 180_000)
afterAll(async () => {
  await shop?.end('SIGTERM')
  await database?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const usedSeconds = (): number => (hasProcessorTime ? processorSeconds(shop.pid) : 0)
const from = (address: string) => ({ 'x-forwarded-for': address })

/** 256 KiB of fields of one letter: parsing one took a quarter of a second. */
const COSTLY = `${'a&'.repeat(128 * 1024 - 1)}a`

it('forms of a hundred thousand fields are refused unread, and others are served meanwhile', async () => {
  const post = (path: string) =>
    fetch(shop.url + path, {
      method: 'POST',
      body: COSTLY,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url, ...from('192.0.2.9') },
    })
  const forms = ['/auth', '/cart', '/admin/orders', '/account/security', '/respond/answers', '/no-hay']
  const secondsBefore = usedSeconds()
  const posted = Array.from({ length: 60 }, (_, nth) => post(forms[nth % forms.length] ?? '/auth'))
  const pages = await Promise.all(Array.from({ length: 20 }, () => fetch(shop.url, { headers: from('192.0.2.9') })))
  expect(pages.every(({ status }) => status === 200)).toBe(true)
  const statuses = (await Promise.all(posted)).map(({ status }) => status)
  expect(statuses.filter(status => status !== 413 && status !== 429)).toEqual([])
  // An address pays for what its bodies take: sixty of these are more than it may send in ten seconds.
  expect(statuses).toContain(429)
  // The same forms took the shop fifteen seconds of its processor.
  expect(usedSeconds() - secondsBefore).toBeLessThan(5)
}, 60_000)

/** More than an address may render in ten seconds, and fewer than it may request. */
const ASKED = 150

it.each([
  ['lists', (nth: number) => `/assessments?search=datos${nth}`],
  [
    'lists and products as data',
    (nth: number) => (nth % 2 ? `/assessments.data?search=datos${nth}` : `/assessment/agilidad.data?x=${nth}`),
  ],
  ['suggestions', (nth: number) => `/suggest?q=datos${nth}`],
  [
    'pictures of shared links, the map of the shop and certificates, in any letters,',
    (nth: number) => ['/share/x/product/agilidad.png', '/sitemap.xml', `/Certificado/CT-${nth}`][nth % 3] ?? '',
  ],
])(
  '%s are rendered for one address a hundred times in ten seconds',
  async (name, addressOf) => {
    const headers = from(`192.0.2.${10 + name.length}`)
    const answers = await Promise.all(
      Array.from({ length: ASKED }, (_, nth) => fetch(shop.url + addressOf(nth), { redirect: 'manual', headers })),
    )
    const refused = answers.filter(answer => answer.status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.every(answer => [200, 302, 404, 503].includes(answer.status))).toBe(true)
    expect(refused.every(answer => answer.headers.get('retry-after') !== null)).toBe(true)
  },
  60_000,
)
