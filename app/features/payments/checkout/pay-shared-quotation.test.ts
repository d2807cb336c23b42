import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { registerPayment } from '#app/features/payments/manual/register-payment.server.ts'
import { LINK_TEXTS } from '#app/features/quotations/approval/approval.ts'
import { replyToQuotation } from '#app/features/quotations/approval/reply-to-quotation.server.ts'
import { shareQuotation, withdrawLink } from '#app/features/quotations/approval/share-quotation.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { refundableClp } from '#app/platform/payments/gateway.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { decideAtBank, type PaymentServices, paymentServices } from '#tests/support/payments.ts'
import { createTestQuotation, quotationCartOf } from '#tests/support/quotations.ts'
import { checkOut } from './check-out.server.ts'
import { paySharedQuotation } from './pay-shared-quotation.server.ts'

const NOW = new Date()
const QUOTED = 300_000
const FACTURA = {
  document: 'factura',
  rut: '76192083-9',
  name: 'Empresa de Prueba SpA',
  activity: 'Servicios',
  address: 'Av. Providencia 1234',
  commune: 'Providencia',
} as const

let database: TestDatabase
let services: PaymentServices
beforeAll(async () => {
  database = await cloneDatabase(10)
  services = paymentServices(database, () => NOW)
})
afterAll(() => database.close())

/** An approved quotation whose product has become dearer since, with its link. */
async function approved({ isApproved = true } = {}) {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = await createProduct(database.ownerPool, { basePriceClp: 100_000 })
  const choices = [{ product_id: product.id, mode: 'business' as const, seats: 11 }]
  const quotationId = await createTestQuotation(database.db, buyer, quotationCartOf(choices, QUOTED), NOW)
  await rows('update assessments set base_price_clp = 150000 where id = $1', product.id)
  const linkHash = digestOf(await shareQuotation(database.db, { userId: buyer.id, quotationId, now: NOW }))
  const cart = (repeat?: 'yes' | 'continue' | 'replace') =>
    cartOf(
      { ...product, basePriceClp: 150_000 },
      { seats: 11, total: QUOTED, quotation: quotationId, ...(repeat && { repeat }) },
    )
  if (isApproved) await approve(linkHash)
  return { buyer, quotationId, linkHash, cart }
}

const approve = (linkHash: string) =>
  replyToQuotation(database.db, {
    linkHash,
    now: NOW,
    reply: {
      id: randomUUID(),
      kind: 'approved',
      name: 'Carla',
      job_role: 'Jefa',
      purchase_order: '4500',
      comment: null,
    },
  })
const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const ordersOf = (id: string) =>
  rows(
    'select id, status, user_id, total_clp, purchase_order from orders where quotation_id = $1 order by created_at',
    id,
  )
const pay = (linkHash: string, method: 'card' | 'transfer' = 'card') =>
  paySharedQuotation(services, { linkHash, method, billing: FACTURA, now: NOW })

async function formOf(paying: ReturnType<typeof pay>): Promise<string> {
  const answer = await paying
  if (!answer.ok || answer.value.to !== 'bank') throw new Error(JSON.stringify(answer))
  return answer.value.address
}

async function authorise(form: string) {
  const { method, params } = await decideAtBank(services.simulator, form, 'authorize')
  return handleReturn(services, method, params, NOW)
}

describe('a shared quotation', () => {
  it('is paid at its own prices; the order is of whoever requested it, with the purchase-order number', async () => {
    const { buyer, quotationId, linkHash } = await approved()
    expect(await authorise(await formOf(pay(linkHash)))).toMatchObject({ outcome: 'paid' })
    expect(await ordersOf(quotationId)).toMatchObject([
      { status: 'paid', user_id: buyer.id, total_clp: QUOTED, purchase_order: '4500' },
    ])
    expect(await rows('select user_id from user_accesses where user_id = $1', buyer.id)).toHaveLength(1)
    await expect(pay(linkHash)).rejects.toThrow('Esta cotización ya se pagó.')
    await expect(approve(linkHash)).rejects.toThrow(LINK_TEXTS.bought)
  })

  it('is not paid before it is approved, after it is withdrawn, or with an invented link', async () => {
    const { buyer, quotationId, linkHash } = await approved({ isApproved: false })
    await expect(pay(linkHash)).rejects.toThrow('Antes de pagar, la cotización debe ser aprobada.')
    await approve(linkHash)
    await withdrawLink(database.db, { userId: buyer.id, quotationId, now: NOW })
    await expect(pay(linkHash)).rejects.toThrow('Quien pidió esta cotización retiró el enlace.')
    await expect(pay(digestOf('inventado'))).rejects.toThrow('Este enlace ya no vale')
    expect(await ordersOf(quotationId)).toEqual([])
  })

  it('gets one order from several clicks, tabs and methods, and is charged once', async () => {
    const { buyer, quotationId, linkHash } = await approved()
    const transfers = await Promise.all([pay(linkHash, 'transfer'), pay(linkHash, 'transfer')])
    expect(transfers.every(answer => answer.ok)).toBe(true)
    const forms = await Promise.all([formOf(pay(linkHash)), formOf(pay(linkHash))])
    expect(await ordersOf(quotationId)).toHaveLength(1)
    expect(
      await rows("select 1 from mails where template = 'order_waiting' and recipient = $1", buyer.email),
    ).toHaveLength(1)
    await Promise.all(forms.map(authorise))
    const [order] = await ordersOf(quotationId)
    expect(order.status).toBe('paid')
    const paid = await rows("select 1 from payment_attempts where order_id = $1 and status = 'paid'", order.id)
    expect(paid).toHaveLength(1)
  })

  it('leaves its order without the people when the account of its owner is deleted', async () => {
    const { buyer, quotationId, linkHash } = await approved()
    await pay(linkHash, 'transfer')
    await rows('update profiles set deleted_at = now() where id = $1', buyer.id)
    expect(await ordersOf(quotationId)).toMatchObject([{ purchase_order: '4500' }])
    expect(await rows('select 1 from quotation_replies where quotation_id = $1', quotationId)).toEqual([])
    await expect(pay(linkHash)).rejects.toThrow('Este enlace ya no vale')
  })

  it('keeps its order when the card is rejected, for another try', async () => {
    const { quotationId, linkHash } = await approved()
    const { method, params } = await decideAtBank(services.simulator, await formOf(pay(linkHash)), 'reject')
    expect(await handleReturn(services, method, params, NOW)).toMatchObject({ outcome: 'rejected' })
    const again = paySharedQuotation(services, { linkHash, method: 'card', billing: undefined, now: NOW })
    expect(await authorise(await formOf(again))).toMatchObject({ outcome: 'paid' })
    expect(await ordersOf(quotationId)).toHaveLength(1)
  })

  it('continues the order that the owner has started, and the owner is asked before starting another', async () => {
    const { buyer, quotationId, linkHash, cart } = await approved({ isApproved: false })
    const own = await checkOut(database.db, buyer, cart(), BOLETA, NOW)
    await approve(linkHash)
    await formOf(pay(linkHash))
    expect(await ordersOf(quotationId)).toMatchObject([{ id: own.ok && own.value.id, purchase_order: '4500' }])
    const found = "select 1 from orders where quotation_id = $1 and list_words @@ private.list_query('4500')"
    expect(await rows(found, quotationId)).toHaveLength(1)
    const later = await approved()
    await pay(later.linkHash, 'transfer')
    expect(await checkOut(database.db, later.buyer, later.cart(), BOLETA, NOW)).toMatchObject({
      error: { code: 'payment_unfinished', total_clp: QUOTED },
    })
    const [waiting] = await ordersOf(later.quotationId)
    expect(await checkOut(database.db, later.buyer, later.cart('continue'), BOLETA, NOW)).toMatchObject({
      ok: true,
      value: { id: waiting.id },
    })
  })

  it('is paid once when two orders of it are paid at once: the other is refunded, or never confirmed', async () => {
    const { buyer, quotationId, linkHash, cart } = await approved()
    const own = await checkOut(database.db, buyer, cart(), BOLETA, NOW)
    const second = await checkOut(database.db, buyer, cart('yes'), BOLETA, NOW)
    if (!own.ok || !second.ok) throw new Error('No order')
    const started = await startPayment(services, { id: second.value.id, userId: buyer.id }, NOW)
    if (!started.ok) throw new Error(started.error.code)
    await Promise.all([authorise(await formOf(pay(linkHash))), authorise(started.value)])
    const orders = await ordersOf(quotationId)
    expect(orders.map(order => order.status).toSorted()).toEqual(['failed', 'paid'])
    const attempts: { status: string; token: string }[] = await rows(
      'select status, token from payment_attempts where order_id = any ($1)',
      orders.map(order => order.id),
    )
    // Whichever comes second finds its order withdrawn, or has been confirmed a moment before.
    expect(
      attempts
        .map(({ status }) => status)
        .toSorted()
        .join(),
    ).toMatch(/^(paid,refunded|expired,paid)$/)
    const books = await Promise.all(attempts.map(({ token }) => services.gateways.current.query(token)))
    const kept = books.map(book => (book.ok ? (refundableClp(book.value) ?? 0) : 0))
    expect(kept.toSorted((a, b) => a - b)).toEqual([0, QUOTED])
  })

  it.each(['the owner’s first', 'the second first'])(
    'is used once when both forms of the bank were open before either was paid: %s',
    async first => {
      const { buyer, quotationId, linkHash, cart } = await approved()
      const own = await checkOut(database.db, buyer, cart(), BOLETA, NOW)
      const second = await checkOut(database.db, buyer, cart('yes'), BOLETA, NOW)
      if (!own.ok || !second.ok) throw new Error('No order')
      const forms: string[] = []
      for (const { value } of [own, second]) {
        const started = await startPayment(services, { id: value.id, userId: buyer.id }, NOW)
        if (!started.ok) throw new Error(started.error.code)
        forms.push(started.value)
      }
      for (const form of first === 'the second first' ? forms.toReversed() : forms) await authorise(form)
      const orders = await ordersOf(quotationId)
      expect(orders.map(order => order.status).toSorted()).toEqual(['failed', 'paid'])
      const tokens: { token: string }[] = await rows(
        'select token from payment_attempts where order_id = any ($1)',
        orders.map(order => order.id),
      )
      const books = await Promise.all(tokens.map(({ token }) => services.gateways.current.query(token)))
      const kept = books.map(book => (book.ok ? (refundableClp(book.value) ?? 0) : 0))
      expect(kept.toSorted((a, b) => a - b)).toEqual([0, QUOTED])
      const again = await checkOut(database.db, buyer, cart('yes'), BOLETA, NOW)
      expect(again).toMatchObject({ ok: false })
      await expect(pay(linkHash)).rejects.toThrow('Esta cotización ya se pagó.')
    },
  )

  it('stays used when its order was charged back', async () => {
    const { buyer, quotationId, cart } = await approved()
    const own = await checkOut(database.db, buyer, cart(), BOLETA, NOW)
    if (!own.ok) throw new Error('No order')
    const started = await startPayment(services, { id: own.value.id, userId: buyer.id }, NOW)
    if (!started.ok) throw new Error(started.error.code)
    await authorise(started.value)
    const client = await database.ownerPool.connect()
    try {
      await client.query("begin; set local alhena.kind = 'system'")
      await client.query("update orders set status = 'charged_back' where id = $1", [own.value.id])
      await client.query('commit')
    } finally {
      client.release()
    }
    expect((await ordersOf(quotationId)).map(order => order.status)).toEqual(['charged_back'])
    expect(await checkOut(database.db, buyer, cart('yes'), BOLETA, NOW)).toMatchObject({
      error: { code: 'cart_changed' },
    })
  })

  it('withdraws its other orders when one is paid, and takes no transfer for them, also at the same time', async () => {
    const { buyer, quotationId, linkHash, cart } = await approved()
    const own = await checkOut(database.db, buyer, cart(), BOLETA, NOW)
    const second = await checkOut(database.db, buyer, cart('yes'), BOLETA, NOW)
    if (!own.ok || !second.ok) throw new Error('No order')
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    const register = (orderId: string) =>
      registerPayment(services, {
        actor: { kind: 'admin', userId: admin.id },
        orderId,
        amount: pesos(QUOTED),
        seen: { method: 'transfer', reference: randomUUID(), paidOn: dayOf(NOW), note: null },
        now: NOW,
      })
    const registered = await Promise.all(
      [own, second].map(order =>
        register(order.value.id).then(
          paid => (paid.ok ? 'paid' : paid.error.code),
          error => String(error),
        ),
      ),
    )
    expect(registered.filter(word => word === 'paid')).toHaveLength(1)
    expect(registered.find(word => word !== 'paid')).toMatch(
      /^(quotation_bought$|Refusal: Esta orden ya no está pendiente)/,
    )
    const statuses = (await ordersOf(quotationId)).map(order => order.status)
    expect(statuses.toSorted()).toEqual(['failed', 'paid'])
    await expect(pay(linkHash)).rejects.toThrow('Esta cotización ya se pagó.')
  })
})
