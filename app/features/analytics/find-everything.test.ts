import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueMail } from '#app/mails/outbox.server.ts'
import { type Actor, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestItem } from '#tests/support/factories.ts'
import { createTestQuotation, quotationCartOf } from '#tests/support/quotations.ts'
import { findEverything } from './find-everything.server.ts'

const now = new Date('2026-11-23T15:00:00Z')
let database: TestDatabase
let admin: Actor
let buyer: { id: string; email: string }
let colleague: { id: string }
let item: TestItem
let number: string

/** Titles by kind. */
async function find(search: string, actor = admin, scope: StaffScope = 'admin') {
  const found = await asActor(database.db, actor, tx => findEverything(tx, { search, max: 5, now, scope }))
  return found.map(({ kind, title }) => `${kind} ${title}`)
}

beforeAll(async () => {
  database = await cloneDatabase()
  const { ownerPool } = database
  admin = { kind: 'admin', userId: (await createProfile(ownerPool, { role: 'admin' })).id }
  buyer = await createProfile(ownerPool, { first_name: 'Rayén', last_name: 'Cuminao', email: 'rayen@search.cl' })
  colleague = await createProfile(ownerPool, { first_name: 'Luis', last_name: 'Tapia' })
  await ownerPool.query("update profiles set company = 'Molinos del Sur' where id = $1", [colleague.id])
  const product = await createProduct(ownerPool, { slug: 'brujula-search', basePriceClp: 249_990 })
  await ownerPool.query("update assessments set name = 'Brújula Zafiro' where id = $1", [product.id])
  item = await createPaidItem(ownerPool, {
    userId: buyer.id,
    productId: product.id,
    totalClp: 349_990,
    company: 'Molinos del Sur',
    rut: '76123456-0',
  })
  await ownerPool.query("update companies set rut = '76123456-0' where name = 'Molinos del Sur'")
  const id = await createTestQuotation(
    database.db,
    buyer,
    quotationCartOf([{ product_id: product.id, mode: 'self', seats: 1 }], 249_990),
    now,
  )
  number =
    (await ownerPool.query<{ number: string }>('select number from quotations where id = $1', [id])).rows[0]?.number ??
    ''
  await asActor(database.db, SYSTEM, tx =>
    queueMail(tx, {
      template: 'privacy_request_received',
      recipient: 'otra@search.cl',
      params: {
        nombre: 'Millaray',
        numero_solicitud: 'P-1',
        tipo_solicitud: 'x',
        fecha_solicitud: 'x',
        fecha_limite_respuesta: 'x',
      },
    }),
  )
})
afterAll(() => database.close())

describe('a RUT', () => {
  it.each(['76.123.456-0', '76123456-0', '761234560', '76 123 456-0', '76.123.4', ' 76123456 '])(
    'is found as written: %j',
    async search => {
      expect(await find(search)).toEqual([
        `orders ${item.order_number}`,
        'clients Luis Tapia',
        'clients Rayén Cuminao',
        'companies Molinos del Sur',
        `accesses ${buyer.email}`,
      ])
    },
  )

  it('of a quotation is found as well, and another one is not', async () => {
    expect(await find('76.192.083-9')).toEqual([`quotations ${number}`])
    expect(await find('76.123.457-9')).toEqual([])
  })
})

it.each(['349.990', '$349.990', '349990', '$ 349.990'])('an amount is found as written: %j', async search => {
  expect(await find(search)).toEqual([`orders ${item.order_number}`])
})

it('numbers are found whole, and by their last part; quotations also without zeros', async () => {
  expect(await find(item.order_number)).toEqual([`orders ${item.order_number}`])
  expect(await find(`…${item.order_number.slice(-4).toUpperCase()}`)).toContain(`orders ${item.order_number}`)
  expect(await find(number)).toEqual([`quotations ${number}`])
  expect(await find(`COT ${Number(number.split('-')[2])}`)).toEqual([`quotations ${number}`])
})

it('orders are found by their products, and mails by recipient and the people they name', async () => {
  expect(await find('brujula zaf')).toEqual([`orders ${item.order_number}`, 'products Brújula Zafiro'])
  expect(await find('otra search')).toEqual(['mails privacy_request_received'])
  expect(await find('millaray')).toEqual(['mails privacy_request_received'])
})

it('an access is found by its whole code alone', async () => {
  expect(await find(item.owner_code.toLowerCase())).toEqual([`accesses ${buyer.email}`])
  expect(await find(item.owner_code.slice(0, -1))).toEqual([])
})

it('results carry their state, date and amount', async () => {
  const [order, ...rest] = await asActor(database.db, admin, tx =>
    findEverything(tx, { search: '349.990', max: 5, now, scope: 'admin' }),
  )
  expect(order).toMatchObject({ kind: 'orders', state: 'paid', amount: 349_990, at: expect.any(Date), about: null })
  expect(rest).toEqual([])
})

it('nobody but the staff finds anything', async () => {
  for (const search of ['rayen', '76.123.456-0', number, 'millaray', 'agilidad']) {
    expect(await find(search, { kind: 'user', userId: colleague.id })).toEqual([])
    expect(await find(search, { kind: 'user', userId: buyer.id })).toEqual([])
  }
})
