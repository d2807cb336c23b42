import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { createAccount, createSession, findProduct } from './support/factories.ts'
import { HttpVisitor } from './support/http-visitor.ts'
import { startPair } from './support/postgres-pair.ts'
import { findPostgres15 } from './support/postgres15.ts'
import { needing } from './support/programs.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { freePort, startShop } from './support/shop-process.ts'

const postgres15 = findPostgres15()

const PAGES = [
  '/',
  '/assessments?search=datos',
  '/suggest?q=dat',
  '/assessment/agilidad',
  '/assessment/agilidad/informe-de-ejemplo',
  '/sitemap.xml',
]
const REPORTS = [
  '/admin',
  '/admin/analytics',
  '/admin/analytics/csv',
  '/admin/analytics/xlsx',
  '/admin/report/pdf',
  '/admin/report/xlsx',
  '/admin/report/sales-book',
  '/admin/finance/reconciliation/month/2026-10/csv',
  '/admin/orders/export',
  '/admin/discounts/export',
]
const CODE = { intent: 'create', name: 'Invierno', type: 'percentage', value: '10' }

async function startWithReplica() {
  const pair = await startPair(postgres15 ?? '', { confirming: false })
  const folder = await makeScratchFolder('replica')
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const metricsPort = await freePort()
  const shop = await startShop({
    DATABASE_URL: pair.address,
    DATABASE_READ_URL: pair.standby,
    DATA_DIR: folder,
    DEMO: '1',
    DB_POOL: '20',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: '0',
    METRICS_PORT: String(metricsPort),
  })
  onTestFinished(async () => void (await shop.end('SIGKILL')))
  const databases = openDatabases(pair.address, 2)
  onTestFinished(() => databases.close())
  const pool = databases.ownerPool
  const { email } = await createAccount(pool, { role: 'admin' })
  const session = await createSession(pool, email)
  const staff = () => new HttpVisitor(shop.url, { [session.name]: session.value })
  const used = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return /^alhena_read_replica_used (\S+)$/m.exec(text)?.[1]
  }
  const isUsed = () => expect.poll(used, { timeout: 30_000 }).toBe('1')
  const isUnused = () => expect.poll(used, { timeout: 15_000 }).toBe('0')
  await isUsed()
  const { rows } = await pool.query<{ version: number }>(
    "select version from legal_versions where key = 'privacy_respondents'",
  )
  const pages = [...PAGES, `/legal/privacidad/${rows[0]?.version}`]
  return { pair, shop, pool, pages, staff, isUsed, isUnused }
}

it.skipIf(!postgres15)(
  needing(
    'a replica serves public pages and reports: nobody reads less than they wrote, nor a change of the shop late',
    'PostgreSQL 15',
    postgres15,
  ),
  async () => {
    const { pair, shop, pool, pages, staff, isUsed } = await startWithReplica()
    const visitor = new HttpVisitor(shop.url)
    const textOf = async (path: string, by = visitor) => (await by.get(path)).text()
    const pause = () => pair.askStandby('select pg_wal_replay_pause()')
    const resume = () => pair.askStandby('select pg_wal_replay_resume()')
    const { id } = await findProduct(pool, 'agilidad')
    const rename = (name: string) => pool.query('update assessments set name = $2 where id = $1', [id, name])

    // Each page that may be read from it is, and writes nothing there: the shop would log that it had to ask the primary.
    for (const path of pages) expect([path, (await visitor.get(path)).status]).toEqual([path, 200])
    for (const path of REPORTS) expect([path, (await staff().get(path)).status]).toEqual([path, 200])
    expect(shop.output()).not.toContain('read_replica_failed')

    // Nothing more arrives. A change that the shop is not told of shows what is read from the replica.
    await isUsed()
    await pause()
    const author = staff()
    expect((await author.post('/admin/discounts', { ...CODE, code: 'INVIERNO' })).status).toBeLessThan(400)
    await pool.query('alter table assessments disable trigger user')
    await rename('Agilidad callada')
    await pool.query('alter table assessments enable trigger user')
    expect(await textOf('/assessments?search=agilidad')).not.toContain('Agilidad callada')
    expect(await textOf('/admin/discounts/export', staff())).not.toContain('INVIERNO')
    expect(await textOf('/admin/discounts/export', author)).toContain('INVIERNO')
    // What is older than five seconds is not shown.
    await expect.poll(() => textOf('/admin/discounts/export', staff()), { timeout: 15_000 }).toContain('INVIERNO')
    await expect.poll(() => textOf('/assessments?search=agilidad')).toContain('Agilidad callada')

    // A change of the shop is on its pages at once.
    await resume()
    await isUsed()
    await pause()
    await rename('Agilidad a la vista')
    await expect.poll(() => textOf('/assessment/agilidad'), { timeout: 3_000 }).toContain('Agilidad a la vista')
    await resume()
    await isUsed()
    expect(await textOf('/assessment/agilidad')).toContain('Agilidad a la vista')
  },
  300_000,
)

it.skipIf(!postgres15)(
  needing('a replica that fails or dies costs nobody an answer', 'PostgreSQL 15', postgres15),
  async () => {
    const { pair, shop, pool, pages, staff, isUsed, isUnused } = await startWithReplica()
    const visitor = new HttpVisitor(shop.url)

    // Table locks are replayed, too, and here the replica never learns that this one was released. Until a change that the shop has just
    // been told of is replayed it is not asked: then once more.
    const locks = "select from pg_locks where mode = 'AccessExclusiveLock' and granted"
    const askLocked = async () => {
      const locker = await pool.connect()
      await locker.query('begin; lock table assessments')
      await expect.poll(async () => (await pair.askStandby(locks))?.length).toBeGreaterThan(0)
      await pair.askStandby('select pg_wal_replay_pause()')
      await locker.query('commit')
      locker.release()
      price += 1
      const { status } = await visitor.get(`/assessments?search=agilidad&min=${price}`)
      await pair.askStandby('select pg_wal_replay_resume()')
      await isUsed()
      return `${status} ${shop.output()}`
    }
    let price = 1000
    await expect.poll(askLocked, { timeout: 60_000 }).toMatch(/^200 .*read_replica_failed/s)

    await pair.killStandby()
    const asked = [...pages.map(path => [path, visitor] as const), ...REPORTS.map(path => [path, staff()] as const)]
    const statuses = await Promise.all(asked.map(async ([path, by]) => [path, (await by.get(path)).status]))
    expect(statuses).toEqual(asked.map(([path]) => [path, 200]))
    await isUnused()
    expect((await visitor.get('/assessments?sort=price_desc')).status).toBe(200)
  },
  300_000,
)
