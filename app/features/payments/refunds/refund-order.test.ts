import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { recoverAttempts } from '#app/features/payments/attempts/settle-attempt.server.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import type { RefundOutcome } from '#app/platform/payments/gateway.ts'
import { createGateways } from '#app/platform/payments/gateways.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createProduct, createProfile } from '#tests/support/factories.ts'
import { decideAtBank, type PaymentServices, paymentServices } from '#tests/support/payments.ts'
import { type RefundOrder, refundOrder } from './refund-order.server.ts'

const START = new Date('2026-11-21T15:00:00Z')
const NOT_PAID = 'No se devolvió nada: esta orden no está pagada, o ya se reembolsó.'
const LOSS_NOT_CONFIRMED = {
  field: 'understood',
  message: expect.stringContaining('Confirma que entiendes lo que se revoca'),
}
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000)

let database: TestDatabase
let services: PaymentServices
let admin: string
let now = START
beforeAll(async () => {
  database = await cloneDatabase(16)
  services = paymentServices(database, () => now)
  admin = (await createProfile(database.ownerPool, { role: 'admin' })).id
})
afterAll(() => database.close())

async function rows(text: string, ...values: unknown[]) {
  return (await database.ownerPool.query(text, values)).rows
}

/** A paid order of three seats, 180.000 pesos, with one person invited. */
async function paidOrder() {
  now = START
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const placed = await checkOut(database.db, buyer, cartOf(product, { seats: 3 }), BOLETA, now)
  if (!placed.ok) throw new Error(placed.error.code)
  const started = await startPayment(services, { id: placed.value.id, userId: buyer.id }, now)
  if (!started.ok) throw new Error(started.error.code)
  const { method, params } = await decideAtBank(services.simulator, started.value, 'authorize')
  await handleReturn(services, method, params, now)
  const [item] = await rows('select id from order_items where order_id = $1', placed.value.id)
  await createInvitation(database.ownerPool, { itemId: item.id, userId: buyer.id })
  const ask = (input: Partial<RefundOrder> = {}, other: Partial<PaymentServices> = {}) =>
    refundOrder(
      { ...services, ...other },
      {
        actor: { kind: 'admin', userId: admin },
        orderId: placed.value.id,
        reason: 'Compra duplicada',
        confirmed: { password: true, loss: true },
        now,
        ...input,
      },
    )
  const state = async () => {
    const [order] = await rows('select status from orders where id = $1', placed.value.id)
    const [attempt] = await rows(
      'select status, refunded_clp from payment_attempts where order_id = $1',
      placed.value.id,
    )
    const refunds = await rows('select status from refunds where order_id = $1 order by created_at', placed.value.id)
    const accesses = await rows("select from user_accesses where order_item_id = $1 and status <> 'revoked'", item.id)
    const mails = await rows(
      "select params from mails where order_id = $1 and template = 'refund_notice' order by created_at",
      placed.value.id,
    )
    return {
      order: order.status,
      attempt: attempt.status,
      refunded: attempt.refunded_clp,
      refunds: refunds.map(refund => refund.status),
      accesses: accesses.length,
      mails: mails.map(mail => mail.params),
    }
  }
  return { buyer, order: placed.value, total: placed.value.total_clp, ask, state }
}

const losing = (carriedOut: boolean): Partial<PaymentServices> => ({
  gateways: createGateways({
    ...services.simulator,
    async refund(token, amount): Promise<RefundOutcome> {
      if (carriedOut) await services.simulator.refund(token, amount)
      return { kind: 'unknown', reason: 'network' }
    },
  }),
})

describe('a whole refund', () => {
  // shows: B7.2
  it('returns the money, refunds the order, revokes its accesses and notifies the buyer', async () => {
    const { ask, state, total, order } = await paidOrder()
    expect(await ask()).toEqual({ state: 'refunded', amount: total })
    expect(await state()).toMatchObject({
      order: 'refunded',
      attempt: 'refunded',
      refunded: total,
      refunds: ['done'],
      accesses: 0,
      mails: [
        {
          numero_orden: order.order_number,
          motivo_reembolso: 'Compra duplicada',
          medio_pago: 'Crédito, tarjeta terminada en 6623',
          parcial: false,
        },
      ],
    })
    const audit = await rows('select action, actor_kind from audit_log where entity_id = $1 order by id', order.id)
    expect(audit).toEqual([
      { action: 'refund_requested', actor_kind: 'admin' },
      { action: 'order_refunded', actor_kind: 'system' },
    ])
    await expect(ask()).rejects.toThrow(NOT_PAID)
  })

  // shows: B4.3
  it('happens once when ten are requested at once', async () => {
    const { ask, state, total } = await paidOrder()
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => ask()))
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ name: 'Refusal' })
    expect(await state()).toMatchObject({ order: 'refunded', refunded: total, refunds: ['done'] })
    expect((await state()).mails).toHaveLength(1)
  })

  it('of an order of $0 needs no gateway, and says so', async () => {
    const buyer = asSessionUser(await createProfile(database.ownerPool))
    const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
    const cart = cartOf(product, { code: 'DEMO100', total: 0 })
    await rows(
      "insert into discount_codes (code, name, type, value, valid_from) values ('DEMO100', 'x', 'percentage', 100, '2026-01-01') on conflict do nothing",
    )
    const placed = await checkOut(database.db, buyer, cart, BOLETA, START)
    if (!placed.ok) throw new Error(placed.error.code)
    const actor = { kind: 'admin', userId: admin } as const
    const input = { actor, orderId: placed.value.id, reason: 'Prueba', now: START }
    const ask = (more: Partial<RefundOrder> = {}) =>
      refundOrder(services, { ...input, confirmed: { password: false, loss: true }, ...more })
    for (const amount of [-1, 1, Number.NaN, Number.POSITIVE_INFINITY, 0.5])
      await expect(ask({ amount })).rejects.toMatchObject({ field: 'amount', message: 'Quedan $0 por devolver' })
    await expect(ask({ confirmed: { password: true, loss: false } })).rejects.toMatchObject(LOSS_NOT_CONFIRMED)
    const refunded = await ask()
    expect(refunded).toEqual({ state: 'refunded', amount: 0 })
    expect(await rows('select status from user_accesses where user_id = $1', buyer.id)).toEqual([{ status: 'revoked' }])
    const [mail] = await rows(
      "select params from mails where recipient = $1 and template = 'refund_notice'",
      buyer.email,
    )
    expect(mail.params).toMatchObject({ sin_cobro: true })
  })
})

describe('a partial refund', () => {
  // shows: B2.29
  it('of the whole balance needs the same confirmation as a whole refund, and revokes the accesses', async () => {
    const { ask, state, total } = await paidOrder()
    const unaware = { password: true, loss: false }
    await expect(ask({ amount: total, confirmed: unaware })).rejects.toMatchObject(LOSS_NOT_CONFIRMED)
    expect(await ask({ amount: pesos(total - 1), confirmed: unaware })).toMatchObject({ state: 'partially_refunded' })
    await expect(ask({ amount: pesos(1), confirmed: unaware })).rejects.toMatchObject(LOSS_NOT_CONFIRMED)
    expect(await state()).toMatchObject({ order: 'paid', accesses: 2, refunds: ['done'] })
    expect(await ask({ amount: pesos(1) })).toEqual({ state: 'refunded', amount: 1 })
    expect(await state()).toMatchObject({ order: 'refunded', accesses: 0, refunded: total })
  })

  it("moves no peso without the requester's password, partial or whole", async () => {
    const { ask, state } = await paidOrder()
    const confirmed = { password: false, loss: true }
    const needed = { field: 'password', message: 'Escribe tu contraseña' }
    await expect(ask({ confirmed })).rejects.toMatchObject(needed)
    await expect(ask({ amount: pesos(1), confirmed })).rejects.toMatchObject(needed)
    expect(await state()).toMatchObject({ order: 'paid', refunds: [] })
  })

  it('never refunds more than was paid together with a concurrent one', async () => {
    const { ask, state, total } = await paidOrder()
    const parts = [pesos(200_000), pesos(200_000), pesos(200_000), pesos(150_000), pesos(100_000)]
    await Promise.allSettled(parts.map(amount => ask({ amount })))
    const left = pesos(total - (await state()).refunded)
    expect(left).toBeGreaterThanOrEqual(0)
    await expect(ask({ amount: pesos(left + 1) })).rejects.toMatchObject({ name: 'Refusal' })
  })

  // shows: A4.22, B4.3
  it('revokes nothing until nothing is left to give back', async () => {
    const { ask, state, total } = await paidOrder()
    expect(await ask({ amount: pesos(100_000) })).toEqual({ state: 'partially_refunded', amount: 100_000 })
    expect(await state()).toMatchObject({
      order: 'paid',
      attempt: 'partially_refunded',
      refunded: 100_000,
      accesses: 2,
      mails: [{ parcial: true, monto_reembolso_clp: '$100.000' }],
    })
    expect(await ask()).toEqual({ state: 'refunded', amount: total - 100_000 })
    expect(await state()).toMatchObject({ order: 'refunded', refunded: total, accesses: 0, refunds: ['done', 'done'] })
  })

  it.each([0, -1, 10_000_000, 0.5, Number.NaN])('of %d pesos is refused with the refundable balance', async amount => {
    const { ask, state, total } = await paidOrder()
    await expect(ask({ amount })).rejects.toMatchObject({
      field: 'amount',
      message: `Quedan ${formatPesos(total)} por devolver`,
    })
    expect(await state()).toMatchObject({ order: 'paid', refunds: [] })
  })

  // shows: B8.2
  it('that the bank declines changes nothing and can be requested again', async () => {
    const { ask, state, total } = await paidOrder()
    const declining: Partial<PaymentServices> = {
      gateways: createGateways({
        ...services.simulator,
        refund: async () => ({ kind: 'declined', code: 'partial_with_debit' }),
      }),
    }
    expect(await ask({ amount: pesos(5) }, declining)).toEqual({ state: 'declined', reason: 'partial_with_debit' })
    expect(await state()).toMatchObject({ order: 'paid', attempt: 'paid', refunds: ['declined'], mails: [] })
    expect(await ask()).toEqual({ state: 'refunded', amount: total })
  })
})

describe('a refund whose answer is lost', () => {
  // shows: B8.2
  it.each([
    ['was carried out', true],
    ['never arrived', false],
  ])('that %s is settled by the recovery, once', async (_, carriedOut) => {
    const { ask, state } = await paidOrder()
    expect(await ask({ amount: pesos(40_000) }, losing(carriedOut))).toMatchObject({ state: 'pending' })
    await expect(ask()).rejects.toThrow('hay otro reembolso de esta orden en curso')
    expect(await state()).toMatchObject({ order: 'paid', attempt: 'refund_pending', refunds: ['pending'], mails: [] })
    now = later(1)
    await Promise.all([recoverAttempts(services, now), recoverAttempts(services, now)])
    expect(await state()).toMatchObject({
      order: 'paid',
      attempt: 'partially_refunded',
      refunded: 40_000,
      refunds: ['done'],
      accesses: 2,
    })
    expect((await state()).mails).toHaveLength(1)
  })

  it('is left to manual resolution when the bank no longer answers', async () => {
    const { ask, state } = await paidOrder()
    now = later(8 * 24 * 60)
    await ask({ now }, losing(false))
    now = new Date(now.getTime() + 60_000)
    await recoverAttempts(services, now)
    expect(await state()).toMatchObject({
      order: 'paid',
      attempt: 'manual_resolution',
      refunds: ['manual_resolution'],
      mails: [],
    })
    await expect(ask()).rejects.toThrow('hay otro reembolso de esta orden en curso')
  })
})

it('refuses to refund an order that does not exist or is not paid', async () => {
  const { ask } = await paidOrder()
  await expect(ask({ orderId: crypto.randomUUID() })).rejects.toThrow(NOT_PAID)
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const placed = await checkOut(database.db, buyer, cartOf(product), BOLETA, START)
  if (!placed.ok) throw new Error(placed.error.code)
  await expect(ask({ orderId: placed.value.id })).rejects.toThrow(NOT_PAID)
})
