import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartOf } from './support/checkout.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { findProduct } from './support/factories.ts'
import { type HttpVisitor, signedInVisitor } from './support/http-visitor.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

// A row that somebody keeps locked: whoever needs it is told to come back, and everybody else is served.

const CODE = 'BIENVENIDA100'
const CHECKOUTS = 30

let database: TestDatabase
let dataDir: string
let shop: ShopProcess
let buyer: HttpVisitor
beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-locked-'))
  shop = await startShop({ DATABASE_URL: database.address, DATA_DIR: dataDir, DEMO: '1' })
  buyer = await signedInVisitor(shop.url, dataDir, 'espera@example.cl')
}, 180_000)
afterAll(async () => {
  await shop?.end('SIGTERM')
  await database?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

it('one locked code answers its checkouts with 503, and does not empty the pool for others', async () => {
  const product = { ...(await findProduct(database.ownerPool, 'agilidad')), basePriceClp: 119_990 }
  const holder = await database.ownerPool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from discount_codes where code = $1 for update', [CODE])
    const checkouts = Array.from({ length: CHECKOUTS }, () =>
      buyer.post('/checkout', {
        document: 'boleta',
        terms: 'on',
        cart: JSON.stringify(cartOf(product, { seats: 5, code: CODE, total: 0, repeat: 'yes' })),
      }),
    )
    let waiting = checkouts.length
    for (const checkout of checkouts) void checkout.finally(() => (waiting -= 1))
    const pages = await Promise.all(
      ['/account/orders', '/assessments?search=agilidad', '/account/security'].map(path => buyer.get(path)),
    )
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    // Were the pool empty, they would have waited until checkouts gave up.
    expect(waiting).toBeGreaterThan(0)
    const answers = await Promise.all(checkouts)
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([503])
    expect(answers.every(({ headers }) => headers.get('retry-after') !== null)).toBe(true)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const bought = await buyer.post('/checkout', {
    document: 'boleta',
    terms: 'on',
    cart: JSON.stringify(cartOf(product, { seats: 5, code: CODE, total: 0, repeat: 'yes' })),
  })
  expect(bought.status).toBe(302)
}, 60_000)
