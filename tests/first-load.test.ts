import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listBuilds } from '#server/builds.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { scriptNamed, scriptsOf, weightOf } from './support/page-scripts.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

/** KiB of scripts (gzip) that a first visit to a page may load. */
const LIMITS = { '/': 129, '/assessments': 130, '/assessment/agilidad': 138, '/dama-assessment': 126 }
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
  expect(scripts).toContain(await scriptNamed('access-form'))
  for (const later of ['run-stages', 'section-body', 'dialog', 'rating-form']) {
    expect(scripts, later).not.toContain(await scriptNamed(later))
  }
})

it("a respondent does not load the shop's scripts", async () => {
  const shopScript = await scriptNamed('shop')
  expect(await scriptsAt('/')).toContain(shopScript)
  expect(await scriptsAt('/dama-assessment')).not.toContain(shopScript)
})

// Lists of content blockers name words of addresses: EasyPrivacy refuses `/assets/analytics-`, others `-tracking`, `/share.`, `_banner`.
it('no script of a browser has the library that parses forms on the server', async () => {
  const [build = ''] = await listBuilds()
  const folder = join(build, 'client/assets')
  const scripts = (await readdir(folder)).filter(file => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(100)
  const texts = await Promise.all(
    scripts.map(async file => [file, await readFile(join(folder, file), 'utf8')] as const),
  )
  expect(texts.filter(([, text]) => text.includes('ZodError')).map(([file]) => file)).toEqual([])
})

it('the names of built files carry no words', async () => {
  const [build = ''] = await listBuilds()
  const names = await readdir(join(build, 'client/assets'))
  expect(names.length).toBeGreaterThan(100)
  // The framework's own list of routes, which is not asked for at the start.
  const isPlain = (name: string) => /^(0\.)?[0-9a-f]{8}\.(js|css|woff2)(\.br|\.gz)?$|^manifest-[0-9a-f]+\.js/.test(name)
  expect(names.filter(name => !isPlain(name))).toEqual([])
})
