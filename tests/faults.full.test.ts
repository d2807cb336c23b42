import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { signedInVisitor } from './support/http-visitor.ts'
import { freePort, startShop } from './support/shop-process.ts'

// The shop as a separate process, ended and killed as by operators and power failures.

const LONG = 180_000

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alhena-fault-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function shop(env: Record<string, string>) {
  const running = await startShop(env)
  onTestFinished(async () => void (await running.end('SIGKILL')))
  return running
}

async function query<Row extends object>(connectionString: string, text: string): Promise<Row[]> {
  const client = new Client(connectionString)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

describe('a failed start ends with one line', () => {
  it.each([
    [{ PORT: 'tres' }, 'PORT must be a number'],
    [{ DEMO: '0' }, 'PAYMENTS must be set'],
    [{ PAYMENTS: 'webpay' }, 'WEBPAY_ENVIRONMENT must be set with PAYMENTS=webpay'],
    [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', PAYMENTS: 'simulator' }, 'DATABASE_URL does not answer'],
  ])(
    '%j',
    async (env, line) => {
      const stopped = await shop({ DATA_DIR: await newFolder(), ...env })
      expect(await stopped.ended).toBe(1)
      expect(stopped.output()).toContain(line)
      expect(stopped.output()).not.toContain('    at ')
    },
    LONG,
  )

  it(
    'on an occupied port',
    async () => {
      const first = await shop({ DATA_DIR: await newFolder() })
      const second = await shop({ DATA_DIR: await newFolder(), PORT: new URL(first.url).port })
      expect(await second.ended).toBe(1)
      expect(second.output()).toMatch(/PORT \d+ is taken/)
    },
    LONG,
  )
})

it(
  'two servers start together on one new database',
  async () => {
    const dataDir = await newFolder()
    const postgres = await startEmbeddedPostgres({ dataDir, fast: true })
    onTestFinished(() => postgres.stop())
    const env = { DATABASE_URL: postgres.connectionString, DATA_DIR: dataDir, DEMO: '1' }
    const both = await Promise.all([shop(env), shop(env)])
    for (const { url } of both) expect((await fetch(url)).status).toBe(200)
    expect(await query(postgres.connectionString, "select from profiles where role = 'admin'")).toHaveLength(1)
  },
  LONG,
)

it(
  'killed during fifty checkouts, it keeps every confirmed order, once and whole',
  async () => {
    const dataDir = await newFolder()
    const first = await shop({ DATA_DIR: dataDir })
    const buyers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signedInVisitor(first.url, dataDir, `compra-${index}@example.cl`)),
    )
    const product = await productId(first.url, 'agilidad')
    const confirmed: string[] = []
    const checkouts = Array.from({ length: 50 }, async (_, index) => {
      const buyer = buyers[index % buyers.length]
      const answer = await buyer
        ?.post('/checkout', {
          document: 'boleta',
          terms: 'on',
          cart: JSON.stringify({
            key: randomUUID(),
            choices: [{ product_id: product, mode: 'business', seats: 5 }],
            code: 'BIENVENIDA100',
            expected_total_clp: 0,
            repeat: 'yes',
          }),
        })
        .catch(() => undefined)
      const order = /order=([^&]+)/.exec(answer?.headers.get('location') ?? '')?.[1]
      // A busy machine answers some with 'later': what matters is that some are confirmed and others still under way.
      if (order && confirmed.push(order) === 5) await first.end('SIGKILL')
    })
    await Promise.all(checkouts)
    expect(confirmed.length).toBeGreaterThan(0)
    expect(confirmed.length).toBeLessThan(50)

    const second = await shop({ DATA_DIR: dataDir })
    expect((await fetch(second.url)).status).toBe(200)
    expect(await second.end('SIGTERM')).toBe(0)
    const postgres = await startEmbeddedPostgres({ dataDir })
    onTestFinished(() => postgres.stop())
    const orders = await query<{
      order_number: string
      status: string
      items: string
      accesses: string
      payments: string
    }>(
      postgres.connectionString,
      `select order_number, status,
       (select count(*) from order_items where order_id = orders.id) as items,
       (select count(*) from user_accesses join order_items item on item.id = order_item_id where item.order_id = orders.id) as accesses,
       (select count(*) from payment_attempts where order_id = orders.id and status = 'paid') as payments
     from orders`,
    )
    const numbers = orders.map(order => order.order_number)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers).toEqual(expect.arrayContaining(confirmed))
    for (const order of orders)
      expect(order).toMatchObject({ status: 'paid', items: '1', accesses: '1', payments: '1' })
    const [code] = await query<{ current_uses: number }>(
      postgres.connectionString,
      "select current_uses from discount_codes where code = 'BIENVENIDA100'",
    )
    expect(code?.current_uses).toBe(orders.length)
  },
  LONG,
)

it(
  'reports that PostgreSQL is unavailable, and recovers when it is back',
  async () => {
    const dataDir = await newFolder()
    const first = await startEmbeddedPostgres({ dataDir, fast: true })
    const running = await shop({ DATABASE_URL: first.connectionString, DATA_DIR: dataDir, DEMO: '1' })
    expect((await fetch(`${running.url}/auth`)).status).toBe(200)
    // The database is as good as killed: 5 seconds later the cached page is stale, and each revalidation answers 503.
    const kept = `${running.url}/assessments`
    const before = await (await fetch(kept)).text()
    await first.stop()
    const until = Date.now() + 12_000
    while (Date.now() < until) {
      const page = await fetch(kept)
      expect([page.status, (await page.text()) === before]).toEqual([200, true])
    }
    const away = await fetch(`${running.url}/assessment/agilidad?sin-copia`)
    expect(away.status).toBe(503)
    expect(away.headers.get('retry-after')).not.toBeNull()
    const failed = await away.text()
    expect(failed).toContain('No pudimos mostrar esta página')
    expect(failed).toContain('Reintentar')
    // The page offers a link, and the request id that support needs, with and without scripts.
    expect(failed).toMatch(/<header.*placeholder="Buscar assessments\.\.\."/s)
    expect(failed).toContain(`indica este código: ${away.headers.get('x-request-id')}`)
    expect(away.headers.get('server-timing')).toBe(`request;desc="${away.headers.get('x-request-id')}"`)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
    const second = await startEmbeddedPostgres({ dataDir, fast: true })
    onTestFinished(() => second.stop())
    expect(second.connectionString).toBe(first.connectionString)
    const page = await fetch(`${running.url}/assessment/agilidad?sin-copia`)
    expect(page.status).toBe(200)
    // The database is asked once a second.
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status, { timeout: 5_000 }).toBe(200)
  },
  LONG,
)

it(
  'stopped, it finishes open requests and exits with 0',
  async () => {
    const dataDir = await newFolder()
    const running = await shop({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    const underWay = Array.from({ length: 20 }, (_, index) => fetch(`${running.url}/assessments?search=${index}`))
    // Until the first one is being processed.
    await Promise.race(underWay)
    const ended = running.end('SIGTERM')
    const answers = await Promise.allSettled(underWay)
    for (const answer of answers) if (answer.status === 'fulfilled') expect(answer.value.status).toBe(200)
    expect(await ended).toBe(0)
  },
  LONG,
)

/** The id of a product, from its card in the list. */
async function productId(url: string, slug: string): Promise<string> {
  const list = await (await fetch(`${url}/assessments?search=${slug}`)).text()
  const card = list.split('data-product="').find(part => part.includes(`href="/assessment/${slug}"`))
  const id = /^[0-9a-f-]{36}/.exec(card ?? '')?.[0]
  if (!id) throw new Error(`No card names the id of ${slug}`)
  return id
}
