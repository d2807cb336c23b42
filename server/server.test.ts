import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkOf } from '#app/platform/http/request-context.server.ts'
import { createSharedLimits } from '#app/platform/http/shared-limits.server.ts'
import { isFromThisShop } from './origin-check.ts'
import { createPageCache, type Page, sendPage, toPage } from './page-cache.ts'
import { clientAddress, createRateLimit } from './rate-limit.ts'
import { contentSecurityPolicy, hashInlineScripts } from './security-headers.ts'

describe('the visitor’s address', () => {
  it.each([
    ['203.0.113.9', undefined, 0, '203.0.113.9'],
    ['203.0.113.9', '1.1.1.1', 0, '203.0.113.9'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.9', 1, '203.0.113.9'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
    ['10.0.0.1', '203.0.113.9', 2, '10.0.0.1'],
    ['10.0.0.1', undefined, 1, '10.0.0.1'],
  ])('is determined for socket %s, forwarded %s and %i proxies: %s', (socket, forwarded, hops, address) => {
    expect(clientAddress(socket, forwarded, hops)).toBe(address)
  })
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('is one for a whole IPv6 network', async () => {
  const limit = createRateLimit(createSharedLimits(), true)
  for (let index = 0; index < 300; index += 1) await limit(`2001:db8::${index.toString(16)}`, 'POST')
  expect(await limit('2001:db8::ffff', 'POST')).toBeGreaterThan(0)
  expect(await limit('2001:db8:0:1::1', 'POST')).toBeUndefined()
})

describe('a modifying request', () => {
  const SHOP = 'https://alhena.example'
  const request = (headers: Record<string, string>, method = 'POST') =>
    new Request(`${SHOP}/checkout`, { method, headers })

  it.each([
    [{ origin: SHOP }, true],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://evil.example', host: 'evil.example' }, false],
    [{ origin: 'http://alhena.example' }, false],
    [{ origin: 'null' }, false],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{}, true],
    [{ origin: 'not an origin' }, false],
  ] as [Record<string, string>, boolean][])("with %j is accepted as the shop's own: %s", (headers, expected) => {
    expect(isFromThisShop(request(headers), '/checkout', SHOP)).toBe(expected)
  })

  it('may use another local name of the machine, but no other protocol', () => {
    const local = (origin: string, host: string) =>
      isFromThisShop(request({ origin, host }), '/checkout', 'http://127.0.0.1:3000')
    expect(local('http://localhost:3000', 'localhost:3000')).toBe(true)
    expect(local('https://localhost:3000', 'localhost:3000')).toBe(false)
    expect(local('http://localhost:4000', 'localhost:3000')).toBe(false)
    expect(local('http://evil.example', 'evil.example')).toBe(false)
  })

  it("may be cross-site only for the gateway's return, or when it only reads", () => {
    const foreign = { origin: 'https://webpay3g.transbank.cl' }
    expect(isFromThisShop(request(foreign), '/payment/return', SHOP)).toBe(true)
    expect(isFromThisShop(request(foreign, 'GET'), '/checkout', SHOP)).toBe(true)
  })
})

describe('inline scripts of a cached page', () => {
  it('are allowed by hash when the renderer marked them, and lose the mark', () => {
    const html = '<script nonce="n1">a()</script><script>b()</script><script nonce="n1" src="/x.js"></script>'
    const hashed = hashInlineScripts(html, 'n1')
    expect(hashed.sources).toEqual([`'sha256-${createHash('sha256').update('a()').digest('base64')}'`])
    expect(hashed.html).not.toContain('n1')
  })

  it('get no hash when they were injected', () => {
    fc.assert(
      fc.property(fc.string(), body => {
        expect(hashInlineScripts(`<script>${body}</script>`, 'secret-nonce').sources).toEqual([])
      }),
    )
  })

  it('are all that the policy allows', () => {
    const policy = contentSecurityPolicy(["'sha256-x'"], true)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self' 'sha256-x';")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })
})

describe('cached pages', () => {
  const page = (text: string, madeAt = 0): Promise<Page> =>
    toPage(Buffer.from(text), [['content-type', 'text/html']], madeAt)
  const textOf = async (response: Response) =>
    brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()

  it('are sent compressed, and not again to clients that have them', async () => {
    const stored = await page('<p>hola</p>'.repeat(100))
    const first = sendPage(stored, new Request('http://x/', { headers: { 'accept-encoding': 'gzip, br' } }))
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(await textOf(first)).toContain('hola')
    const again = sendPage(stored, new Request('http://x/', { headers: { 'if-none-match': stored.etag } }))
    expect(again.status).toBe(304)
  })

  it('are revalidated once while stale, and expire', async () => {
    let now = 0
    let renders = 0
    const cache = createPageCache(() => now)
    const render = async () => {
      renders += 1
      return page(`version ${renders}`, now)
    }
    expect(cache.get('/', render)).toBeUndefined()
    await cache.refresh('/', render)
    now = 6_000
    expect(cache.get('/', render)?.answers.identity.body?.toString()).toBe('version 1')
    cache.get('/', render)
    await cache.refresh('/', render)
    expect(renders).toBe(2)
    expect(cache.get('/', render)?.answers.identity.body?.toString()).toBe('version 2')
    now = 100_000
    expect(cache.get('/', render)).toBeUndefined()
  })

  it('stay when revalidation fails', async () => {
    let now = 0
    const cache = createPageCache(() => now)
    await cache.refresh('/', () => page('old'))
    now = 6_000
    await cache.refresh('/', () => Promise.reject(new Error('database away')))
    expect(cache.get('/', () => page('new', now))?.answers.identity.body?.toString()).toBe('old')
  })

  it('stay for an hour while they answer 5xx, and no longer than a minute otherwise', async () => {
    let now = 0
    const cache = createPageCache(() => now)
    const text = (found: Page | undefined) => found?.answers.identity.body?.toString()
    const fails = async () => 'failed' as const
    await cache.refresh('/', () => page('old'))
    now = 70_000
    expect(cache.get('/', fails)).toBeUndefined()
    expect(text(await cache.refresh('/', fails))).toBe('old')
    now = 3_600_000
    expect(text(cache.get('/', fails))).toBe('old')
    now = 3_600_001
    expect(await cache.refresh('/', fails)).toBeUndefined()
    now = 3_590_000
    await cache.refresh('/', () => page('new', now))
    now += 70_000
    expect(text(await cache.refresh('/', fails))).toBe('new')
    expect(await cache.refresh('/', async () => undefined)).toBeUndefined()
    expect(await cache.refresh('/', fails)).toBeUndefined()
    expect(await cache.refresh('/never', fails)).toBeUndefined()
  })

  it('are invalidated by changes, including those being rendered', async () => {
    const cache = createPageCache(() => 0)
    await cache.refresh('/', () => page('old'))
    const gate = Promise.withResolvers<void>()
    const underWay = cache.refresh('/other', async () => {
      await gate.promise
      return page('old')
    })
    cache.forget()
    expect(cache.get('/', () => page('new'))).toBeUndefined()
    const fresh = cache.refresh('/other', () => page('new'))
    gate.resolve()
    expect((await underWay)?.answers.identity.body?.toString()).toBe('old')
    expect((await fresh)?.answers.identity.body?.toString()).toBe('new')
    expect(cache.get('/other', () => page('newer'))?.answers.identity.body?.toString()).toBe('new')
  })

  it('are limited in number, whatever is requested', async () => {
    const cache = createPageCache(() => 0)
    for (let index = 0; index < 600; index += 1) await cache.refresh(`/?q=${index}`, () => page('x'))
    expect(cache.get('/?q=0', () => page('x'))).toBeUndefined()
    expect(cache.get('/?q=599', () => page('x'))).toBeDefined()
    await cache.refresh(`/?q=${'y'.repeat(2000)}`, () => page('x'))
    expect(cache.get(`/?q=${'y'.repeat(2000)}`, () => page('x'))).toBeUndefined()
  })
})

it('an address over the limit is told to wait, others are not', async () => {
  const limit = createRateLimit(createSharedLimits(), true)
  for (let index = 0; index < 300; index += 1) expect(await limit('203.0.113.1', 'POST')).toBeUndefined()
  expect(await limit('203.0.113.1', 'POST')).toBeGreaterThan(0)
  expect(await limit('203.0.113.1', 'GET')).toBeUndefined()
  expect(await limit('203.0.113.2', 'POST')).toBeUndefined()
  expect(await createRateLimit(createSharedLimits(), false)('203.0.113.1', 'POST')).toBeUndefined()
})

it('lets forms lead to the shop, and to a bank only where a page says so', () => {
  expect(contentSecurityPolicy([], true)).toContain("form-action 'self';")
  expect(contentSecurityPolicy([], true, ['https://bank.example'])).toContain(
    "form-action 'self' https://bank.example;",
  )
})
