import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { addressOf } from './fake-webpay/returns.ts'
import { type FakeWebpay, startFakeWebpay } from './fake-webpay/start.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { createAccount, createSession, findProduct } from './support/factories.ts'
import { startHaproxy } from './support/haproxy.ts'
import { HttpVisitor } from './support/http-visitor.ts'
import { findProgram, needing } from './support/programs.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { freePort, startShop, startWorker } from './support/shop-process.ts'

// Three web processes and two workers on one database behind the recipe of deploy/haproxy, killed under load.

const haproxy = findProgram('haproxy')

const READERS = 4
const BUYERS = 6
const PURCHASES_EACH = 6
const PRICE_CLP = 119_990
const PAGES = ['/', '/assessments?search=datos', '/assessment/agilidad', '/session', '/auth']

type Reading = { answered: number; failed: string[] }

async function read(url: string, nth: number, reading: Reading, isOver: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let count = nth; !isOver(); count += 1) {
    const path = PAGES[count % PAGES.length] ?? '/'
    try {
      const sent = request(new URL(path, url), { agent }).end()
      const [answer]: IncomingMessage[] = await once(sent, 'response')
      answer?.resume()
      if (answer) await once(answer, 'end')
      reading.answered += 1
      if (answer?.statusCode !== 200 || !answer.complete) reading.failed.push(`${path}: ${answer?.statusCode}`)
    } catch (error) {
      reading.failed.push(`${path}: ${error instanceof Error && 'code' in error ? error.code : error}`)
    }
  }
  agent.destroy()
}

type Buying = { database: TestDatabase; bank: FakeWebpay; url: string; product: string }

/**
 * Buys once and pays at the bank. A form whose answer got lost is sent again with the same cart, as a browser's reload does, until
 * the shop leads to the bank.
 * @returns the cart's key.
 */
async function purchase({ database, bank, url, product }: Buying): Promise<string> {
  const { email } = await createAccount(database.ownerPool)
  const session = await createSession(database.ownerPool, email)
  const buyer = new HttpVisitor(url, { [session.name]: session.value })
  const choices = [{ product_id: product, mode: 'self', seats: 1 }]
  const cart = { key: randomUUID(), choices, code: null, expected_total_clp: PRICE_CLP, repeat: null }
  const form = { document: 'boleta', terms: 'on', cart: JSON.stringify(cart) }
  const toBank = async () => {
    const answer = await buyer.post('/checkout', form).catch(() => undefined)
    // A page of the shop whose form posts the token to the bank.
    const page = answer?.status === 302 ? await buyer.get(answer.headers.get('location') ?? '/') : undefined
    return /name="token_ws" value="([^"]+)"/.exec((await page?.text()) ?? '')?.[1]
  }
  let token = await toBank()
  await expect.poll(async () => (token ??= await toBank()), { timeout: 90_000, interval: 250 }).toBeDefined()
  const back = addressOf(bank.customer(token ?? '', 'authorize'))
  const returned = await fetch(back, { redirect: 'manual' })
  expect(returned.status).toBe(303)
  return cart.key
}

it.skipIf(!haproxy)(
  needing(
    'two of three web processes killed at once, and a worker, fail no reader and lose or double no purchase',
    'haproxy',
    haproxy,
  ),
  async () => {
    const database = await cloneDatabase()
    onTestFinished(() => database.close())
    const folder = await makeScratchFolder('haproxy')
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const bank = await startFakeWebpay()
    onTestFinished(() => bank.close())
    const port = await freePort()
    const env = {
      DATABASE_URL: database.address,
      DATA_DIR: folder,
      DB_POOL: '12',
      DEMO: '1',
      APP_URL: `http://127.0.0.1:${port}`,
      PROXY_HOPS: '1',
      PAYMENTS: 'webpay',
      WEBPAY_ENVIRONMENT: 'integration',
      WEBPAY_URL: bank.url,
      LOG_LEVEL: 'error',
    }
    const webs = await Promise.all([1, 2, 3].map(() => startShop({ ...env, WORKER: '0' })))
    const workers = await Promise.all([1, 2].map(() => startWorker(env)))
    onTestFinished(async () => void (await Promise.all([...webs, ...workers].map(each => each.end('SIGKILL')))))
    const url = await startHaproxy(haproxy ?? '', { folder, port, servers: webs.map(web => web.url) })

    const reading: Reading = { answered: 0, failed: [] }
    let isOver = false
    const readers = Array.from({ length: READERS }, (_, nth) => read(url, nth, reading, () => isOver))
    const buying = { database, bank, url, product: (await findProduct(database.ownerPool, 'agilidad')).id }
    const keys: string[] = []
    const buyers = Array.from({ length: BUYERS }, async () => {
      for (let count = 0; count < PURCHASES_EACH; count += 1) keys.push(await purchase(buying))
    })
    const allBought = Promise.all(buyers)
    // A purchase that fails ends the test at once.
    const bought = (count: number) =>
      Promise.race([expect.poll(() => keys.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(count), allBought])
    await bought(BUYERS)
    // At the same moment: neither is known to be dead when requests are sent on to the other.
    await Promise.all(webs.slice(0, 2).map(web => web.end('SIGKILL')))
    await bought(2 * BUYERS)
    await workers[0]?.end('SIGKILL')
    const answeredBefore = reading.answered
    await allBought
    isOver = true
    await Promise.all(readers)

    expect(reading.failed).toEqual([])
    expect(reading.answered).toBeGreaterThan(answeredBefore)
    const states = async () => {
      const { rows } = await database.ownerPool.query<{ text: string }>(
        `select status || ' ' || (select count(*) from user_accesses join order_items item on item.id = order_item_id
           where item.order_id = orders.id) || ' ' || (select count(*) from payment_attempts where order_id = orders.id and status = 'paid') as text
         from orders where idempotency_key = any ($1)`,
        [keys],
      )
      return rows.map(({ text }) => text)
    }
    // What the killed process was confirming is confirmed by the recovery.
    await expect.poll(states, { timeout: 120_000, interval: 500 }).toEqual(keys.map(() => 'paid 1 1'))
    expect(new Set(keys).size).toBe(BUYERS * PURCHASES_EACH)
    expect(bank.book.net()).toBe(keys.length * PRICE_CLP)
    // The other worker takes over what the killed one had begun: every mail leaves.
    const unsent = () =>
      database.ownerPool.query("select from mails where status <> 'sent'").then(({ rowCount }) => rowCount)
    await expect.poll(unsent, { timeout: 90_000, interval: 500 }).toBe(0)
  },
  600_000,
)
