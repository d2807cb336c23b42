import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Audience, audienceAt, declaredRoutes } from './support/audiences.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { createInvitation, createPaidItem, findProduct, PASSWORD } from './support/factories.ts'
import { ID } from './support/fuzz-input.ts'
import { ROUTE_INPUTS, routePatterns } from './support/fuzz-routes.ts'
import { HttpVisitor, signedInVisitor } from './support/http-visitor.ts'
import { createTestQuotation, quotationCartOf } from './support/quotations.ts'
import { createCompleted } from './support/reviews.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

// Every route of app/routes.ts × every role × whose the thing is: its owner's, another buyer's, and nobody's. Whom each is for is
// declared in support/audiences.ts; reading here, and every form that the route's input names.

const ROLES = ['visitor', 'respondent', 'client', 'manager', 'answering', 'admin'] as const
type RoleName = (typeof ROLES)[number]
/** Those who have signed in without being administrators, each with a role of its own. */
const PEOPLE: readonly RoleName[] = ['respondent', 'client', 'manager']

const OWNER = 'duena@example.cl'
const SECRET = 'Persona Reservada'

let database: TestDatabase
let dataDir: string
let shop: ShopProcess
let owner: HttpVisitor
/** The owner's ids by the names of parameters. */
let things: Record<string, string>
const askers = new Map<RoleName, HttpVisitor>()
let cells = 0

beforeAll(async () => {
  database = await cloneDatabase()
  const { ownerPool, db } = database
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-matrix-'))
  const admin = 'admin@alhena.test'
  shop = await startShop({
    DATABASE_URL: database.address,
    DATA_DIR: dataDir,
    DEMO: '1',
    ADMIN_EMAIL: admin,
    ADMIN_PASSWORD: PASSWORD,
  })
  owner = await signedInVisitor(shop.url, dataDir, OWNER)
  const { rows } = await ownerPool.query<{ id: string; email: string }>(
    'select id, email from profiles where email = $1',
    [OWNER],
  )
  const [buyer] = rows
  if (!buyer) throw new Error('Nobody signed up')
  const product = await findProduct(ownerPool)
  const run = await createCompleted(ownerPool, { productId: product.id, buyerId: buyer.id, fullName: SECRET })
  const item = await createPaidItem(ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
  await createInvitation(ownerPool, { itemId: item.item_id, userId: buyer.id, name: SECRET })
  const price = await ownerPool.query<{ base_price_clp: number }>(
    'select base_price_clp from assessments where id = $1',
    [product.id],
  )
  const quotation = await createTestQuotation(
    db,
    buyer,
    quotationCartOf([{ product_id: product.id, mode: 'self', seats: 1 }], Number(price.rows[0]?.base_price_clp)),
    new Date(),
  )
  things = { number: item.order_number, itemId: item.item_id, accessId: run.accessId, quotationId: quotation }
  const other = await createCompleted(ownerPool, { productId: product.id, unfinished: true })
  const administrator = new HttpVisitor(shop.url)
  await administrator.post('/auth', { intent: 'login', email: admin, password: PASSWORD })
  askers.set('visitor', new HttpVisitor(shop.url))
  askers.set('answering', new HttpVisitor(shop.url, { alhena_respondent: other.token }))
  askers.set('admin', administrator)
  for (const [name, role] of [
    ['client', 'client'],
    ['respondent', 'respondent'],
    ['manager', 'assessment_manager'],
  ] as const) {
    askers.set(name, await signedInVisitor(shop.url, dataDir, `${name}@example.cl`))
    await ownerPool.query('update profiles set role = $2 where email = $1', [`${name}@example.cl`, role])
  }
}, 180_000)

afterAll(async () => {
  await shop?.end('SIGINT')
  await database?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const askerOf = (name: RoleName): HttpVisitor => {
  const asker = askers.get(name)
  if (!asker) throw new Error(`Nobody is ${name}`)
  return asker
}

/** The address of a pattern; ids are the owner's, or nobody's. */
function addressOf(pattern: string, whose: 'owner' | 'nobody'): string {
  return pattern.replaceAll(/:(\w+)|\*/g, (_, name: string | undefined) => {
    const thing = name === undefined ? undefined : things[name]
    if (thing !== undefined && whose === 'owner') return encodeURIComponent(thing)
    if (thing !== undefined) return name === 'number' ? 'ALH-1700000000000-abcdef-2345' : ID
    return encodeURIComponent(ROUTE_INPUTS[pattern]?.params?.[name ?? '*']?.[0] ?? 'nada')
  })
}

type Seen = { status: number; location: string; text: string }

async function ask(asker: HttpVisitor, path: string, body?: Record<string, string>): Promise<Seen> {
  const answer = await (body ? asker.post(path, body) : asker.get(path))
  cells += 1
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
}

const isSentToLogIn = ({ status, location }: Seen) => status === 302 && /^\/auth(\?|$)/.test(location)

/** Without what differs in every page: nonces, ids of requests, and the address itself. */
const comparable = ({ status, location, text }: Seen, path: string): string =>
  `${status} ${location.replaceAll(encodeURIComponent(path), '').replaceAll(path, '')} ${text
    .replaceAll(path, '')
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
    .replaceAll(/ALH-[\w-]+/g, '')}`

const patternsFor = (audience: Audience) =>
  [...new Set(routePatterns())].filter(pattern => audienceAt(pattern) === audience)

const formsOf = (pattern: string): Record<string, string>[] =>
  (ROUTE_INPUTS[pattern]?.forms ?? []).map(({ fixed = {}, typed = [] }) => ({
    ...Object.fromEntries(typed.map(name => [name, 'x'])),
    ...fixed,
  }))

it('every route has an audience, and every declared audience a route', () => {
  const patterns = new Set(routePatterns())
  expect([...patterns].filter(pattern => audienceAt(pattern) === undefined)).toEqual([])
  expect(declaredRoutes().filter(pattern => !patterns.has(pattern))).toEqual([])
})

describe('the back office', () => {
  it.each(ROLES)(
    'opens to administrators alone: %s',
    async name => {
      const wrong: string[] = []
      for (const pattern of patternsFor('admin')) {
        const path = addressOf(pattern, 'nobody')
        const asked = [await ask(askerOf(name), path), ...(name === 'admin' ? [] : await posted(name, pattern, path))]
        for (const seen of asked) {
          const isRight =
            name === 'admin'
              ? !isSentToLogIn(seen) && seen.status !== 403 && seen.status < 500
              : PEOPLE.includes(name)
                ? seen.status === 403 || seen.status === 405
                : isSentToLogIn(seen) || seen.status === 405
          if (!isRight) wrong.push(`${pattern} ${seen.status} ${seen.location}`)
        }
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )
})

const posted = (name: RoleName, pattern: string, path: string): Promise<Seen[]> =>
  Promise.all(formsOf(pattern).map(form => ask(askerOf(name), path, form)))

describe('what belongs to somebody', () => {
  it.each(ROLES)(
    'is as if it did not exist for %s',
    async name => {
      const wrong: string[] = []
      for (const pattern of patternsFor('owner')) {
        const [own, none] = [addressOf(pattern, 'owner'), addressOf(pattern, 'nobody')]
        const forms = [undefined, ...formsOf(pattern)]
        for (const form of forms) {
          const [theirs, nobodys] = [await ask(askerOf(name), own, form), await ask(askerOf(name), none, form)]
          const isRefused =
            name === 'visitor' || name === 'answering'
              ? isSentToLogIn(theirs) || theirs.status === 405
              : theirs.status >= 300 && theirs.status < 500
          if (!isRefused) wrong.push(`${pattern} ${JSON.stringify(form)} answers ${theirs.status}`)
          if (theirs.text.includes(SECRET)) wrong.push(`${pattern} shows somebody`)
          if (comparable(theirs, own) !== comparable(nobodys, none))
            wrong.push(`${pattern} ${JSON.stringify(form)} ${theirs.status} differs from ${nobodys.status}`)
        }
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )

  it('opens to its owner', async () => {
    const answers: Record<string, number> = {}
    for (const pattern of patternsFor('owner')) {
      if (![...pattern.matchAll(/:(\w+)/g)].every(([, name]) => name === 'format' || (name ?? '') in things)) continue
      answers[pattern] = (await ask(owner, addressOf(pattern, 'owner'))).status
    }
    expect(Object.keys(answers).length).toBeGreaterThanOrEqual(10)
    // Reports need finished people, and some purchases have no such page: those are found, and say so.
    expect(Object.entries(answers).filter(([, status]) => status >= 400 && status !== 404 && status !== 409)).toEqual(
      [],
    )
    for (const pattern of [
      '/account/orders/:number',
      '/account/items/:itemId',
      '/account/items/:itemId/participants',
      '/account/items/:itemId/settings',
      '/account/quotations/:quotationId',
    ])
      expect(answers[pattern], pattern).toBe(200)
  }, 60_000)
})

describe('an account', () => {
  it.each(ROLES)(
    'is needed where the audience says so: %s',
    async name => {
      const wrong: string[] = []
      for (const pattern of patternsFor('account')) {
        const seen = await ask(askerOf(name), addressOf(pattern, 'nobody'))
        const isStranger = name === 'visitor' || name === 'answering'
        if (isStranger !== isSentToLogIn(seen) || seen.status >= 500)
          wrong.push(`${pattern} ${seen.status} ${seen.location}`)
      }
      expect(wrong).toEqual([])
    },
    60_000,
  )
})

describe('the API', () => {
  it.each(ROLES)('opens to keys alone, never to %s', async name => {
    const wrong: string[] = []
    for (const pattern of patternsFor('api')) {
      if (pattern === '/api/v1/openapi.json') continue
      const { status } = await ask(askerOf(name), addressOf(pattern, 'nobody'))
      if (status !== 401 && status !== 404) wrong.push(`${pattern} ${status}`)
      if (status === 404 && pattern !== '/api/*') wrong.push(`${pattern} ${status}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('what everybody may open', () => {
  it.each(ROLES)(
    'asks nobody to log in, and shows nothing of another person: %s',
    async name => {
      const wrong: string[] = []
      for (const pattern of patternsFor('everybody')) {
        if (pattern === '/sign-out') continue
        const query = new URLSearchParams({ access_id: things.accessId ?? '', run_id: ID, order: things.number ?? '' })
        const seen = await ask(askerOf(name), `${addressOf(pattern, 'owner')}?${query}`)
        if (seen.status >= 500) wrong.push(`${pattern} ${seen.status}`)
        if (seen.text.includes(SECRET)) wrong.push(`${pattern} shows somebody`)
      }
      expect(wrong).toEqual([])
    },
    60_000,
  )

  it('leaves no cell out', () => {
    console.info(`Matrix of routes, roles and owners: ${cells} requests`)
    expect(cells).toBeGreaterThan(1_500)
  })
})
