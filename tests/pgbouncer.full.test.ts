import { randomUUID } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { addressOf } from '#app/platform/database/database-address.ts'
import { createAccount, createSession, findProduct, PASSWORD } from './support/factories.ts'
import { HttpVisitor } from './support/http-visitor.ts'
import { startPgbouncer } from './support/pgbouncer.ts'
import { findPostgres15, runPostgres15 } from './support/postgres15.ts'
import { findProgram, needing } from './support/programs.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { freePort, startShop } from './support/shop-process.ts'

// Two processes of the shop behind the recipe of deploy/pgbouncer: sessions of PostgreSQL change with each transaction.

const pgbouncer = findProgram('pgbouncer')
const postgres15 = findPostgres15()

const BUYERS = 12
/** Sessions of each login, for many more connections of the shop. */
const POOL_SIZE = 2

const missing = pgbouncer === undefined ? 'pgbouncer' : 'PostgreSQL 15'

it.skipIf(!pgbouncer || !postgres15)(
  needing(
    'the shop sells, mails and changes its settings through a pooler in transaction mode',
    missing,
    pgbouncer && postgres15,
  ),
  () => runPostgres15(postgres15 ?? '', sellThroughPooler),
  300_000,
)

/** A database whose owner is no superuser, as docs/operations.md asks. */
async function createOwned(server: string): Promise<string> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query('create role alhena login createrole')
  await client.query('create database alhena owner alhena')
  await client.end()
  return addressOf(server.replace('//shop@', '//alhena@'), 'alhena')
}

async function sellThroughPooler(server: string): Promise<void> {
  const address = await createOwned(server)
  const database = openDatabases(address, 2)
  onTestFinished(() => database.close())
  const folder = await makeScratchFolder('pgbouncer')
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const port = await freePort()
  const pooled = await startPgbouncer(pgbouncer ?? '', { folder, port, address, poolSize: POOL_SIZE })
  const env = {
    DATABASE_URL: pooled,
    DATABASE_SESSION_URL: address,
    DATA_DIR: folder,
    DEMO: '1',
    LOG_LEVEL: 'warn',
  }
  const shops = await Promise.all([1, 2].map(() => startShop({ ...env, APP_URL: 'http://127.0.0.1:1' })))
  onTestFinished(async () => void (await Promise.all(shops.map(shop => shop.end('SIGKILL')))))
  const [one, other] = shops.map(shop => shop.url)
  if (!one || !other) throw new Error('No shops')

  const product = await findProduct(database.ownerPool, 'agilidad')
  const visitor = async (url: string, role: 'client' | 'admin' = 'client') => {
    const { email } = await createAccount(database.ownerPool, { role })
    const cookie = await createSession(database.ownerPool, email)
    return { email, http: new HttpVisitor(url, { [cookie.name]: cookie.value }) }
  }
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, nth) => visitor(nth % 2 === 0 ? one : other)))
  const orders = await Promise.all(
    buyers.map(async ({ http }) => {
      const choices = [{ product_id: product.id, mode: 'self', seats: 1 }]
      const cart = { key: randomUUID(), choices, code: 'BIENVENIDA100', expected_total_clp: 0, repeat: null }
      const answer = await http.post('/checkout', { document: 'boleta', terms: 'on', cart: JSON.stringify(cart) })
      return /order=([^&]+)/.exec(answer.headers.get('location') ?? '')?.[1]
    }),
  )
  expect(orders).not.toContain(undefined)
  expect(new Set(orders).size).toBe(BUYERS)
  // Each sees the own orders and nobody else's, whosever session of PostgreSQL it was before.
  for (const [nth, { http }] of buyers.entries()) {
    const page = await (await http.get('/account/orders')).text()
    expect(orders.filter(order => page.includes(order ?? '-'))).toEqual([orders[nth]])
  }
  const unsent = () =>
    database.ownerPool.query("select from mails where status <> 'sent'").then(({ rowCount }) => rowCount)
  await expect.poll(unsent, { timeout: 60_000 }).toBe(0)

  // A setting that one process saves reaches the other one by the listener's own connection.
  const admin = await visitor(one, 'admin')
  const form = { intent: 'save', setting: 'notice', text: 'Mantención este domingo', seen: '0', password: PASSWORD }
  const saved = await admin.http.post('/admin/settings', form)
  expect(saved.status).toBe(302)
  await expect.poll(async () => (await fetch(`${other}/auth`)).text(), { timeout: 20_000 }).toContain(form.text)

  const { rows } = await database.ownerPool.query<{ login: string; sessions: number }>(
    `select usename as login, count(*)::int as sessions from pg_stat_activity
       where datname = current_database() and application_name = 'alhena' and pid <> pg_backend_pid() group by 1`,
  )
  const owner = new URL(pooled).username
  for (const { login, sessions } of rows) if (login !== owner) expect(sessions).toBeLessThanOrEqual(POOL_SIZE)
  expect(rows.map(({ login }) => login)).toEqual(expect.arrayContaining([`${owner}_web`, `${owner}_shop`]))
  for (const shop of shops) expect(shop.output()).not.toMatch(/"level":(40|50)|failed|listener_lost/)
}
