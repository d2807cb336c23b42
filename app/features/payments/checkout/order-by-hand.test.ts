import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findLastBilling } from '#app/features/orders/order-billing.server.ts'
import { asActor, readAs } from '#app/platform/database/actor.server.ts'
import { BOLETA } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { orderByHand, quoteByHand } from './order-by-hand.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let admin: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase(10)
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const FACTURA = {
  ...BOLETA,
  billing: {
    document: 'factura',
    rut: '76192083-9',
    name: 'Viña Ñuble SpA',
    activity: 'Vinos',
    address: 'Camino 1',
    commune: 'Chillán',
  },
} as const

async function prepare() {
  const client = await createProfile(database.ownerPool)
  const product = await createProduct(database.ownerPool, { basePriceClp: 100_000 })
  const order = (input: Partial<Parameters<typeof orderByHand>[1]> = {}) =>
    orderByHand(database, {
      actor: admin,
      clientId: client.id,
      key: randomUUID(),
      choices: [{ product_id: product.id, mode: 'business', seats: 11 }],
      code: null,
      expectedTotal: 300_000,
      billing: FACTURA,
      days: 15,
      now: NOW,
      ...input,
    })
  return { client, product, order }
}

it('makes one pending order per key, at the shop’s prices, which waits for its payment and is told to the client', async () => {
  const { client, order } = await prepare()
  const key = randomUUID()
  const made = await Promise.all([order({ key }), order({ key }), order({ key })])
  expect(new Set(made).size).toBe(1)
  const orders = await rows('select * from orders where user_id = $1', client.id)
  expect(orders).toMatchObject([
    { status: 'pending', total_clp: 300_000, net_clp: 252_101, document_type: 'factura', quotation_id: null },
  ])
  expect(orders[0].held_until).toEqual(new Date('2026-12-07T02:59:59.999Z'))
  expect(await rows('select template from mails where recipient = $1', client.email)).toHaveLength(1)
  expect(await rows('select action, actor_user_id from audit_log where entity_id = $1', orders[0].id)).toEqual([
    { action: 'order_made_for_client', actor_user_id: admin.userId },
  ])
  const known = await asActor(database.db, admin, tx => findLastBilling(tx, client.id))
  expect(known).toMatchObject({ document: 'factura', billing_rut: '76192083-9', billing_commune: 'Chillán' })
})

it('asks again when the price is no longer as it was shown, and records nothing', async () => {
  const { client, product, order } = await prepare()
  await rows('update assessments set base_price_clp = 150000 where id = $1', product.id)
  const changed = 'Los precios o los productos cambiaron mientras tanto.'
  await expect(order()).rejects.toThrow(changed)
  await rows("update assessments set status = 'archived' where id = $1", product.id)
  await expect(order({ expectedTotal: 450_000 })).rejects.toThrow(changed)
  await expect(order({ expectedTotal: 0, choices: [] })).rejects.toThrow(changed)
  expect(await rows('select from orders where user_id = $1', client.id)).toEqual([])
})

it('claims a code for the client, and refuses one that does not apply and a purchase of $0', async () => {
  const { order } = await prepare()
  const code = `H${randomUUID().slice(0, 8).toUpperCase()}`
  await rows(
    "insert into discount_codes (code, name, type, value, max_uses, valid_from) values ($1, $1, 'percentage', 20, 1, '2026-01-01')",
    code,
  )
  await order({ code, expectedTotal: 240_000 })
  expect(await rows('select current_uses from discount_codes where code = $1', code)).toEqual([{ current_uses: 1 }])
  const refused = { name: 'Refusal', message: expect.stringContaining('código de descuento') }
  await expect(order({ code, expectedTotal: 240_000 })).rejects.toMatchObject(refused)
  await expect(order({ code: 'BIENVENIDA100', expectedTotal: 0 })).rejects.toMatchObject({ name: 'Refusal' })
})

it('shows why a code does not apply, in a page that only reads, and counts no guess of the client', async () => {
  const { client, product, order } = await prepare()
  const choices = [{ product_id: product.id, mode: 'self', seats: 1 } as const]
  const { quote } = await readAs(database.db, admin, tx =>
    quoteByHand(tx, { clientId: client.id, choices, code: 'NO-EXISTE', now: NOW }),
  )
  expect(quote).toMatchObject({ total_clp: 100_000, discount_problem: 'El código de descuento no es válido' })
  await expect(order({ code: 'TAMPOCO-EXISTE' })).rejects.toThrow('El código de descuento no es válido')
  expect(await rows('select from private.discount_tries where client_key = $1', `user:${client.id}`)).toEqual([])
})

it('knows no client who deleted their account, and obeys administrators only', async () => {
  const { client, order } = await prepare()
  const unknown = 'Esa cuenta ya no existe: elige a otra persona.'
  await expect(order({ clientId: randomUUID() })).rejects.toThrow(unknown)
  await rows('update profiles set deleted_at = now() where id = $1', client.id)
  await expect(order()).rejects.toThrow(unknown)
  const other = await createProfile(database.ownerPool)
  const buyer = { kind: 'user', userId: other.id } as never
  await expect(order({ actor: buyer })).rejects.toThrow(unknown)
})
