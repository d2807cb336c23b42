import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerPayment } from '#app/features/payments/manual/register-payment.server.ts'
import { priceOf } from '#app/features/pricing/pricing.ts'
import { replyToQuotation } from '#app/features/quotations/approval/reply-to-quotation.server.ts'
import { shareQuotation } from '#app/features/quotations/approval/share-quotation.server.ts'
import { ownQuotation } from '#app/features/quotations/quotations.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { asSessionUser, BOLETA } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile } from '#tests/support/factories.ts'
import { type PaymentServices, paymentServices } from '#tests/support/payments.ts'
import { createTestQuotation, quotationCartOf } from '#tests/support/quotations.ts'
import { checkOut } from './check-out.server.ts'
import { orderFromQuotation } from './order-from-quotation.server.ts'
import { paySharedQuotation } from './pay-shared-quotation.server.ts'

const NOW = new Date()
const SEATS = 8
const { totalClp: TOTAL } = priceOf({ basePriceClp: 100_000, mode: 'business', seats: SEATS })

let database: TestDatabase
let services: PaymentServices
let product: { id: string }
let actor: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase()
  services = paymentServices(database, () => NOW)
  product = await createProduct(database.ownerPool, { basePriceClp: 100_000 })
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

/** A quotation whose line measures an earlier purchase again. @param holder whose purchase that is; the buyer's by default */
async function quoted(holder?: { id: string }) {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const userId = holder?.id ?? buyer.id
  const earlier = await createPaidItem(database.ownerPool, { userId, productId: product.id, seats: SEATS })
  await rows("update order_items set result_mode = 'confidential' where id = $1", earlier.item_id)
  const choices = [{ product_id: product.id, mode: 'business' as const, seats: SEATS, repeats: earlier.item_id }]
  const id = await createTestQuotation(database.db, buyer, quotationCartOf(choices, TOTAL), NOW)
  const quotation = await asActor(database.db, { kind: 'user', userId: buyer.id }, tx => ownQuotation(tx, buyer.id, id))
  return { buyer, id, earlier: earlier.item_id, lines: quotation?.lines ?? [] }
}

const itemOf = async (quotationId: string) =>
  (
    await rows(
      `select item.repeats_order_item_id, item.result_mode from order_items item join orders on orders.id = item.order_id
       where orders.quotation_id = $1`,
      quotationId,
    )
  )[0]

const byStaff = (quotationId: string) =>
  orderFromQuotation(database, { actor, quotationId, billing: BOLETA, days: 30, now: NOW })

it('a quotation opened as a cart measures again what its line names', async () => {
  const { buyer, id, earlier, lines } = await quoted()
  expect(lines).toMatchObject([{ product_id: product.id, repeats: earlier }])
  const choices = lines.map(({ product_id, mode, seats, repeats }) => ({ product_id, mode, seats, repeats }))
  const cart = {
    key: randomUUID(),
    choices,
    code: null,
    quotation: id,
    expected_total_clp: TOTAL,
    repeat: 'yes' as const,
  }
  expect(await checkOut(database.db, buyer, cart, BOLETA, NOW)).toMatchObject({ ok: true })
  expect(await itemOf(id)).toEqual({ repeats_order_item_id: earlier, result_mode: 'confidential' })
})

it('so does the order that somebody with the link of an approved quotation pays', async () => {
  const { buyer, id, earlier } = await quoted()
  const linkHash = digestOf(await shareQuotation(database.db, { userId: buyer.id, quotationId: id, now: NOW }))
  const approval = { kind: 'approved', name: 'Carla', job_role: 'Jefa', purchase_order: null, comment: null } as const
  await replyToQuotation(database.db, { linkHash, reply: { id: randomUUID(), ...approval }, now: NOW })
  const billing = { document: 'boleta' } as const
  expect(await paySharedQuotation(services, { linkHash, method: 'transfer', billing, now: NOW })).toMatchObject({
    ok: true,
  })
  expect(await itemOf(id)).toEqual({ repeats_order_item_id: earlier, result_mode: 'confidential' })
})

it('so does the order that the staff make of it, and it still does when it is paid', async () => {
  const { id, earlier } = await quoted()
  const made = await byStaff(id)
  const seen = { method: 'transfer', reference: randomUUID(), paidOn: dayOf(NOW), note: null } as const
  const orderId = made?.orderId ?? ''
  const paid = await registerPayment(database, { actor, orderId, amount: TOTAL, seen, now: NOW })
  expect(paid).toMatchObject({ ok: true })
  expect(await itemOf(id)).toEqual({ repeats_order_item_id: earlier, result_mode: 'confidential' })
})

it('names nobody else’s purchase, whatever a browser sends', async () => {
  const { id, lines } = await quoted(await createProfile(database.ownerPool))
  expect(lines.map(line => line.repeats)).toEqual([undefined])
  await byStaff(id)
  expect(await itemOf(id)).toEqual({ repeats_order_item_id: null, result_mode: 'nominative' })
})

it('is bought all the same where the earlier purchase is no longer the buyer’s to repeat', async () => {
  const { id, earlier } = await quoted()
  await rows('update order_items set deleted_at = now() where id = $1', earlier)
  await byStaff(id)
  expect(await itemOf(id)).toMatchObject({ repeats_order_item_id: null })
})

it('measures an organisation’s purchase again for who coordinates there, until the membership ends', async () => {
  const owner = await createProfile(database.ownerPool)
  const earlier = await createPaidItem(database.ownerPool, { userId: owner.id, productId: product.id, seats: SEATS })
  const [{ id: company }] = await rows(
    "insert into organisations (name, created_at) values ('Frutos', now()) returning id",
  )
  await rows(
    'update orders set organisation_id = $1 where id = (select order_id from order_items where id = $2)',
    company,
    earlier.item_id,
  )
  const ordered = async (membership: 'stays' | 'ends') => {
    const member = asSessionUser(await createProfile(database.ownerPool))
    await rows(
      "insert into organisation_members (organisation_id, user_id, role, joined_at) values ($1, $2, 'coordinator', now())",
      company,
      member.id,
    )
    const choices = [{ product_id: product.id, mode: 'business' as const, seats: SEATS, repeats: earlier.item_id }]
    const id = await createTestQuotation(database.db, member, quotationCartOf(choices, TOTAL), NOW)
    if (membership === 'ends') await rows('delete from organisation_members where user_id = $1', member.id)
    await byStaff(id)
    return itemOf(id)
  }
  expect(await ordered('stays')).toMatchObject({ repeats_order_item_id: earlier.item_id })
  expect(await ordered('ends')).toMatchObject({ repeats_order_item_id: null })
})
