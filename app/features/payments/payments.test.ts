import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleReturn } from '#app/features/payments/attempts/handle-return.server.ts'
import { endAttempt, recoverAttempts, settleAttempt } from '#app/features/payments/attempts/settle-attempt.server.ts'
import { startPayment } from '#app/features/payments/attempts/start-payment.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import type { Decision } from '#app/platform/payments/simulator/simulator-store.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { decideAtBank, type PaymentServices, paymentServices, tokenOf } from '#tests/support/payments.ts'

const START = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let services: PaymentServices
let now = START
beforeAll(async () => {
  database = await cloneDatabase(16)
  services = paymentServices(database, () => now)
})
afterAll(() => database.close())

async function rows(text: string, ...values: unknown[]) {
  return (await database.ownerPool.query(text, values)).rows
}

/** An order of 80.000 pesos with a limited code, whose form at the bank is open. */
async function orderAtBank() {
  now = START
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: 100_000 }
  const code = `P${buyer.id.slice(0, 8).toUpperCase()}`
  await rows(
    "insert into discount_codes (code, name, type, value, max_uses, valid_from) values ($1, $1, 'percentage', 20, 5, '2026-01-01')",
    code,
  )
  const cart = cartOf(product, { code, total: 80_000 })
  const placed = await checkOut(database.db, buyer, cart, BOLETA, now)
  if (!placed.ok) throw new Error(placed.error.code)
  const order = placed.value
  const pay = async () => {
    const started = await startPayment(services, { id: order.id, userId: buyer.id }, now)
    if (!started.ok) throw new Error(started.error.code)
    return started.value
  }
  return { buyer, code, order, pay, form: await pay(), cart }
}

type Case = Awaited<ReturnType<typeof orderAtBank>>

const comeBack = async (form: string, decision: Decision) => {
  const { method, params } = await decideAtBank(services.simulator, form, decision)
  return handleReturn(services, method, params, now)
}

const stateOf = async ({ order, code, buyer }: Case) => {
  const [found] = await rows('select status from orders where id = $1', order.id)
  const attempts = await rows(
    'select status from payment_attempts where order_id = $1 order by created_at, buy_order',
    order.id,
  )
  const [used] = await rows('select current_uses from discount_codes where code = $1', code)
  const accesses = await rows('select from user_accesses where user_id = $1', buyer.id)
  const receipts = await rows("select from mails where recipient = $1 and template = 'order_receipt'", buyer.email)
  return {
    order: found.status,
    attempts: attempts.map(attempt => attempt.status),
    uses: used.current_uses,
    accesses: accesses.length,
    receipts: receipts.length,
  }
}

const PAID = { order: 'paid', attempts: ['paid'], uses: 1, accesses: 1, receipts: 1 }

describe('a buyer who returns', () => {
  it("after paying has an order, an access and a receipt, and only the card's last four digits are stored", async () => {
    const bought = await orderAtBank()
    expect(await comeBack(bought.form, 'authorize')).toMatchObject({
      outcome: 'paid',
      order: { order_number: bought.order.order_number },
    })
    expect(await stateOf(bought)).toEqual(PAID)
    const [attempt] = await rows(
      'select card_last4, amount_clp from payment_attempts where order_id = $1',
      bought.order.id,
    )
    expect(attempt).toEqual({ card_last4: expect.stringMatching(/^\d{4}$/), amount_clp: 80_000 })
  })

  it.each([
    ['reject', 'rejected', 'rejected'],
    ['cancel', 'cancelled', 'aborted'],
    ['timeout', 'timed_out', 'timed_out'],
    ['form_error', 'form_error', 'form_error'],
  ] as const)(
    'after %s gets no access, releases the use of the code and can buy again',
    async (decision, outcome, status) => {
      const bought = await orderAtBank()
      expect(await comeBack(bought.form, decision)).toMatchObject({ outcome })
      expect(await stateOf(bought)).toEqual({ order: 'failed', attempts: [status], uses: 0, accesses: 0, receipts: 0 })
      // The same cart with the same key works again because the order failed.
      const again = await checkOut(database.db, bought.buyer, bought.cart, BOLETA, now)
      expect(again).toMatchObject({ ok: true, value: { status: 'pending' } })
      expect(again.ok && again.value.order_number).not.toBe(bought.order.order_number)
    },
  )

  it('twice at once is confirmed once', async () => {
    const bought = await orderAtBank()
    const { method, params } = await decideAtBank(services.simulator, bought.form, 'duplicate_return')
    const answers = await Promise.all(Array.from({ length: 10 }, () => handleReturn(services, method, params, now)))
    expect(await stateOf(bought)).toEqual(PAID)
    for (const answer of answers) expect(['paid', 'processing']).toContain(answer?.outcome)
    expect(await handleReturn(services, method, params, now)).toMatchObject({ outcome: 'paid' })
    expect(await stateOf(bought)).toEqual(PAID)
  })

  it("waits while the bank's answer is lost, and the recovery finds the payment", async () => {
    const bought = await orderAtBank()
    expect(await comeBack(bought.form, 'lost_answer')).toMatchObject({ outcome: 'processing' })
    expect(await stateOf(bought)).toMatchObject({ order: 'pending', attempts: ['unknown'], uses: 1 })
    now = new Date(START.getTime() + 6_000)
    await recoverAttempts(services, now)
    expect(await stateOf(bought)).toEqual(PAID)
  })
})

describe('a forged return', () => {
  it.each([
    ['an unknown token', { token_ws: 'f'.repeat(64) }],
    ['nothing', {}],
    ['an abort of an unknown payment', { TBK_TOKEN: 'e'.repeat(64), TBK_ORDEN_COMPRA: 'ALH-1', TBK_ID_SESION: 'x' }],
    [
      'a time-out of an unknown payment',
      { TBK_ORDEN_COMPRA: 'ALH-1', TBK_ID_SESION: '00000000-0000-4000-8000-000000000000' },
    ],
  ])('with %s changes nothing', async (_name, fields) => {
    const bought = await orderAtBank()
    expect(await handleReturn(services, 'GET', new URLSearchParams(fields), now)).toBeUndefined()
    expect(await stateOf(bought)).toMatchObject({ order: 'pending', attempts: ['initiated'] })
  })

  it("with a time-out of another attempt's session changes nothing", async () => {
    const [bought, other] = [await orderAtBank(), await orderAtBank()]
    const [mine] = await rows('select buy_order from payment_attempts where order_id = $1', bought.order.id)
    const [theirs] = await rows('select id from payment_attempts where order_id = $1', other.order.id)
    const params = new URLSearchParams({ TBK_ORDEN_COMPRA: mine.buy_order, TBK_ID_SESION: theirs.id })
    expect(await handleReturn(services, 'GET', params, now)).toBeUndefined()
    expect(await stateOf(bought)).toMatchObject({ order: 'pending' })
  })

  it('that claims payment before the buyer decides is not confirmed by the bank', async () => {
    const bought = await orderAtBank()
    const params = new URLSearchParams({ token_ws: tokenOf(bought.form) })
    expect(await handleReturn(services, 'GET', params, now)).toMatchObject({ outcome: 'processing' })
    expect(await stateOf(bought)).toMatchObject({ order: 'pending', attempts: ['initiated'], accesses: 0 })
    expect(await comeBack(bought.form, 'authorize')).toMatchObject({ outcome: 'paid' })
  })
})

describe('recovery', () => {
  it('finishes a confirmation after a crash that came before it was recorded', async () => {
    const bought = await orderAtBank()
    const { params } = await decideAtBank(services.simulator, bought.form, 'authorize')
    // Simulates a crash between the bank's confirmation and our record of it.
    await rows(
      "update payment_attempts set status = 'committing', next_check_at = $2 where order_id = $1",
      bought.order.id,
      now,
    )
    await services.simulator.confirm(params.get('token_ws') ?? '')
    await recoverAttempts(services, now)
    expect(await stateOf(bought)).toEqual(PAID)
  })

  it('confirms after a crash that came before the bank was called', async () => {
    const bought = await orderAtBank()
    await decideAtBank(services.simulator, bought.form, 'authorize')
    await rows(
      "update payment_attempts set status = 'committing', next_check_at = $2 where order_id = $1",
      bought.order.id,
      now,
    )
    await recoverAttempts(services, now)
    expect(await stateOf(bought)).toEqual(PAID)
  })

  it('gives up on a buyer who never returned, and releases the use of the code once', async () => {
    const bought = await orderAtBank()
    now = new Date(START.getTime() + 16 * 60_000)
    await recoverAttempts(services, now)
    await recoverAttempts(services, now)
    expect(await stateOf(bought)).toEqual({ order: 'failed', attempts: ['expired'], uses: 0, accesses: 0, receipts: 0 })
  })

  it('leaves alone a return that arrives while giving up', async () => {
    const bought = await orderAtBank()
    const { method, params } = await decideAtBank(services.simulator, bought.form, 'authorize')
    now = new Date(START.getTime() + 16 * 60_000)
    await Promise.all([recoverAttempts(services, now), handleReturn(services, method, params, START)])
    const state = await stateOf(bought)
    expect(['paid', 'failed']).toContain(state.order)
    expect(state).toMatchObject(
      state.order === 'paid' ? PAID : { attempts: ['expired'], uses: 0, accesses: 0, receipts: 0 },
    )
  })

  it('refunds money that was confirmed after giving up', async () => {
    const bought = await orderAtBank()
    const { params } = await decideAtBank(services.simulator, bought.form, 'authorize')
    const confirmed = await services.simulator.confirm(params.get('token_ws') ?? '')
    const [row] = await rows('select * from payment_attempts where order_id = $1', bought.order.id)
    await endAttempt(services, row, 'expired', now, {}, ['initiated'])
    await settleAttempt(services, row, confirmed, now)
    expect(await stateOf(bought)).toMatchObject({ order: 'failed', attempts: ['refunded'], accesses: 0 })
  })

  it('fails an order without a payment attempt', async () => {
    const bought = await orderAtBank()
    await rows('delete from payment_attempts where order_id = $1', bought.order.id)
    now = new Date(START.getTime() + 31 * 60_000)
    await recoverAttempts(services, now)
    expect(await stateOf(bought)).toMatchObject({ order: 'failed', uses: 0 })
  })

  it('leaves a payment with a different amount to manual resolution', async () => {
    const bought = await orderAtBank()
    await rows('update payment_attempts set amount_clp = 1 where order_id = $1', bought.order.id)
    await comeBack(bought.form, 'authorize')
    expect(await stateOf(bought)).toMatchObject({ order: 'pending', attempts: ['manual_resolution'], accesses: 0 })
  })
})

describe('two attempts for one order', () => {
  it('refund the second payment when both are confirmed at once', async () => {
    const bought = await orderAtBank()
    const forms = [bought.form, await bought.pay()]
    for (const form of forms) {
      const { params } = await decideAtBank(services.simulator, form, 'authorize')
      // Both returns were claimed for confirmation before either was recorded.
      await rows(
        "update payment_attempts set status = 'committing', next_check_at = $2 where token = $1",
        tokenOf(form),
        now,
      )
      await services.simulator.confirm(params.get('token_ws') ?? '')
    }
    await recoverAttempts(services, now)
    const state = await stateOf(bought)
    expect(state).toMatchObject({ order: 'paid', uses: 1, accesses: 1, receipts: 1 })
    expect(state.attempts.toSorted()).toEqual(['paid', 'refunded'])
  })

  it('keep the order payable by one when the other is cancelled', async () => {
    const bought = await orderAtBank()
    const second = await bought.pay()
    await comeBack(bought.form, 'cancel')
    expect(await stateOf(bought)).toMatchObject({ order: 'pending', uses: 1 })
    expect(await comeBack(second, 'authorize')).toMatchObject({ outcome: 'paid' })
    expect(await stateOf(bought)).toMatchObject({ order: 'paid', uses: 1, accesses: 1, receipts: 1 })
  })
})

it("refuses to start a payment for another buyer's order or a paid one", async () => {
  const bought = await orderAtBank()
  const other = await createProfile(database.ownerPool)
  expect(await startPayment(services, { id: bought.order.id, userId: other.id }, now)).toEqual({
    ok: false,
    error: { code: 'not_payable' },
  })
  await comeBack(bought.form, 'authorize')
  expect(await startPayment(services, { id: bought.order.id, userId: bought.buyer.id }, now)).toMatchObject({
    ok: false,
  })
})

it('logs neither tokens nor cards', async () => {
  const bought = await orderAtBank()
  await comeBack(bought.form, 'lost_answer')
  expect(services.lines.join('\n')).not.toContain(tokenOf(bought.form))
})
