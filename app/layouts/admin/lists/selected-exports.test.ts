import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessRows } from '#app/features/accesses/admin/admin-access-list.server.ts'
import { adminAccessList } from '#app/features/accesses/admin/admin-access-list.tsx'
import { auditRows } from '#app/features/audit/admin/audit-list.server.ts'
import { auditList } from '#app/features/audit/admin/audit-list.tsx'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import { clientRows } from '#app/features/clients/admin/client-list.server.ts'
import { clientList } from '#app/features/clients/admin/client-list.tsx'
import { companyRows } from '#app/features/clients/admin/company-list.server.ts'
import { companyList } from '#app/features/clients/admin/company-list.tsx'
import { discountRows } from '#app/features/discounts/admin/discount-list.server.ts'
import { discountList } from '#app/features/discounts/admin/discount-list.tsx'
import { orderRows } from '#app/features/orders/admin/order-list.server.ts'
import { orderList } from '#app/features/orders/admin/order-list.tsx'
import { readList } from '#app/kit/lists/define-list.ts'
import { exportRequest } from '#app/kit/lists/selected-rows.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { csvDownload } from '#app/platform/sheets/csv-download.server.ts'
import { parseDelimited } from '#app/platform/sheets/delimited.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  createPaidItem,
  createProduct,
  createProfile,
  type TestItem,
  type TestProfile,
} from '#tests/support/factories.ts'

let database: TestDatabase
let admin: Actor
let buyer: TestProfile
let selected: TestItem

beforeAll(async () => {
  database = await cloneDatabase()
  const { ownerPool: pool } = database
  admin = { kind: 'admin', userId: (await createProfile(pool, { role: 'admin' })).id }
  buyer = await createProfile(pool)
  const product = await createProduct(pool)
  selected = await createPaidItem(pool, { userId: buyer.id, productId: product.id, seats: 3 })
  await createPaidItem(pool, { userId: buyer.id, productId: product.id })
  // Older than any period that a screen shows by itself.
  await pool.query("update orders set created_at = '2020-01-01' where id = $1", [selected.order_id])
  await pool.query("insert into companies (key, name) values ('quilmen', 'Quilmén'), ('antuco', 'Antuco')")
  await pool.query(
    `insert into discount_codes (code, name, type, value, archived_at)
     values ('ARCHIVADO', 'Uno', 'percentage', 5, now()), ('VIGENTE', 'Otro', 'percentage', 5, null)`,
  )
})
afterAll(() => database.close())

/** An export of one row from a list that is filtered to others. */
const request = (id: string) =>
  exportRequest({ searchParams: new URLSearchParams({ row: id, status: 'failed', search: 'nadie', periodo: 'hoy' }) })

/** The first cell of every row, of a file as it is downloaded. */
async function cellsOf(batches: Parameters<typeof csvDownload>[2]): Promise<(string | undefined)[]> {
  const file = await csvDownload('filas.csv', ['Primera', 'Otra'], batches).text()
  return parseDelimited(file, 100)
    .slice(1)
    .map(([first]) => first)
}

const idOf = async (sql: string): Promise<string> => {
  const { rows } = await database.ownerPool.query<{ id: string }>(sql)
  return rows[0]?.id ?? ''
}

// shows: B2.16
it('a selected order is exported alone, whatever the filters are', async () => {
  const { url, only } = request(selected.order_id)
  const { query } = readList(orderList, url, new Date())
  expect(await cellsOf(orderRows.batches(database.db, admin, { ...query, only }))).toEqual([selected.order_number])
})

it('so does an access', async () => {
  const { url, only } = request(selected.owner_access_id)
  const { query } = readList(adminAccessList, url, new Date())
  expect(await cellsOf(accessRows.batches(database.db, admin, { ...query, only }))).toHaveLength(1)
})

it('so do a person and a company', async () => {
  const person = request(buyer.id)
  const people = readList(clientList, person.url, new Date()).query
  expect(await cellsOf(clientRows.batches(database.db, admin, { ...people, only: person.only }))).toEqual([
    `${buyer.first_name} ${buyer.last_name}`,
  ])
  const company = request(await idOf("select id from companies where key = 'quilmen'"))
  const companies = readList(companyList, company.url, new Date()).query
  expect(await cellsOf(companyRows.batches(database.db, admin, { ...companies, only: company.only }))).toEqual([
    'Quilmén',
  ])
})

it('so does a code, also one that is archived', async () => {
  const { url, only } = request(await idOf("select id from discount_codes where code = 'ARCHIVADO'"))
  const { query } = readList(discountList, url, new Date())
  expect(await cellsOf(discountRows.batches(database.db, admin, { ...query, only }))).toEqual(['ARCHIVADO'])
})

// shows: B2.16
it('so does an entry of the audit log', async () => {
  const entry = { action: 'text_changed', entity: 'shop_text' }
  await asActor(database.db, admin, tx =>
    writeAudits(tx, [
      { ...entry, entity_id: buyer.id },
      { ...entry, entity_id: selected.item_id },
    ]),
  )
  const sort = { column: 'at', direction: 'desc' } as const
  const everything = readList(auditList, { searchParams: new URLSearchParams('periodo=todo') }, new Date()).query
  const { rows } = await asActor(database.db, admin, tx => auditRows.page(tx, { ...everything, sort, size: 100 }))
  const requested = rows.find(row => row.entity_id === selected.item_id)
  const { url, only } = request(requested?.id ?? '')
  const { query } = readList(auditList, url, new Date())
  expect(await cellsOf(auditRows.batches(database.db, admin, { ...query, only }))).toEqual([String(requested?.number)])
})

it('an unknown row exports nothing', async () => {
  const { url, only } = request('x')
  const { query } = readList(orderList, url, new Date())
  expect(await cellsOf(orderRows.batches(database.db, admin, { ...query, only }))).toEqual([])
})
