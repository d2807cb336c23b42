import { afterAll, beforeAll, expect, it } from 'vitest'
import { findReceiptMail, rememberedBillings } from '#app/features/orders/order-billing.server.ts'
import { receiptMailText } from '#app/features/orders/receipt.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { checkOut } from './check-out.server.ts'
import type { CheckoutForm } from './checkout-schema.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const newBuyer = async () => asSessionUser(await createProfile(database.ownerPool))

/** Leaves an order of a new product, some minutes after the first. @returns its id. */
async function order(user: Awaited<ReturnType<typeof newBuyer>>, form: CheckoutForm, minutes = 0, code?: string) {
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const cart = cartOf(product, code ? { code, total: 0 } : {})
  const placed = await checkOut(database.db, user, cart, form, new Date(NOW.getTime() + minutes * 60_000))
  if (!placed.ok) throw new Error(placed.error.code)
  return placed.value.id
}

const factura = (rut: string, name: string): CheckoutForm => ({
  ...BOLETA,
  billing: { document: 'factura', rut, name, activity: 'Vinos', address: 'Camino Real 45', commune: 'Chillán' },
})

it('remembers the newest factura of each RUT, the newest first, for its buyer only', async () => {
  const [ana, eva] = [await newBuyer(), await newBuyer()]
  const knownTo = (reader: typeof ana, owner = reader) =>
    asActor(database.db, { kind: 'user', userId: reader.id }, tx => rememberedBillings(tx, owner.id))
  expect(await knownTo(ana)).toEqual([])
  await order(ana, factura('76192083-9', 'Viña'))
  await order(ana, factura('60803000-K', 'Puerto'), 1)
  await order(ana, factura('76192083-9', 'Viña Nueva'), 2)
  await order(ana, BOLETA, 3)
  const rest = { billing_activity: 'Vinos', billing_address: 'Camino Real 45', billing_commune: 'Chillán' }
  expect(await knownTo(ana)).toEqual([
    { billing_rut: '76.192.083-9', billing_name: 'Viña Nueva', ...rest },
    { billing_rut: '60.803.000-K', billing_name: 'Puerto', ...rest },
  ])
  expect(await knownTo(eva)).toEqual([])
  expect(await knownTo(eva, ana)).toEqual([])
})

it('says where the receipt is, and nothing of one for an order that is not paid', async () => {
  const ana = await newBuyer()
  const id = await order(ana, BOLETA, 0, 'BIENVENIDA100')
  const textNow = async () => receiptMailText(await findReceiptMail(database.db, id))
  expect(await textNow()).toBe(`El comprobante va en camino a ${ana.email}.`)
  const set = (change: string) => database.ownerPool.query(`update mails set ${change} where order_id = $1`, [id])
  await set("status = 'failed'")
  expect(await textNow()).toBe(`No pudimos entregar el comprobante en ${ana.email}: descárgalo aquí.`)
  await set("status = 'sent', sent_at = now()")
  expect(await textNow()).toBe(`Enviamos el comprobante a ${ana.email}.`)
  expect(await findReceiptMail(database.db, await order(ana, BOLETA, 1))).toBeUndefined()
})
