import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coverAddress } from '#app/features/catalogue/pictures/picture-address.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { HttpVisitor, signedInVisitor } from './support/http-visitor.ts'
import { headOf, linksOf } from './support/page-head.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

// The shop as crawlers, messengers and caches see it: over HTTP.

/** A product's name that would close a script, an attribute and a line if it were not escaped. */
const HOSTILE = '</script><script>alert(1)</script> \u2028 & "dos" $& —'

let db: TestDatabase
let shop: ShopProcess
let dataDir: string

beforeAll(async () => {
  db = await cloneDatabase()
  await change("update assessments set rating_count = 3, rating_sum = 13 where slug = 'liderazgo-360'")
  await change("update assessments set name = $1 where slug = 'madurez-digital'", [HOSTILE])
  await change("update assessments set status = 'archived' where slug = 'ciberseguridad-pyme'")
  await change("update assessments set status = 'draft' where slug = 'cultura-analitica'")
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-findable-'))
  shop = await startShop({ DATABASE_URL: db.address, DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn' })
})

afterAll(async () => {
  await shop.end('SIGINT')
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, { headers, redirect: 'manual' })
const pageAt = async (path: string) => headOf(await (await get(path)).text())

/** Changes the catalogue as the database's owner. */
const change = (statement: string, values: unknown[] = []) => db.ownerPool.query(statement, values)

const PUBLIC = [
  '/',
  '/assessments',
  '/assessments?category=liderazgo',
  '/assessment/agilidad',
  '/assessment/taller-ia-generativa-equipos',
  '/legal/condiciones',
  '/legal/privacidad',
  '/legal/encargo',
  '/legal/cookies',
]

describe('a public page', () => {
  it('has its own title and description', async () => {
    const heads = await Promise.all(PUBLIC.map(pageAt))
    const titles = heads.map(head => head.title)
    const descriptions = heads.flatMap(head => head.contentsOf('description'))
    expect(titles.every(title => /^.{3,} · Alhena$/.test(title))).toBe(true)
    expect(new Set(titles).size).toBe(PUBLIC.length)
    expect(descriptions.every(text => text.length >= 50)).toBe(true)
    expect(new Set(descriptions).size).toBe(PUBLIC.length)
  })

  it.each(PUBLIC)('%s may be indexed under its canonical address', async path => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, null])
    const head = headOf(await answer.text())
    expect(head.canonicals).toEqual([shop.url + path])
    expect(head.contentsOf('robots')).toEqual([])
    expect(head.contentsOf('og:url')).toEqual([shop.url + path])
    expect(head.contentsOf('og:title')).toEqual([head.title])
    expect(head.contentsOf('twitter:card')).toEqual(['summary_large_image'])
  })

  it('links only to existing pages', async () => {
    const pages = await Promise.all(PUBLIC.map(async path => (await get(path)).text()))
    const links = [...new Set(pages.flatMap(linksOf))]
    const missing = []
    for (const link of links) if ((await get(link)).status >= 400) missing.push(link)
    expect(links.length).toBeGreaterThan(30)
    expect(missing).toEqual([])
  })
})

describe('a list', () => {
  it.each([
    ['/assessments?sort=price_asc', '/assessments'],
    ['/assessments?page=1&utm_source=x', '/assessments'],
    ['/assessments?category=Liderazgo&sort=price_asc', '/assessments?category=liderazgo'],
    ['/?category=liderazgo', '/assessments?category=liderazgo'],
    ['/?carrito=1', '/'],
  ])('%s is %s to a search engine', async (path, canonical) => {
    expect((await pageAt(path)).canonicals).toEqual([shop.url + canonical])
  })

  it.each([
    '/assessments?search=datos',
    '/?search=datos',
    '/assessments?category=liderazgo&category=data-analytics',
    '/assessments?type=workshop',
    '/assessments?tag=IA',
    '/assessments?duration=hasta-15',
  ])('%s is followed but not indexed', async path => {
    const answer = await get(path)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, follow')
    const head = headOf(await answer.text())
    expect([head.canonicals, head.contentsOf('robots')]).toEqual([[], ['noindex, follow']])
  })

  it('names its products in order, and its breadcrumb', async () => {
    const head = await pageAt('/assessments?category=liderazgo')
    const list = JSON.stringify(head.dataOf('ItemList'))
    expect(list.match(/\/assessment\//g)).toHaveLength(4)
    expect(JSON.stringify(head.dataOf('BreadcrumbList'))).toContain('"name":"Inicio"')
  })
})

it('the home page names the organisation and its search', async () => {
  const head = await pageAt('/')
  expect(head.dataOf('Organization')).toMatchObject({ name: 'Alhena', url: `${shop.url}/` })
  expect(JSON.stringify(head.dataOf('WebSite'))).toContain('/assessments?search={search_term_string}')
})

describe('a product', () => {
  it('has its price in pesos, its seller and its breadcrumb', async () => {
    const head = await pageAt('/assessment/agilidad')
    expect(head.dataOf('Product')).toMatchObject({
      name: 'Madurez Ágil de Equipos',
      offers: { price: 119_990, priceCurrency: 'CLP', availability: 'https://schema.org/InStock' },
    })
    expect(head.dataOf('Product')).not.toHaveProperty('aggregateRating')
    expect(JSON.stringify(head.dataOf('BreadcrumbList'))).toContain('/assessments?category=metodologias-agiles')
  })

  it('has the rating shown on its page', async () => {
    expect((await pageAt('/assessment/liderazgo-360')).dataOf('Product')).toMatchObject({
      aggregateRating: { ratingValue: 4.3, ratingCount: 3 },
    })
  })

  it("can't break out of its linked data, whatever its name", async () => {
    const html = await (await get('/assessment/madurez-digital')).text()
    expect(html).not.toContain('<script>alert(1)')
    const head = headOf(html)
    expect(head.dataOf('Product')).toMatchObject({ name: HOSTILE })
    expect(head.contentsOf('og:title')).toEqual([`${HOSTILE} · Alhena`])
    const picture = await fetch(head.contentsOf('og:image')[0] ?? '')
    expect(picture.status).toBe(200)
  })

  it('is gone (410) when withdrawn from sale, and unknown (404) when never on sale', async () => {
    const statuses = await Promise.all(
      ['ciberseguridad-pyme', 'cultura-analitica', 'nunca'].map(slug => get(`/assessment/${slug}`)),
    )
    expect(statuses.map(answer => answer.status)).toEqual([410, 404, 404])
    expect(statuses.map(answer => answer.headers.get('x-robots-tag'))).toEqual(['noindex', 'noindex', 'noindex'])
  })
})

describe('a share picture', () => {
  it.each(['/', '/assessment/agilidad', '/assessments'])('of %s is a cacheable PNG of 1200 by 630', async path => {
    const [address = ''] = (await pageAt(path)).contentsOf('og:image')
    const answer = await fetch(address)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const png = Buffer.from(await answer.arrayBuffer())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  })

  it('redirects from an old address to the current one, and is unknown for anything but a product', async () => {
    const [address = ''] = (await pageAt('/assessment/agilidad')).contentsOf('og:image')
    const old = await get('/share/0/product/agilidad.png')
    expect([old.status, shop.url + old.headers.get('location')]).toEqual([302, address])
    for (const slug of ['nunca', '%3Csvg%3E', 'a'.repeat(200)]) {
      expect((await get(`/share/0/product/${slug}.png`)).status).toBe(404)
    }
  })
})

it("a drawn cover is cached for a day and can't run scripts", async () => {
  const answer = await get(coverAddress('agilidad', 'liderazgo'))
  expect(answer.headers.get('content-type')).toContain('image/svg+xml')
  expect(answer.headers.get('cache-control')).toContain('max-age=86400')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  for (const address of [coverAddress('">', 'liderazgo'), '/covers/5/a.svg', '/covers/5/%FF.svg', '/covers/5/YQ.svg'])
    expect((await get(address)).status).toBe(404)
})

describe('a private page', () => {
  it.each([
    '/auth',
    '/auth/forgot',
    '/account',
    '/account/dashboard',
    '/checkout',
    '/cart',
    '/session',
    '/dama-assessment',
    '/evaluacion/agilidad',
    '/payment-success',
    '/admin',
    '/demo/correo',
    '/no-such-page',
    '/assessments.data',
  ])('%s is not indexed', async path => {
    expect((await get(path)).headers.get('x-robots-tag')).toContain('noindex')
  })
})

describe('the sitemap', () => {
  const mapText = async () => (await get('/sitemap.xml')).text()
  it('lists every indexable page, each of which exists under that address', async () => {
    const answer = await get('/sitemap.xml')
    expect(answer.headers.get('content-type')).toContain('application/xml')
    const addresses = [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '')
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses).toContain(`${shop.url}/assessment/agilidad`)
    expect(addresses.join('\n')).not.toMatch(/ciberseguridad-pyme|cultura-analitica/)
    for (const address of addresses) {
      expect((await pageAt(address.slice(shop.url.length))).canonicals).toEqual([address])
    }
  })

  it('has room for a catalogue of ten thousand', async () => {
    await change(`insert into assessments (slug, name, type, category_id, duration_min, base_price_clp, status)
      select 'muchos-' || n, 'Muchos ' || n, 'assessment', (select id from categories limit 1), 10, 1000, 'active'
      from generate_series(1, 10000) n`)
    // A cached sitemap is invalidated when the catalogue changes.
    const many = /<loc>[^<]*\/assessment\/muchos-\d+<\/loc><lastmod>/g
    await expect.poll(async () => (await mapText()).match(many)?.length, { timeout: 15_000 }).toBe(10_000)
    expect((await mapText()).endsWith('</urlset>\n')).toBe(true)
    await change("delete from assessments where slug like 'muchos-%'")
  })

  it('is named in robots.txt', async () => {
    const text = await (await get('/robots.txt')).text()
    expect(text).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
    expect(text).not.toMatch(/Disallow: \/\s*$/m)
  })
})

describe('a cached page of the catalogue', () => {
  it('is the same for every visitor', async () => {
    const visitor = await signedInVisitor(shop.url, dataDir, 'cdn@alhena.test')
    for (const path of ['/', '/assessments', '/assessment/agilidad', '/legal/privacidad']) {
      const plain = await new HttpVisitor(shop.url).get(path)
      const signedIn = await visitor.get(path)
      expect(await signedIn.text()).toBe(await plain.text())
      expect(signedIn.headers.get('set-cookie')).toBeNull()
      expect(signedIn.headers.get('vary')).toBe('Accept-Encoding')
      expect(signedIn.headers.get('cache-control')).toMatch(/^public, .*s-maxage=\d+, stale-while-revalidate=\d+$/)
    }
  })

  it('never uses a refused encoding', async () => {
    const encodingFor = async (accepted: string) =>
      (await get('/', { 'accept-encoding': accepted })).headers.get('content-encoding')
    expect(await encodingFor('br;q=0, gzip')).toBe('gzip')
    expect(await encodingFor('br;q=0.0, gzip;q=0, identity')).toBeNull()
    expect(await encodingFor('identity')).toBeNull()
    expect(await encodingFor('br')).toBe('br')
    expect(await encodingFor('*')).toBe('br')
  })

  it('accepts GET, HEAD and POST only', async () => {
    const answer = await fetch(`${shop.url}/`, { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    const head = await fetch(`${shop.url}/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

it.each([
  ['/Assessments?search=datos', '/assessments?search=datos'],
  ['/%61ssessments/', '/assessments'],
  ['//assessments', '/assessments'],
  ['/ASSESSMENT/agilidad', '/assessment/agilidad'],
  ['/Assessments.data', '/assessments.data'],
  ['/Suggest?q=da', '/suggest?q=da'],
])('a cached page with another spelling, %s, is the same page', async (requested, canonical) => {
  const answer = await get(requested)
  expect([answer.status, answer.headers.get('location')]).toEqual([308, canonical])
})

it('an address that only resembles another spelling is not found', async () => {
  for (const requested of [
    '//evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/%3f',
    '/%23',
    '/%E0%A4%A',
    '/account/',
  ]) {
    const answer = await get(requested)
    expect([requested, answer.status === 308]).toEqual([requested, false])
  }
})

it('suggestions forbid whatever a page could load, also when they come from memory', async () => {
  for (const _ of ['rendered', 'kept']) {
    const answer = await get('/suggest?q=gobierno')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
  }
})
