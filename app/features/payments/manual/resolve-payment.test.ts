import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { recoverAttempts } from '#app/features/payments/attempts/settle-attempt.server.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { type RefundOrder, refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { pesos } from '#app/kernel/money.ts'
import { type Actor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { RefundOutcome } from '#app/platform/payments/gateway.ts'
import { createGateways } from '#app/platform/payments/gateways.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { decideAtBank, type PaymentServices, paymentServices } from '#tests/support/payments.ts'
import { wordAs } from '#tests/support/row-security.ts'
import type { Finding } from './resolution.ts'
import { queryUnresolved, resolvePayment } from './resolve-payment.server.ts'

const START = new Date('2026-11-21T15:00:00Z')
const inDays = (days: number) => new Date(START.getTime() + days * 86_400_000)
const LATE = inDays(8)
const NOTHING_TO_SETTLE = { name: 'Refusal', message: expect.stringContaining('Ya no hay nada que resolver') }
const OTHER_QUESTION = { name: 'Refusal', field: 'finding', message: 'Elige qué pasó' }

let database: TestDatabase
let services: PaymentServices
let actor: { kind: 'admin'; userId: string }
let now = START
beforeAll(async () => {
  database = await cloneDatabase(16)
  services = paymentServices(database, () => now)
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows

/** An order of three seats for $180.000 whose form at the bank has been filled in. */
async function atBank() {
  now = START
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const placed = await checkOut(database.db, buyer, cartOf(product, { seats: 3 }), BOLETA, now)
  if (!placed.ok) throw new Error(placed.error.code)
  const { id: orderId, total_clp: total } = placed.value
  const started = await startPayment(services, { id: orderId, userId: buyer.id }, now)
  if (!started.ok) throw new Error(started.error.code)
  const back = await decideAtBank(services.simulator, started.value, 'authorize')
  const [{ id: attemptId }] = await rows('select id from payment_attempts where order_id = $1', orderId)
  const come = (other: Partial<PaymentServices> = {}) =>
    handleReturn({ ...services, ...other }, back.method, back.params, now)
  const refund = (input: Partial<RefundOrder> = {}, other: Partial<PaymentServices> = {}) =>
    refundOrder(
      { ...services, ...other },
      { actor, orderId, reason: 'Duplicada', confirmed: { password: true, loss: true }, now, ...input },
    )
  const settle = (finding: Finding, input: { orderId?: string; attemptId?: string } = {}) =>
    resolvePayment(services, { actor, orderId, attemptId, finding, note: 'Portal, 21-11', now, ...input })
  const ask = () => queryUnresolved(services, { actor, orderId, attemptId })
  const state = async () => {
    const [order] = await rows('select status from orders where id = $1', orderId)
    const [attempt] = await rows('select status, refunded_clp from payment_attempts where id = $1', attemptId)
    const refunds = await rows(
      'select status, by_hand, settled_by from refunds where order_id = $1 order by created_at',
      orderId,
    )
    const mails = await rows('select template, params from mails where order_id = $1 order by created_at', orderId)
    const accesses = await rows(
      "select from user_accesses access join order_items item on item.id = order_item_id where order_id = $1 and access.status <> 'revoked'",
      orderId,
    )
    return {
      order: order.status,
      attempt: attempt.status,
      refunded: attempt.refunded_clp,
      refunds,
      mails: mails.map(mail => mail.template),
      params: mails.at(-1)?.params,
      accesses: accesses.length,
    }
  }
  return { orderId, attemptId, buyer, total, come, refund, settle, ask, state }
}

/** A bank that carries out requests but answers nothing. */
const mute = (carriesOut = true): Partial<PaymentServices> => ({
  gateways: createGateways({
    ...services.simulator,
    async confirm(token) {
      if (carriesOut) await services.simulator.confirm(token)
      return { kind: 'unknown', reason: 'network' }
    },
    async refund(token, amount): Promise<RefundOutcome> {
      if (carriesOut) await services.simulator.refund(token, amount)
      return { kind: 'unknown', reason: 'network' }
    },
  }),
})

/** A paid order, with a refund of $40.000 that the bank has not answered for a week. */
async function unresolvedRefund() {
  const order = await atBank()
  await order.come()
  now = LATE
  await order.refund({ amount: 40_000, now }, mute(false))
  now = inDays(9)
  await recoverAttempts(services, now)
  expect(await order.state()).toMatchObject({
    order: 'paid',
    attempt: 'manual_resolution',
    refunds: [{ status: 'manual_resolution' }],
  })
  return order
}

const auditOf = (orderId: string) =>
  rows(
    "select action, actor_kind, actor_user_id, after from audit_log where entity_id = $1 and action like '%by_hand' order by id",
    orderId,
  )

describe('a refund with an unclear outcome', () => {
  // shows: B2.30
  it.each([
    ['went_back', false],
    ['by_hand', true],
  ] as const)('continues as if the bank had answered once a person finds it %s', async (finding, byHand) => {
    const { orderId, settle, state } = await unresolvedRefund()
    const answers = await Promise.allSettled([settle(finding), settle(finding), settle('not_back')])
    const settled = await state()
    // One caller settles; the others find nothing to settle.
    const late = answers.filter(answer => answer.status === 'rejected')
    expect(late).toMatchObject([{ reason: NOTHING_TO_SETTLE }, { reason: NOTHING_TO_SETTLE }])
    expect(settled.refunds).toMatchObject([{ settled_by: actor.userId }])
    expect(await auditOf(orderId)).toHaveLength(1)
    const other = await unresolvedRefund()
    expect(await other.settle(finding)).toEqual({ ok: true, value: undefined })
    expect(await other.state()).toMatchObject({
      order: 'paid',
      attempt: 'partially_refunded',
      refunded: 40_000,
      refunds: [{ status: 'done', by_hand: byHand }],
      mails: ['order_receipt', 'refund_notice'],
      params: { monto_reembolso_clp: '$40.000', por_transferencia: byHand },
      accesses: 1,
    })
    expect(await auditOf(other.orderId)).toEqual([
      {
        action: 'refund_settled_by_hand',
        actor_kind: 'admin',
        actor_user_id: actor.userId,
        after: { finding, reason: 'Portal, 21-11', amount_clp: 40_000 },
      },
    ])
  })

  it('leaves the order unchanged when it was not made, and can be requested again', async () => {
    const { settle, refund, state, total } = await unresolvedRefund()
    expect(await settle('not_back')).toMatchObject({ ok: true })
    expect(await state()).toMatchObject({ order: 'paid', attempt: 'paid', refunds: [{ status: 'declined' }] })
    expect(await refund({ now, byHand: true })).toEqual({ state: 'refunded', amount: total })
    expect(await state()).toMatchObject({ order: 'refunded', refunded: total, accesses: 0 })
  })

  it('refunds the whole order when nothing is left', async () => {
    const order = await atBank()
    await order.come()
    now = LATE
    await order.refund({ now }, mute(false))
    await recoverAttempts(services, inDays(9))
    expect(await order.settle('went_back')).toMatchObject({ ok: true })
    expect(await order.state()).toMatchObject({ order: 'refunded', attempt: 'refunded', accesses: 0 })
  })

  // shows: B2.30
  it('shows what the bank still says, which changes nothing', async () => {
    const { ask, attemptId, state, refund } = await unresolvedRefund()
    await expect(ask()).rejects.toThrow('La pasarela solo informa de un pago durante 7 días')
    now = START
    expect(await ask()).toMatchObject({ supportedFinding: 'not_back', snapshot: { status: 'AUTHORIZED' } })
    const [{ token }] = await rows('select token from payment_attempts where id = $1', attemptId)
    await services.simulator.refund(token, pesos(40_000))
    expect(await ask()).toMatchObject({ supportedFinding: 'went_back' })
    await expect(refund()).rejects.toThrow('hay otro reembolso de esta orden en curso')
    expect(await state()).toMatchObject({ attempt: 'manual_resolution' })
  })

  it('is settled only by a finding of its own kind for the payment that was shown', async () => {
    const one = await unresolvedRefund()
    const other = await unresolvedRefund()
    await expect(one.settle('went_back', { attemptId: other.attemptId })).rejects.toMatchObject(NOTHING_TO_SETTLE)
    await expect(one.settle('went_back', { orderId: other.orderId })).rejects.toMatchObject(NOTHING_TO_SETTLE)
    await expect(one.settle('went_back', { orderId: randomUUID() })).rejects.toMatchObject(NOTHING_TO_SETTLE)
    await expect(one.settle('paid')).rejects.toMatchObject(OTHER_QUESTION)
    expect(await one.state()).toMatchObject({ attempt: 'manual_resolution' })
  })
})

describe('a payment with an unclear outcome', () => {
  async function unresolvedPayment() {
    const order = await atBank()
    await order.come(mute())
    await rows(
      "update payment_attempts set status = 'manual_resolution', next_check_at = null where id = $1",
      order.attemptId,
    )
    return order
  }

  // shows: B2.30
  it("pays the order when a person found it in the bank's books", async () => {
    const { orderId, ask, settle, state } = await unresolvedPayment()
    expect(await ask()).toMatchObject({ supportedFinding: 'paid' })
    const answers = await Promise.allSettled([settle('paid'), settle('paid'), settle('not_paid')])
    expect(answers.filter(answer => answer.status === 'fulfilled' && answer.value.ok)).toHaveLength(1)
    const late = answers.filter(answer => answer.status === 'rejected')
    expect(late).toMatchObject([{ reason: NOTHING_TO_SETTLE }, { reason: NOTHING_TO_SETTLE }])
    expect(await auditOf(orderId)).toHaveLength(1)
    const other = await unresolvedPayment()
    expect(await other.settle('paid')).toMatchObject({ ok: true })
    expect(await other.state()).toMatchObject({
      order: 'paid',
      attempt: 'paid',
      mails: ['order_receipt'],
      accesses: 1,
    })
    expect(['paid', 'rejected']).toContain((await state()).attempt)
  })

  it('ends without money when there is none, and the order can be cancelled', async () => {
    const { settle, state } = await unresolvedPayment()
    expect(await settle('not_paid')).toMatchObject({ ok: true })
    expect(await state()).toMatchObject({ order: 'failed', attempt: 'rejected', mails: [], accesses: 0 })
  })

  it('distinguishes money that its order did not need from money that it did', async () => {
    const order = await unresolvedPayment()
    await rows("update orders set status = 'failed' where id = $1", order.orderId)
    await expect(order.settle('paid')).rejects.toMatchObject(OTHER_QUESTION)
    expect(await order.settle('by_hand')).toMatchObject({ ok: true })
    expect(await order.state()).toMatchObject({
      order: 'failed',
      attempt: 'refunded',
      refunded: order.total,
      mails: ['refund_notice'],
      params: { pago_sobrante: true, por_transferencia: true },
    })
  })
})

describe('a refund by hand of a card payment', () => {
  // shows: B2.31
  it('sends no request to the bank, and a later refund by the bank is counted apart from it', async () => {
    const { refund, state, come, total } = await atBank()
    await come()
    const silent: Partial<PaymentServices> = {
      gateways: createGateways({
        ...services.simulator,
        refund: async () => {
          throw new Error('The bank was asked')
        },
      }),
    }
    expect(await refund({ amount: 30_000, byHand: true }, silent)).toMatchObject({ state: 'partially_refunded' })
    expect(await state()).toMatchObject({ refunds: [{ by_hand: true }], params: { por_transferencia: true } })
    expect(await refund({ amount: 20_000 }, mute())).toMatchObject({ state: 'pending' })
    await recoverAttempts(services, inDays(1))
    expect(await state()).toMatchObject({ attempt: 'partially_refunded', refunded: 50_000 })
    await expect(refund({ amount: total, byHand: true })).rejects.toThrow(/^Quedan .* por devolver$/)
  })

  // shows: B2.31
  it('can be partial where the bank refunds whole payments only', async () => {
    const { refund, state, come, attemptId } = await atBank()
    await come()
    await rows("update payment_attempts set payment_type_code = 'VD' where id = $1", attemptId)
    await expect(refund({ amount: 30_000 })).rejects.toMatchObject({
      field: 'amount',
      message: expect.stringContaining('Los pagos con débito y prepago solo se devuelven completos.'),
    })
    expect(await refund({ amount: 30_000, byHand: true })).toMatchObject({ state: 'partially_refunded' })
    expect(await state()).toMatchObject({ attempt: 'partially_refunded', refunded: 30_000 })
  })
})

describe('a bank that answers late', () => {
  // shows: B2.32
  it('receives a partial refund request from one of two workers', async () => {
    const { refund, state, come, attemptId } = await atBank()
    await come()
    await refund({ amount: 40_000 }, mute(false))
    // Both have read the refundable balance before either requests the refund.
    let waiting = 0
    let open = () => {}
    const both = new Promise<void>(resolve => {
      open = resolve
    })
    const slow: PaymentServices = {
      ...services,
      gateways: createGateways({
        ...services.simulator,
        async query(token) {
          const answer = await services.simulator.query(token)
          waiting += 1
          if (waiting === 2) open()
          await both
          return answer
        },
      }),
    }
    const minutes = (count: number) => new Date(START.getTime() + count * 60_000)
    const first = recoverAttempts(slow, minutes(2))
    await expect.poll(() => waiting).toBe(1)
    await Promise.all([first, recoverAttempts(slow, minutes(4))])
    const [{ token }] = await rows('select token from payment_attempts where id = $1', attemptId)
    const books = await services.simulator.query(token)
    expect(books).toMatchObject({ ok: true, value: { status: 'PARTIALLY_NULLIFIED', balance: 180_000 - 40_000 } })
    expect(await state()).toMatchObject({
      attempt: 'partially_refunded',
      refunded: 40_000,
      refunds: [{ status: 'done' }],
    })
  })

  // shows: B2.32
  it('is asked again when it declines because an earlier request is still arriving', async () => {
    const { refund, state, come } = await atBank()
    await come()
    await refund({ amount: 40_000 }, mute(false))
    const late: PaymentServices = {
      ...services,
      gateways: createGateways({
        ...services.simulator,
        async refund(token, amount): Promise<RefundOutcome> {
          await services.simulator.refund(token, amount)
          return { kind: 'declined', code: 'locked' }
        },
      }),
    }
    await recoverAttempts(late, new Date(START.getTime() + 120_000))
    expect(await state()).toMatchObject({ attempt: 'refund_pending', refunds: [{ status: 'pending' }] })
    await recoverAttempts(services, inDays(1))
    expect(await state()).toMatchObject({ attempt: 'partially_refunded', refunded: 40_000 })
  })
})

describe('row-level security', () => {
  // shows: B2.30
  it('lets administrators alone settle a payment, under their own name, and nobody a settled one', async () => {
    const { orderId, buyer, settle } = await unresolvedRefund()
    const as = (who: Actor, statement: string) => wordAs(database, who, statement)
    const mine = `update refunds set status = 'done', settled_by = '${actor.userId}', settled_note = 'x' where order_id = '${orderId}'`
    const bare = (status: string) => `update refunds set status = '${status}' where order_id = '${orderId}'`
    expect(await as({ kind: 'user', userId: buyer.id }, mine)).toBe('done: 0')
    expect(await as(SYSTEM, bare('done'))).toBe('refunds_settled_once')
    expect(await as(actor, mine.replace(actor.userId, buyer.id))).toContain('row-level security')
    expect(await as(actor, mine)).toBe('done: 1')
    await settle('went_back')
    expect(await as(actor, mine)).toBe('done: 0')
    expect(await as(SYSTEM, bare('pending'))).toBe('refunds_settled_once')
  })
})
