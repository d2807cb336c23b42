import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { findProduct, PASSWORD } from './support/factories.ts'
import { ROUTE_INPUTS, routePatterns } from './support/fuzz-routes.ts'
import { HttpVisitor, signedInVisitor } from './support/http-visitor.ts'
import { type Completed, createCompleted } from './support/reviews.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

// Another user's ids wherever an address or a form takes one: nothing can be read or changed with them.

const SECRET = 'Zutana Secretísima'
const ANSWER = 'respuesta-que-nadie-lee'
const ASKERS = ['visitor', 'client', 'respondent', 'admin'] as const
type AskerName = (typeof ASKERS)[number]

let database: TestDatabase
let dataDir: string
let shop: ShopProcess
let victim: Completed & { itemId: string; orderNumber: string }
const askers = new Map<AskerName, HttpVisitor>()

beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-forged-'))
  const admin = 'admin@alhena.test'
  shop = await startShop({
    DATABASE_URL: database.address,
    DATA_DIR: dataDir,
    DEMO: '1',
    ADMIN_EMAIL: admin,
    ADMIN_PASSWORD: PASSWORD,
  })
  const product = await findProduct(database.ownerPool)
  const run = await createCompleted(database.ownerPool, { productId: product.id, unfinished: true, fullName: SECRET })
  await database.ownerPool.query(
    "insert into run_answers (run_id, field, text, client_seq) values ($1, 'governance_challenges', $2, 1)",
    [run.runId, ANSWER],
  )
  const { rows } = await database.ownerPool.query<{ item: string; number: string }>(
    `select item.id as item, orders.order_number as number from user_accesses access
     join order_items item on item.id = access.order_item_id join orders on orders.id = item.order_id where access.id = $1`,
    [run.accessId],
  )
  victim = { ...run, itemId: rows[0]?.item ?? '', orderNumber: rows[0]?.number ?? '' }

  const other = await createCompleted(database.ownerPool, { productId: product.id, unfinished: true })
  const administrator = new HttpVisitor(shop.url)
  await administrator.post('/auth', { intent: 'login', email: admin, password: PASSWORD })
  askers.set('visitor', new HttpVisitor(shop.url))
  askers.set('client', await signedInVisitor(shop.url, dataDir, 'otra-persona@example.cl'))
  askers.set('respondent', new HttpVisitor(shop.url, { alhena_respondent: other.token }))
  askers.set('admin', administrator)
}, 180_000)

afterAll(async () => {
  await shop?.end('SIGTERM')
  await database?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** The victim's id for a parameter of that name; the access where the name says nothing. */
function forged(name: string): string {
  if (/run|assessment_id/i.test(name)) return victim.runId
  if (/item/i.test(name)) return victim.itemId
  if (/number|order/i.test(name)) return victim.orderNumber
  return victim.accessId
}
const isId = (name: string) => /(_id|Id)$|^(number|item|access|order|run)$/.test(name)
const named = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, forged(name)]))

type Sent = { path: string; body?: Record<string, string>; json?: Record<string, unknown> }

/** All requests of a route, with the victim's ids. */
function requestsOf(pattern: string): Sent[] {
  const input = ROUTE_INPUTS[pattern] ?? {}
  const address = pattern.replace(/:(\w+)/g, (_, name: string) =>
    isId(name) ? encodeURIComponent(forged(name)) : (input.params?.[name]?.[0] ?? 'x'),
  )
  const query = new URLSearchParams(named((input.query ?? []).filter(isId)))
  const path = query.size > 0 ? `${address}?${query}` : address
  const forms = (input.forms ?? []).map(({ fixed = {}, typed = [] }) => ({
    path,
    body: {
      ...Object.fromEntries(typed.map(name => [name, isId(name) ? forged(name) : 'texto de prueba'])),
      ...fixed,
      ...named([...typed, ...Object.keys(fixed)].filter(isId)),
    },
  }))
  const json = input.json && {
    path,
    json: { ...input.json, ...named(Object.keys(input.json).filter(name => /^(run|access)_id$/.test(name))) },
  }
  return [{ path }, ...forms, ...(json ? [json] : [])]
}

async function stateOfVictim(): Promise<unknown> {
  const { rows } = await database.ownerPool.query(
    `select to_jsonb(access) as access, to_jsonb(run) as run,
       (select jsonb_agg(answer order by field) from run_answers answer where run_id = run.id) as answers,
       (select jsonb_agg(other order by other.id) from user_accesses other where other.order_item_id = access.order_item_id) as seats
     from user_accesses access join assessment_runs run on run.validated_access_id = access.id where access.id = $1`,
    [victim.accessId],
  )
  return rows
}

const reach = (asker: AskerName, pattern: string) => asker !== 'admin' || !pattern.startsWith('/admin')

describe.each(ASKERS)("the %s with another user's ids", name => {
  // shows: A6.5
  it('reads and changes nothing, at any address', async () => {
    const asker = askers.get(name)
    if (!asker) throw new Error('Nobody asks')
    const before = await stateOfVictim()
    const leaks: string[] = []
    let sent = 0
    // Signing out would turn the remaining requests into a visitor's.
    const patterns = [...new Set(routePatterns())].filter(
      pattern => reach(name, pattern) && pattern !== '/sign-out' && !/delete/.test(pattern),
    )
    for (const { path, body, json } of patterns.flatMap(requestsOf)) {
      const answer = await (json ? asker.postJson(path, json) : body ? asker.post(path, body) : asker.get(path))
      const text = await answer.text()
      sent += 1
      if (answer.status >= 500) leaks.push(`${path} ${answer.status}`)
      // Binary files can't be searched for words: any report or sheet of another user is an error.
      if (/\/(report|data\/\w+)$/.test(path) && answer.status < 400 && !answer.headers.has('location'))
        leaks.push(`${path} ${answer.status}`)
      if (text.includes(SECRET) || text.includes(ANSWER)) leaks.push(`${path} ${JSON.stringify(body ?? json ?? {})}`)
    }
    expect(leaks).toEqual([])
    expect(sent).toBeGreaterThan(60)
    expect(await stateOfVictim()).toEqual(before)
  }, 120_000)
})

it('uses ids that open the run for its own person', async () => {
  const owner = new HttpVisitor(shop.url, { alhena_respondent: victim.token })
  const run = await owner.get(`/dama-assessment?access_id=${victim.accessId}&assessment_id=${victim.runId}`)
  expect(await run.text()).toContain(ANSWER)
  const saved = await owner.get(`/respond/answers?access_id=${victim.accessId}&run_id=${victim.runId}`)
  expect(await saved.text()).toContain(ANSWER)
})
