import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { loadLists, withLists } from './support/declared-lists.ts'
import { PASSWORD } from './support/factories.ts'
import { MARK, requestsTo, type Sent } from './support/fuzz-requests.ts'
import { type Asker, ROUTE_INPUTS, routePatterns } from './support/fuzz-routes.ts'
import { HttpVisitor, signedInVisitor } from './support/http-visitor.ts'
import { hasProcessorTime, processorSeconds } from './support/processor-time.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

// Fuzzes every address of the shop. A failure names its seed; FUZZ_SEED=… repeats it, FUZZ_RUNS=… runs more, as `npm
// run test:full` does.
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const RUNS = Number(process.env.FUZZ_RUNS ?? 5)
/** Seconds of the shop's processor time that an answer may take: what else the machine does is not the shop's. */
const MOST_SECONDS = 1
/** Milliseconds that the runs of one route may take. */
const LIMIT_MS = Math.max(60_000, RUNS * 500)

let sentRequests = 0
let costliest = { seconds: 0, path: '' }

let database: TestDatabase
let dataDir: string
let shop: ShopProcess
/** An API key with all read permissions. */
let key: string
const askers = new Map<Asker, HttpVisitor>()

beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-fuzz-'))
  const admin = 'admin@alhena.test'
  shop = await startShop({
    DATABASE_URL: database.address,
    DATA_DIR: dataDir,
    DEMO: '1',
    ADMIN_EMAIL: admin,
    ADMIN_PASSWORD: PASSWORD,
  })
  const administrator = new HttpVisitor(shop.url)
  const signedIn = await administrator.post('/auth', { intent: 'login', email: admin, password: PASSWORD })
  expect(signedIn.status).toBe(302)
  const made = await administrator.send('/admin/integrations/keys', {
    method: 'POST',
    body: new URLSearchParams([
      ...Object.entries({ intent: 'create', name: 'Fuzz', days: '90', password: PASSWORD }),
      ...['orders:read', 'accesses:read', 'results:read'].map(scope => ['scopes', scope] as [string, string]),
    ]),
  })
  key = /alh_[\w-]{43}/.exec(await made.text())?.[0] ?? ''
  expect((await fetch(`${shop.url}/api/v1/orders`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
  askers.set('visitor', new HttpVisitor(shop.url))
  askers.set('client', await signedInVisitor(shop.url, dataDir, 'fuzz@example.cl'))
  askers.set('admin', administrator)
}, 180_000)

afterAll(async () => {
  await shop?.end('SIGINT')
  await database?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** Input found in a page as markup or as a script address: it was not escaped. */
const UNESCAPED = new RegExp(
  `<script[^>]*>${MARK}|<img[^>]*onerror=${MARK}|<svg[^>]*onload=${MARK}|(?:href|src|action)="\\s*(?:javascript|data:text/html)`,
  'i',
)
/** Internal details of a database or program that nobody may read. */
const LEAKED =
  /invalid input syntax|syntax error at or near|duplicate key value|violates \w+ constraint|\bat \S+ \(\S+:\d+:\d+\)/

const ALWAYS = ['x-content-type-options', 'referrer-policy', 'x-frame-options', 'permissions-policy', 'x-request-id']
/** The routes whose responses may be cached; all others are private. */
const PUBLIC = new Set([
  '/',
  '/assessments',
  '/assessment/:slug',
  '/assessment/:slug/informe-de-ejemplo',
  // Without somebody's access.
  '/dama-assessment',
  '/evaluacion/:slug',
  '/legal/:document',
  '/legal/:document/:version',
  '/suggest',
  '/api/v1/openapi.json',
])
const TYPES =
  /^(application\/pdf|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|text\/html; charset=utf-8|text\/plain|application\/(?:problem\+)?json|text\/x-script|text\/csv|application\/xml|text\/xml)/i

const usedSeconds = (): number => (hasProcessorTime ? processorSeconds(shop.pid) : 0)

/** Sends a request as a user and returns what is wrong with the response. */
async function problemsOf(pattern: string, asker: HttpVisitor, sent: Sent, isSystem = false): Promise<string[]> {
  const secondsBefore = usedSeconds()
  const answer = await asker.send(sent.path, {
    method: sent.method,
    ...(sent.body && { body: sent.body.text.toWellFormed() }),
    headers: {
      ...(sent.body?.type !== undefined && { 'content-type': sent.body.type }),
      ...(isSystem && { authorization: `Bearer ${key}` }),
    },
  })
  const { headers, status } = answer
  const text = await answer.text()
  const seconds = usedSeconds() - secondsBefore
  sentRequests += 1
  if (seconds > costliest.seconds) costliest = { seconds, path: `${sent.method} ${sent.path.slice(0, 200)}` }
  const type = headers.get('content-type')
  const location = headers.get('location')
  const isPage = type?.startsWith('text/html') ?? false
  const problems = ALWAYS.filter(name => !headers.has(name)).map(name => `no ${name}`)
  const isPublic = headers.get('cache-control')?.startsWith('public') ?? false
  if (isPublic && !PUBLIC.has(pattern)) problems.push('kept by caches')
  if (!isPublic && !headers.get('cache-control')?.includes('no-store')) problems.push('not kept from caches')
  if (!isPublic && !headers.get('x-robots-tag')?.includes('noindex')) problems.push('not kept from search engines')
  // The answer to HEAD has no page.
  if (!isPublic && isPage && text !== '' && !/<meta name="robots" content="noindex/.test(text))
    problems.push('no robots in the page')
  if (status >= 500) problems.push(`status ${status}`)
  if (seconds > MOST_SECONDS) problems.push(`${seconds} s of processor time`)
  if (text !== '' && !TYPES.test(type ?? '')) problems.push(`content type ${type}`)
  if (type !== 'application/pdf' && !headers.get('content-security-policy')?.includes("default-src 'none'"))
    problems.push('no policy')
  if (isPage && UNESCAPED.test(text)) problems.push(`markup of the visitor: ${UNESCAPED.exec(text)?.[0]}`)
  if (LEAKED.test(text)) problems.push(`inner words: ${LEAKED.exec(text)?.[0]}`)
  if (location !== null && !/^\/(?![/\\])/.test(location)) problems.push(`leads to ${location}`)
  if (headers.getSetCookie().some(cookie => cookie.includes('forged'))) problems.push('a header of the visitor')
  return problems
}

const INPUTS = withLists(ROUTE_INPUTS, (await loadLists()).lists)

it('every route of the shop has an entry here, and nothing else has', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual([...new Set(routePatterns())].toSorted())
})

describe.each(Object.entries(INPUTS))('%s', (pattern, input) => {
  it(
    'responds to any input without failing, leaking or echoing markup',
    async () => {
      // Signing out would leave the rest of the test without its users.
      const people: Asker[] = pattern === '/sign-out' ? ['visitor'] : ['visitor', 'client', 'admin']
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...people), requestsTo(pattern, input), async (who, sent) => {
          const asker = askers.get(who)
          // A user has no more rights at the API than a visitor: the key decides.
          const isSystem = pattern.startsWith('/api/') && who !== 'visitor'
          expect(asker && (await problemsOf(pattern, asker, sent, isSystem))).toEqual([])
        }),
        { seed: SEED, numRuns: RUNS },
      )
    },
    LIMIT_MS,
  )

  it('finds nothing under inherited property names', async () => {
    for (const word of ['__proto__', 'constructor', 'toString']) {
      const filled = pattern.replaceAll(/:(\w+)|\*/g, (_, name) => input.params?.[name ?? '*']?.[0] ?? word)
      const search = new URLSearchParams((input.query ?? ['x']).map(name => [name, word]))
      const asker = askers.get('admin')
      expect(
        asker && (await problemsOf(pattern, asker, { method: 'GET', path: `${filled}?${search}`, body: undefined })),
      ).toEqual([])
    }
  }, 60_000)
})

describe('a request that is neither a page nor a form', () => {
  const visit = (path: string, init: RequestInit = {}) => new HttpVisitor(shop.url).send(path, init)

  it.each(['/checkout', '/cart', '/auth', '/no-hay'])(
    'is refused on %s when it is larger than any form',
    async path => {
      expect((await visit(path, { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(413)
    },
  )

  // shows: B9.4
  it.each(['/admin/access/import', `/account/items/${'0'.repeat(36)}/invitations.data`])(
    "is refused on %s by its declared length, before any of a list's 100 MB arrives",
    async path => {
      const { hostname, port } = new URL(shop.url)
      const sent = request({ hostname, port, path, method: 'POST', headers: { 'content-length': 100 * 2 ** 20 } })
      const answer = once(sent, 'response')
      sent.flushHeaders()
      const [{ statusCode }] = await answer
      sent.destroy()
      expect(statusCode).toBe(413)
    },
  )

  it.each([
    ["the shop's own", (port: string) => `127.0.0.1:${port}`, 200],
    ["the machine's", (port: string) => `localhost:${port}`, 200],
    ['another site that leads to this machine', (port: string) => `evil.example:${port}`, 404],
    ['another port', () => '127.0.0.1:1', 404],
  ])("asks for the demo's mails under the name of %s", async (_, nameOf, expected) => {
    const { hostname, port } = new URL(shop.url)
    const sent = request({ hostname, port, path: '/demo/correo', headers: { host: nameOf(port) } })
    const answer = once(sent, 'response')
    sent.end()
    const [{ statusCode }] = await answer
    expect(statusCode).toBe(expected)
  })

  it('has more parameters than any address of the shop', async () => {
    expect((await visit(`/assessments?${'a&'.repeat(300)}`)).status).toBe(400)
    expect((await visit(`/account/orders?${'a&'.repeat(300)}`)).status).toBe(400)
  })

  it('has an address as long as a browser sends', async () => {
    const answer = await visit(`/assessments?search=${'x'.repeat(12_000)}`)
    expect(answer.status).toBe(200)
    expect((await visit(`/${'x'.repeat(30_000)}`)).status).toBe(431)
  })

  it.each(['/', '/assessments', '/legal/privacidad', '/checkout', '/cart', '/no-hay'])(
    'requests %s with a method that changes nothing there',
    async path => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await visit(path, { method, body: 'x=1' })
        expect(answer.status, method).toBeGreaterThanOrEqual(300)
        expect(answer.status, method).toBeLessThan(500)
      }
    },
  )
})

it('counts the requests', () => {
  const { seconds, path } = costliest
  console.info(`Fuzzed requests: ${sentRequests}; the costliest took ${seconds} s of processor time: ${path}`)
  expect(sentRequests).toBeGreaterThan(RUNS * Object.keys(INPUTS).length)
})
