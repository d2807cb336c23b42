import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { createAccount, createSession, findProduct } from './support/factories.ts'
import { type Completed, createCompleted } from './support/reviews.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

// Answers come in without the router, which answers every other spelling of their address: both say the same to everybody.

const DIRECT = '/respond/answers'
const BY_ROUTER = '/respond/answers?por=router'
const FIELD = 'q1_governance_framework'

let database: TestDatabase
let dataDir: string
let shop: ShopProcess
let ana: Completed
let expired: Completed
let completed: Completed
let buyer: Completed & { cookie: string }

beforeAll(async () => {
  database = await cloneDatabase()
  const { ownerPool } = database
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-autosave-'))
  shop = await startShop({ DATABASE_URL: database.address, DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'info' })
  const { id: productId } = await findProduct(ownerPool)
  ana = await createCompleted(ownerPool, { productId, unfinished: true })
  completed = await createCompleted(ownerPool, { productId })
  expired = await createCompleted(ownerPool, { productId, unfinished: true })
  await ownerPool.query("update user_accesses set expires_at = now() - interval '1 day' where id = $1", [
    expired.accessId,
  ])
  const account = await createAccount(ownerPool)
  const own = await createCompleted(ownerPool, { productId, unfinished: true, invited: false, buyerId: account.id })
  const session = await createSession(ownerPool, account.email)
  buyer = { ...own, cookie: `${session.name}=${session.value}` }
}, 60_000)

afterAll(async () => {
  await shop?.end('SIGINT')
  await database?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Each answer is newer than the one before. */
let seq = 0
function answerOf(option: number) {
  seq += 1
  return { field: FIELD, option, seq }
}

const bodyOf = ({ runId, accessId }: Completed, answers: unknown[] = [answerOf(3)]) => ({
  run_id: runId,
  access_id: accessId,
  questionnaire_id: 'dama-dmbok2',
  questionnaire_version: 1,
  answers,
  current_section: 1,
  active_seconds: 1,
})
const cookieOf = ({ token }: Completed): string => `alhena_respondent=${token}`

type Posted = { body: unknown; cookie?: string; origin?: string; type?: string }

async function post(path: string, { body, cookie, origin = shop.url, type = 'application/json' }: Posted) {
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': type, 'accept-encoding': 'identity', origin, ...(cookie !== undefined && { cookie }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** What differs from request to request, and by how a body is sent. */
const OWN_HEADERS = new Set(['date', 'x-request-id', 'content-length', 'transfer-encoding', 'vary'])
const headersOf = (headers: Headers) => [...headers].filter(([name]) => !OWN_HEADERS.has(name)).toSorted()

const CASES: [string, number, () => Posted][] = [
  ['an answer', 200, () => ({ body: bodyOf(ana), cookie: cookieOf(ana) })],
  ['an answer of the signed-in owner', 200, () => ({ body: bodyOf(buyer), cookie: buyer.cookie })],
  [
    'an answer of an owner whose browser has somebody else’s session too',
    200,
    () => ({ body: bodyOf(buyer), cookie: `${cookieOf(ana)}; ${buyer.cookie}` }),
  ],
  [
    'a wrong answer beside another one',
    200,
    () => ({
      body: bodyOf(ana, [{ field: 'nada', option: 9, seq: 2 }, answerOf(4)]),
      cookie: cookieOf(ana),
    }),
  ],
  ['nothing but wrong answers', 400, () => ({ body: bodyOf(ana, [{ field: 'nada' }]), cookie: cookieOf(ana) })],
  ['another shape', 400, () => ({ body: { hola: 1 }, cookie: cookieOf(ana) })],
  ['no JSON', 400, () => ({ body: '{"run_id":', cookie: cookieOf(ana) })],
  ['nobody', 403, () => ({ body: bodyOf(ana) })],
  ['somebody else', 403, () => ({ body: bodyOf(buyer), cookie: cookieOf(ana) })],
  ['a forged session', 403, () => ({ body: bodyOf(buyer), cookie: `${buyer.cookie}x` })],
  ['another site', 403, () => ({ body: bodyOf(ana), cookie: cookieOf(ana), origin: 'https://evil.example' })],
  ['a completed run', 409, () => ({ body: bodyOf(completed), cookie: cookieOf(completed) })],
  ['an expired access', 410, () => ({ body: bodyOf(expired), cookie: cookieOf(expired) })],
  ['a form', 400, () => ({ body: 'run_id=1', cookie: cookieOf(ana), type: 'application/x-www-form-urlencoded' })],
  ['an empty body', 400, () => ({ body: '', cookie: cookieOf(ana) })],
]

describe('saving answers without the router', () => {
  it.each(CASES)('says to %s what the router would: %i', async (_, status, posted) => {
    const [direct, routed] = [await post(DIRECT, posted()), await post(BY_ROUTER, posted())]
    expect([direct.status, routed.status]).toEqual([status, status])
    expect(headersOf(direct.headers)).toEqual(headersOf(routed.headers))
    expect(direct.text).toBe(routed.text)
    expect(direct.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['values', () => bodyOf(ana, Array(6000).fill(1))],
    ['bytes', () => ({ text: 'a'.repeat(300_000) })],
  ])('refuses a body of too many %s', async (_, body) => {
    const posted = { body: body(), cookie: cookieOf(ana) }
    const [direct, routed] = [await post(DIRECT, posted), await post(BY_ROUTER, posted)]
    expect([direct.status, direct.text]).toEqual([413, routed.text])
  })

  it('is logged like every request', async () => {
    const { headers } = await post(DIRECT, { body: bodyOf(ana), cookie: cookieOf(ana) })
    const id = headers.get('x-request-id') ?? ''
    await expect
      .poll(() =>
        shop
          .output()
          .split('\n')
          .find(line => line.includes(id)),
      )
      .toMatch(/"method":"POST","path":"\/respond\/answers","status":200/)
  })

  it('keeps what many people answer at the same time', async () => {
    const { id: productId } = await findProduct(database.ownerPool)
    const people = await Promise.all(
      Array.from({ length: 30 }, () => createCompleted(database.ownerPool, { productId, unfinished: true })),
    )
    const answers = await Promise.all(
      people.map((one, index) =>
        post(DIRECT, {
          body: bodyOf(one, [answerOf((index % 6) + 1)]),
          cookie: cookieOf(one),
        }),
      ),
    )
    expect(answers.map(({ text }) => text)).toEqual(
      people.map(() => JSON.stringify({ state: 'saved', superseded: [], invalid: [] })),
    )
    const { rows } = await database.ownerPool.query<{ run_id: string; option: number }>(
      'select run_id, option from run_answers where run_id = any ($1)',
      [people.map(({ runId }) => runId)],
    )
    const stored = new Map(rows.map(row => [row.run_id, row.option]))
    expect(people.map(({ runId }) => stored.get(runId))).toEqual(people.map((_, index) => (index % 6) + 1))
  })

  it('answers nobody whose body never came whole, and serves on', async () => {
    const incomplete = () => shop.output().match(/"path":"\/respond\/answers","status":400/g)?.length ?? 0
    const before = incomplete()
    const headers = { 'content-type': 'application/json', 'content-length': '1000' }
    const stopped = request(shop.url + DIRECT, { method: 'POST', headers })
    stopped.on('error', () => undefined)
    stopped.write('{"run_id"', () => stopped.destroy())
    await expect.poll(incomplete).toBe(before + 1)
    expect((await post(DIRECT, { body: bodyOf(ana), cookie: cookieOf(ana) })).status).toBe(200)
  })
})
