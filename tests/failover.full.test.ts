import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { createAccount, createSession, findProduct } from './support/factories.ts'
import { HttpVisitor } from './support/http-visitor.ts'
import { startPair } from './support/postgres-pair.ts'
import { findPostgres15 } from './support/postgres15.ts'
import { needing } from './support/programs.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { startShop } from './support/shop-process.ts'

const postgres15 = findPostgres15()

const BUYERS = 6
/** Purchases after whose confirmation the primary dies, among others under way. */
const CONFIRMED_FIRST = 12

it.skipIf(!postgres15)(
  needing(
    'a promoted standby has every purchase that was confirmed, and the shop sells on',
    'PostgreSQL 15',
    postgres15,
  ),
  async () => {
    const pair = await startPair(postgres15 ?? '')
    const folder = await makeScratchFolder('failover')
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const env = { DATABASE_URL: pair.address, DATA_DIR: folder, DEMO: '1', DB_POOL: '20', LOG_LEVEL: 'error' }
    const shop = await startShop(env)
    onTestFinished(async () => void (await shop.end('SIGKILL')))
    const databases = openDatabases(pair.address, 2)
    onTestFinished(() => databases.close())
    const pool = databases.ownerPool
    const product = await findProduct(pool, 'agilidad')

    const confirmed = new Map<string, string>()
    const unanswered: { visitor: HttpVisitor; key: string }[] = []
    const buy = async (visitor: HttpVisitor, key: string) => {
      const choices = [{ product_id: product.id, mode: 'self', seats: 1 }]
      const cart = { key, choices, code: 'BIENVENIDA100', expected_total_clp: 0, repeat: 'yes' }
      const form = { document: 'boleta', terms: 'on', cart: JSON.stringify(cart) }
      const answer = await visitor.post('/checkout', form).catch(() => undefined)
      const order = /order=([^&]+)/.exec(answer?.headers.get('location') ?? '')?.[1]
      if (order) confirmed.set(key, order)
      return order
    }
    const visitors = await Promise.all(
      Array.from({ length: BUYERS }, async () => {
        const { email } = await createAccount(pool)
        const cookie = await createSession(pool, email)
        return new HttpVisitor(shop.url, { [cookie.name]: cookie.value })
      }),
    )
    let isDead = false
    const buyers = visitors.map(async visitor => {
      while (!isDead) {
        const key = randomUUID()
        if (!(await buy(visitor, key))) unanswered.push({ visitor, key })
      }
    })
    await expect.poll(() => confirmed.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(CONFIRMED_FIRST)
    await pair.killPrimary()
    isDead = true
    await Promise.all(buyers)
    const acknowledged = [...confirmed.values()]

    await pair.promote()
    await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status, { timeout: 30_000 }).toBe(200)
    const whole = async (numbers: string[]) => {
      const { rows } = await pool.query(
        `select order_number from orders where order_number = any ($1) and status = 'paid' and 1 =
           (select count(*) from user_accesses join order_items item on item.id = order_item_id where item.order_id = orders.id)`,
        [numbers],
      )
      return rows.length
    }
    expect(await whole(acknowledged)).toBe(acknowledged.length)

    // Whoever got no answer sends the same cart again: it buys once, whether or not it had been written.
    expect(unanswered.length).toBeGreaterThan(0)
    for (const { visitor, key } of unanswered) {
      await expect.poll(() => buy(visitor, key), { timeout: 30_000 }).toBeDefined()
    }
    const { rows } = await pool.query<{ orders: number }>('select count(*)::int as orders from orders')
    expect(rows[0]?.orders).toBe(confirmed.size)
    expect(await whole([...confirmed.values()])).toBe(confirmed.size)
  },
  300_000,
)
