import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { openTestSecrets } from '#tests/support/access-codes.ts'
import { cartOf } from '#tests/support/checkout.ts'
import { createAccount, createSession, findProduct, PASSWORD } from '#tests/support/factories.ts'
import { HttpVisitor } from '#tests/support/http-visitor.ts'
import { type DatabaseRelay, startDatabaseRelay, type Traffic } from './database-relay.ts'
import { type Figure, number } from './figures.ts'
import { createRuns } from './respondent-runs.ts'
import { withShop } from './shop.ts'

const ROUNDS = 9
const WARMING = 3
/** Milliseconds. */
const FAR_MS = 50

/** Each beginning of it is a search of its own. */
const SEARCHED = 'Gestión de datos y madurez'

/** Requests so far: an address of its own for each. */
let asked = 0
/** Waits for the database that a request may have. A checkout's are only recorded. */
const AIMS = { read: { most: 2 }, write: { most: 3 }, checkout: undefined }

type Step = { name: string; kind: keyof typeof AIMS; send: (asked: number) => Promise<Response> }

/**
 * How often each of the most used pages and forms waits for the database, and its time against that of these waits: a page that is cached
 * elsewhere is asked for with an address of its own.
 */
export async function measureRoundTrips(): Promise<Figure[]> {
  let relay: DatabaseRelay | undefined
  try {
    return await withShop(
      async ({ url, databaseUrl }) => {
        const { ownerPool, close } = openDatabases(databaseUrl, 4)
        try {
          const figures: Figure[] = []
          for (const step of await stepsOf(url, ownerPool)) if (relay) figures.push(await measureStep(step, relay))
          return figures
        } finally {
          await close()
        }
      },
      async databaseUrl => {
        relay = await startDatabaseRelay(databaseUrl)
        return { DATABASE_URL: relay.address, WORKER: '0', DEMO_COMPANY: '1' }
      },
    )
  } finally {
    relay?.close()
  }
}

/** A database that is so far away shows how often it is waited for: each wait makes the answer this much later. */
async function measureStep(step: Step, relay: DatabaseRelay): Promise<Figure> {
  relay.delay(0)
  const near = await medianRound(step, relay)
  relay.delay(FAR_MS)
  const far = await medianRound(step, relay)
  relay.delay(0)
  const waits = Math.round((far.ms - near.ms) / FAR_MS)
  const aim = AIMS[step.kind]
  return {
    name: `round trips, ${step.name}`,
    value: `${waits} for ${near.statements} statements; ${number(near.ms)} ms`,
    peer: `${number(near.busyMs)} ms of the database`,
    ratio: near.ms / near.busyMs,
    measured: waits,
    ...(aim && { aim }),
  }
}

type Round = Traffic & { ms: number }

async function medianRound({ name, send }: Step, relay: DatabaseRelay): Promise<Round> {
  const rounds: Round[] = []
  for (let round = -WARMING; round < ROUNDS; round += 1) {
    asked += 1
    relay.take()
    const startedAt = performance.now()
    const answer = await send(asked)
    await answer.arrayBuffer()
    const ms = performance.now() - startedAt
    if (answer.status >= 400) throw new Error(`${name} answered ${answer.status}`)
    if (round >= 0) rounds.push({ ...relay.take(), ms })
  }
  const middle = rounds.toSorted((a, b) => a.ms - b.ms)[ROUNDS >> 1]
  if (!middle) throw new Error('No rounds')
  return middle
}

async function stepsOf(url: string, pool: Pool): Promise<Step[]> {
  await openTestSecrets(pool)
  const signedIn = async (email: string) => {
    const { name, value } = await createSession(pool, email)
    return new HttpVisitor(url, { [name]: value })
  }
  const visitor = new HttpVisitor(url)
  const buyer = await signedIn('antonia@losaromos.example')
  const { email } = await createAccount(pool, { role: 'admin' })
  const account = await createAccount(pool)
  const signInAs = (name: string) => () =>
    new HttpVisitor(url).post('/auth', { intent: 'login', email: name, password: PASSWORD })
  const staff = await signedIn(email)
  const item = await itemWithResults(pool)
  const [run] = await createRuns(pool, 1)
  if (!run) throw new Error('No run')
  const respondent = new HttpVisitor(url, { alhena_respondent: run.token })
  const runAddress = `/dama-assessment?access_id=${run.accessId}&assessment_id=${run.id}`
  const product = { ...(await findProduct(pool, 'agilidad')), basePriceClp: 119_990 }
  const cart = () => cartOf(product, { seats: 5, code: 'BIENVENIDA100', total: 0, repeat: 'yes' })
  let seq = Date.now()
  const next = () => {
    seq += 1
    return seq
  }
  const read = (name: string, by: HttpVisitor, address: string | ((asked: number) => string)): Step => ({
    name,
    kind: 'read',
    send: asked => by.get(typeof address === 'string' ? address : address(asked)),
  })
  const write = (name: string, send: () => Promise<Response>): Step => ({ name, kind: 'write', send })
  return [
    read('list', visitor, asked => `/assessments?search=datos&min=${1000 + asked}`),
    read('product', visitor, '/assessment/agilidad.data'),
    read('suggestions', visitor, asked => `/suggest?q=${encodeURIComponent(SEARCHED.slice(0, 2 + (asked % 24)))}`),
    read('session', buyer, '/session'),
    read('dashboard of a buyer', buyer, '/account/dashboard'),
    read('orders of a buyer', buyer, '/account/orders'),
    read('purchase', buyer, `/account/items/${item}`),
    read('people of a purchase', buyer, `/account/items/${item}/participants`),
    read('settings of a purchase', buyer, `/account/items/${item}/settings`),
    read('consolidated results', buyer, `/account/items/${item}/results`),
    read('checkout', buyer, '/checkout'),
    read('questionnaire of a respondent', respondent, runAddress),
    read('orders of the shop', staff, '/admin/orders'),
    read('accesses of the shop', staff, '/admin/access'),
    read('dashboard of the shop', staff, '/admin'),
    write('quote of a cart', () =>
      visitor.postJson('/cart', { intent: 'quote', ...cart(), quotation: null, code: null }),
    ),
    write('answers saved', () =>
      respondent.postJson('/respond/answers', {
        run_id: run.id,
        access_id: run.accessId,
        questionnaire_id: 'dama-dmbok2',
        questionnaire_version: 1,
        answers: [{ field: 'q1_governance_framework', option: 3, seq: next() }],
        current_section: 1,
        active_seconds: 1,
      }),
    ),
    write('sign-in of a buyer', signInAs(account.email)),
    write('sign-in of the staff', signInAs(email)),
    {
      name: 'checkout of $0',
      kind: 'checkout',
      send: () =>
        buyer.post('/checkout', {
          document: 'boleta',
          terms: 'on',
          cart: JSON.stringify({ ...cart(), key: randomUUID() }),
        }),
    },
  ]
}

/** An item of the demo's company whose results are shown. */
async function itemWithResults(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select access.order_item_id as id from user_accesses access join profiles on profiles.id = access.user_id
     where profiles.email = 'antonia@losaromos.example' and access.status = 'completed'
     group by 1 order by count(*) desc limit 1`,
  )
  if (!rows[0]) throw new Error('No results')
  return rows[0].id
}
