import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { permissionAt, STAFF_SCOPES } from '#app/features/identity/staff/permissions.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { createAccount, createSession } from './support/factories.ts'
import { routePatterns } from './support/fuzz-routes.ts'
import { type ShopProcess, startShop } from './support/shop-process.ts'

// Opens every screen of the back office that a scope may open, with the rows of a company's activity: what row-level security
// hides from the scope must not break a screen.

let database: TestDatabase
let dataDir: string
let shop: ShopProcess

beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-walk-'))
  shop = await startShop({ DATABASE_URL: database.address, DATA_DIR: dataDir, DEMO: '1', DEMO_COMPANY: '1' })
}, 180_000)

afterAll(async () => {
  await shop?.end('SIGTERM')
  await database?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** A row for each kind of id in an address. */
const ROWS: Readonly<Record<string, string>> = {
  orderId: 'select id from orders order by created_at desc limit 1',
  clientId: 'select user_id as id from orders order by created_at desc limit 1',
  companyId: 'select id from companies limit 1',
  accessId: 'select id from user_accesses order by created_at desc limit 1',
  itemId: 'select order_item_id as id from workshop_sessions limit 1',
  assessmentId: 'select id from assessments limit 1',
  categoryId: 'select id from categories limit 1',
  discountId: 'select id from discount_codes limit 1',
  quotationId: 'select id from quotations limit 1',
  questionnaireId: 'select id from questionnaires limit 1',
  template: "select 'quotation' as id",
  document: "select 'terms' as id",
  kind: "select 'products' as id",
}

async function addressOf(pattern: string): Promise<string> {
  let address = pattern
  for (const [, name] of pattern.matchAll(/:(\w+)/g)) {
    const { rows } = await database.ownerPool.query<{ id: string }>(
      ROWS[name ?? ''] ?? 'select gen_random_uuid() as id',
    )
    address = address.replace(`:${name}`, rows[0]?.id ?? 'x')
  }
  return address
}

it.each(STAFF_SCOPES)(
  'every screen that %s may open works, and the others are shut',
  async scope => {
    const { id, email } = await createAccount(database.ownerPool, { role: 'admin' })
    await database.ownerPool.query('update profiles set staff_scope = $2 where id = $1', [id, scope])
    const { name, value } = await createSession(database.ownerPool, email)
    const wrong: string[] = []
    for (const pattern of routePatterns().filter(known => /^\/admin(\/|$)/.test(known))) {
      const answer = await fetch(shop.url + (await addressOf(pattern)), {
        headers: { cookie: `${name}=${value}` },
        redirect: 'manual',
      })
      const text = await answer.text()
      const isShut = answer.status === 403 || (pattern === '/admin' && answer.status === 302)
      const shouldBeShut = permissionAt(scope, pattern) === 'none'
      if (answer.status >= 500 || isShut !== shouldBeShut || text.includes('No pudimos mostrar')) {
        wrong.push(`${pattern}: ${answer.status}`)
      }
    }
    expect(wrong).toEqual([])
  },
  120_000,
)
