import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { recoverAttempts } from '#app/features/payments/attempts/settle-attempt.server.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { orderFromQuotation } from '#app/features/payments/checkout/order-from-quotation.server.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { pesos } from '#app/kernel/money.ts'
import { SYSTEM } from '#app/platform/database/actor.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { decideAtBank, type PaymentServices, paymentServices } from '#tests/support/payments.ts'
import { createTestQuotation, quotationCartOf } from '#tests/support/quotations.ts'
import { wordAs } from '#tests/support/row-security.ts'
import { cancelOrders } from './cancel-orders.server.ts'
import { keepOrderOpen, registerPayment } from './register-payment.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const NOT_PENDING = { name: 'Refusal', message: expect.stringContaining('Esta orden ya no está pendiente') }
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

let database: TestDatabase
let services: PaymentServices
let actor: { kind: 'admin'; userId: string }
beforeAll(async () => {
  database = await cloneDatabase(16)
  services = paymentServices(database, () => NOW)
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const newProduct = async () => ({ ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 })

/** A pending order of one person for 100.000 pesos. */
async function pendingOrder(code?: string) {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = await newProduct()
  const cart = cartOf(product, { ...(code && { code, total: 90_000 }) })
  const placed = await checkOut(database.db, buyer, cart, BOLETA, NOW)
  if (!placed.ok) throw new Error(placed.error.code)
  const { id, order_number, total_clp } = placed.value
  const state = async () => {
    const [order] = await rows('select status from orders where id = $1', id)
    const attempts = await rows(
      'select gateway, status from payment_attempts where order_id = $1 order by created_at, gateway',
      id,
    )
    const mails = await rows('select template from mails where order_id = $1 order by created_at', id)
    const accesses = await rows(
      "select from user_accesses access join order_items item on item.id = order_item_id where order_id = $1 and access.status <> 'revoked'",
      id,
    )
    return { status: order.status, attempts, mails: mails.map(mail => mail.template), accesses: accesses.length }
  }
  return { buyer, id, order_number, total: total_clp, state }
}

type Register = Parameters<typeof registerPayment>[1]
const register = (orderId: string, input: { amount?: number } & Partial<Register['seen']> = {}) => {
  const { amount = 100_000, ...seen } = input
  return registerPayment(database, {
    actor,
    orderId,
    amount: pesos(amount),
    seen: { method: 'transfer', reference: randomUUID(), paidOn: '2026-11-20', note: null, ...seen },
    now: NOW,
  })
}

const auditOf = (orderId: string) =>
  rows('select action, actor_user_id, before, after from audit_log where entity_id = $1 order by id', orderId)

describe('a manually recorded payment', () => {
  // shows: B4.2, B7.2
  it('pays the order with accesses and receipt, once of ten at once, and records who registered what', async () => {
    const { id, state } = await pendingOrder()
    const reference = 'TRX 4711'
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => register(id, { reference, note: 'Banco Uno' })),
    )
    const refused = answers.filter(answer => answer.status === 'rejected')
    expect(refused).toHaveLength(9)
    for (const { reason } of refused) expect(reason).toMatchObject(NOT_PENDING)
    expect(await state()).toEqual({
      status: 'paid',
      attempts: [{ gateway: 'transfer', status: 'paid' }],
      mails: ['order_receipt'],
      accesses: 1,
    })
    const [mail] = await rows('select params from mails where order_id = $1', id)
    expect(mail.params).toMatchObject({ medio_pago: 'Transferencia' })
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'payment_registered',
        actor_user_id: actor.userId,
        before: { status: 'pending' },
        after: { status: 'paid', method: 'transfer', amount_clp: 100_000, reference, paid_on: '2026-11-20' },
      },
    ])
  })

  // shows: B5.2
  it('is refused with another amount, an impossible day or a reference that has already paid an order', async () => {
    const first = await pendingOrder()
    const second = await pendingOrder()
    await expect(register(first.id, { amount: 99_999 })).rejects.toMatchObject({
      field: 'amount',
      message: 'La orden es por $100.000, ni más ni menos',
    })
    const impossible = { field: 'paid_on', message: 'Ingresa un día de los últimos 12 meses, hasta hoy' }
    await expect(register(first.id, { paidOn: '2026-11-22' })).rejects.toMatchObject(impossible)
    await expect(register(first.id, { paidOn: '2025-11-20' })).rejects.toMatchObject(impossible)
    const both = await Promise.allSettled([
      register(first.id, { reference: 'OP-77' }),
      register(second.id, { reference: 'op-77' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { field: 'reference', message: expect.stringContaining('Esa referencia ya pagó la orden') },
    })
    await expect(register(randomUUID())).rejects.toMatchObject(NOT_PENDING)
  })

  it('waits for a card payment that is being confirmed, and wins over one whose form is still open', async () => {
    const { id, buyer, state } = await pendingOrder()
    const started = await startPayment(services, { id, userId: buyer.id }, NOW)
    if (!started.ok) throw new Error(started.error.code)
    const back = await decideAtBank(services.simulator, started.value, 'authorize')
    await rows("update payment_attempts set status = 'committing' where order_id = $1", id)
    await expect(register(id)).rejects.toThrow('El banco está confirmando un pago con tarjeta de esta orden.')
    await rows("update payment_attempts set status = 'initiated' where order_id = $1", id)
    expect(await register(id)).toMatchObject({ ok: true })
    await handleReturn(services, back.method, back.params, NOW)
    const { attempts, accesses, status } = await state()
    expect(attempts.filter(attempt => attempt.status === 'paid')).toEqual([{ gateway: 'transfer', status: 'paid' }])
    expect([accesses, status]).toEqual([1, 'paid'])
  })

  it('never pays an order twice together with a concurrent card payment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, buyer, state } = await pendingOrder()
      const started = await startPayment(services, { id, userId: buyer.id }, NOW)
      if (!started.ok) throw new Error(started.error.code)
      const back = await decideAtBank(services.simulator, started.value, 'authorize')
      await Promise.allSettled([register(id), handleReturn(services, back.method, back.params, NOW)])
      const { attempts, accesses, status } = await state()
      expect(attempts.filter(attempt => attempt.status === 'paid')).toHaveLength(1)
      expect(
        attempts.filter(attempt => attempt.status === 'committing' || attempt.status === 'refund_pending'),
      ).toEqual([])
      expect([accesses, status]).toEqual([1, 'paid'])
    }
  })

  // shows: B4.3, B8.2
  it('is refunded by hand: no gateway is called, and the buyer is notified', async () => {
    const { id, state } = await pendingOrder()
    await register(id)
    const input = { actor, orderId: id, reason: 'Pagó dos veces', confirmed: { password: true, loss: true }, now: NOW }
    const part = { ...input, amount: pesos(40_000), seen: pesos(0) }
    expect(await refundOrder(services, part)).toMatchObject({ state: 'partially_refunded' })
    await expect(refundOrder(services, part)).rejects.toThrow(
      'mientras tanto hubo otro reembolso. Quedan $60.000 por devolver.',
    )
    expect(await refundOrder(services, { ...input, seen: pesos(40_000) })).toMatchObject({ state: 'refunded' })
    expect(await state()).toMatchObject({ status: 'refunded', accesses: 0 })
    const [mail] = await rows("select params from mails where order_id = $1 and template = 'refund_notice'", id)
    expect(mail.params).toMatchObject({ medio_pago: 'Transferencia' })
  })
})

describe('a pending order', () => {
  // shows: B2.34, B4.2, B9.6
  it('is kept open for the days that the staff set, and fails after that', async () => {
    const { id, state, buyer } = await pendingOrder()
    const stored = await keepOrderOpen(database, { actor, orderId: id, days: 7, now: NOW })
    expect(stored).toEqual(new Date('2026-11-29T02:59:59.999Z'))
    expect(await keepOrderOpen(database, { actor, orderId: id, days: 7, now: NOW })).toEqual(stored)
    expect(await rows('select template, recipient, params from mails where order_id = $1', id)).toMatchObject([
      {
        template: 'order_waiting',
        recipient: buyer.email,
        params: { fecha_limite: '28-11-2026', total_clp: '$100.000' },
      },
    ])
    const started = await startPayment(services, { id, userId: buyer.id }, NOW)
    if (!started.ok) throw new Error(started.error.code)
    const back = await decideAtBank(services.simulator, started.value, 'reject')
    await handleReturn(services, back.method, back.params, NOW)
    await recoverAttempts(services, inDays(6))
    expect(await state()).toMatchObject({ status: 'pending', attempts: [{ status: 'rejected' }] })
    await recoverAttempts(services, inDays(8))
    expect(await state()).toMatchObject({ status: 'failed' })
    await expect(keepOrderOpen(database, { actor, orderId: id, days: 7, now: NOW })).rejects.toMatchObject(NOT_PENDING)
    expect(await auditOf(id)).toMatchObject([{ action: 'order_kept_open', before: { held_until: null } }])
  })

  // shows: B2.35, B7.2
  it('is cancelled once, releases its use of the code and accepts no payment any more', async () => {
    await rows(
      "insert into discount_codes (code, name, type, value, valid_from) values ('DIEZ', 'x', 'percentage', 10, '2026-01-01')",
    )
    const { id, state, order_number, buyer } = await pendingOrder('DIEZ')
    const paid = await pendingOrder()
    await register(paid.id)
    const cancel = (...orderIds: string[]) =>
      cancelOrders(database, { actor, orderIds, reason: 'Se arrepintió', now: NOW })
    const answers = await Promise.all([cancel(id, paid.id), cancel(paid.id, id), cancel(id)])
    expect(answers.map(({ cancelled }) => cancelled).toSorted()).toEqual([0, 0, 1])
    expect(await state()).toMatchObject({ status: 'failed', mails: ['order_cancelled'] })
    expect(await paid.state()).toMatchObject({ status: 'paid', mails: ['order_receipt'] })
    expect(await rows('select recipient, params from mails where order_id = $1', id)).toMatchObject([
      { recipient: buyer.email, params: { numero_orden: order_number, motivo_cancelacion: 'Se arrepintió' } },
    ])
    expect(await rows("select current_uses from discount_codes where code = 'DIEZ'")).toEqual([{ current_uses: 0 }])
    await expect(register(id, { amount: 90_000 })).rejects.toMatchObject(NOT_PENDING)
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'order_cancelled',
        before: { status: 'pending' },
        after: { status: 'failed', reason: 'Se arrepintió' },
      },
    ])
    expect(await cancel()).toEqual({ cancelled: 0, left: 0 })
  })

  // shows: B4.2
  it('is either paid or cancelled when both happen at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, state } = await pendingOrder()
      const [paid, cancelled] = await Promise.allSettled([
        register(id),
        cancelOrders(database, { actor, orderIds: [id], now: NOW }),
      ])
      const isPaid = paid.status === 'fulfilled'
      if (!isPaid) expect(paid.reason).toMatchObject(NOT_PENDING)
      expect(cancelled).toMatchObject({ status: 'fulfilled', value: { cancelled: isPaid ? 0 : 1 } })
      expect(await state()).toMatchObject(isPaid ? { status: 'paid', accesses: 1 } : { status: 'failed', accesses: 0 })
    }
  })
})

describe('an accepted quotation', () => {
  async function quoted(basePriceClp = 100_000) {
    const buyer = await createProfile(database.ownerPool)
    const product = await createProduct(database.ownerPool, { basePriceClp })
    const choices = [{ product_id: product.id, mode: 'self' as const, seats: 1 }]
    const id = await createTestQuotation(database.db, buyer, quotationCartOf(choices, basePriceClp), NOW)
    const order = (now = NOW) =>
      orderFromQuotation(database, { actor, quotationId: id, billing: BOLETA, days: 30, now })
    return { id, buyer, product, order }
  }

  // shows: B2.37
  it('becomes one open order of its client at its held price, however often it is requested', async () => {
    const { id, buyer, product, order } = await quoted()
    await rows('update assessments set base_price_clp = 250000 where id = $1', product.id)
    const made = await Promise.all([order(), order(), order()])
    expect(made.map(answer => answer?.isNew).toSorted()).toEqual([false, false, true])
    const found = await rows('select id, user_id, status, total_clp from orders where quotation_id = $1', id)
    expect(found).toEqual([{ id: made[0]?.orderId, user_id: buyer.id, status: 'pending', total_clp: 100_000 }])
    expect(await rows('select template from mails where order_id = $1', found[0].id)).toEqual([
      { template: 'order_waiting' },
    ])
    await recoverAttempts(services, inDays(5))
    expect(await register(found[0].id)).toMatchObject({ ok: true })
    await expect(order()).rejects.toThrow('Esta cotización ya se compró.')
    expect(await auditOf(found[0].id)).toMatchObject([
      { action: 'order_made_for_client', actor_user_id: actor.userId },
      { action: 'payment_registered' },
    ])
  })

  it("uses a once-per-customer code of the client's, whose own unpaid order gives it up, and never of the administrator's", async () => {
    await rows(
      "insert into discount_codes (code, name, type, value, valid_from, once_per_customer) values ('UNAVEZ', 'x', 'percentage', 10, '2026-01-01', true)",
    )
    const buyer = asSessionUser(await createProfile(database.ownerPool))
    const product = await newProduct()
    const cart = cartOf(product, { code: 'UNAVEZ', total: 90_000 })
    const unpaid = async (user: typeof buyer) => {
      const placed = await checkOut(database.db, user, { ...cart, key: randomUUID() }, BOLETA, NOW)
      return placed.ok ? placed.value.id : placed.error.code
    }
    const quotationId = await createTestQuotation(database.db, buyer, { ...cart, key: randomUUID() }, NOW)
    const own = await unpaid(buyer)
    // The administrator's own order holds the administrator's use.
    await unpaid({ ...buyer, id: actor.userId })
    const made = await orderFromQuotation(database, { actor, quotationId, billing: BOLETA, days: 30, now: NOW })
    expect(made).toMatchObject({ isNew: true })
    expect(await rows('select status from orders where id = $1', own)).toEqual([{ status: 'failed' }])
    expect(
      await rows('select from discount_redemptions where user_id = $1 and released_at is null', buyer.id),
    ).toHaveLength(1)
  })

  it('is refused when it has expired, no longer holds or does not exist', async () => {
    const { order, product } = await quoted()
    await expect(order(inDays(20))).rejects.toThrow('La cotización venció')
    await rows("update assessments set status = 'archived' where id = $1", product.id)
    await expect(order()).rejects.toThrow('La cotización ya no se puede cumplir')
    const none = { actor, quotationId: randomUUID(), billing: BOLETA, days: 30, now: NOW }
    expect(await orderFromQuotation(database, none)).toBeUndefined()
  })
})

describe('row-level security', () => {
  // shows: B6.2
  it('stops a buyer from keeping orders open or recording and reading payments, and anybody from changing a record', async () => {
    const { id, buyer } = await pendingOrder()
    const paid = await pendingOrder()
    await register(paid.id)
    const [attempt] = await rows('select id from payment_attempts where order_id = $1', paid.id)
    const asBuyer = (statement: string) => wordAs(database, { kind: 'user', userId: buyer.id }, statement)
    const asAdmin = (statement: string) => wordAs(database, actor, statement)
    const attemptOf = (status: string) =>
      `insert into payment_attempts (order_id, user_id, gateway, buy_order, amount_clp, status)
       values ('${id}', '${buyer.id}', 'transfer', 'x', 0, '${status}')`
    const insert = `insert into manual_payments (attempt_id, order_id, method, reference, paid_on)
      values ('${attempt.id}', '${id}', 'transfer', 'x', '2026-11-20')`
    expect(await asBuyer("update orders set held_until = 'infinity'")).toBe('orders_held_by_staff')
    expect(await asBuyer(attemptOf('created'))).toBe('payment_attempts_manual_by_admin')
    expect(await wordAs(database, SYSTEM, attemptOf('paid'))).toBe('payment_attempts_manual_by_admin')
    expect(await asBuyer('select 1 from manual_payments')).toBe('done: 0')
    expect(await asBuyer(insert)).toBe('manual_payments_of_attempt')
    expect(await asAdmin(insert)).toBe('manual_payments_of_attempt')
    expect(await asBuyer(insert.replaceAll(id, paid.id))).toContain('row-level security')
    expect(await asAdmin("update manual_payments set reference = 'x'")).toContain('permission denied')
    expect(await asAdmin('delete from manual_payments')).toContain('permission denied')
  })
})
