import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { refundOrder } from '#app/features/payments/refunds/refund-order.server.ts'
import { type ConfirmOutcome, hrefOf, type PaymentGateway } from '#app/platform/payments/gateway.ts'
import { createGateways } from '#app/platform/payments/gateways.ts'
import { type FakeWebpay, startFakeWebpay } from '#tests/fake-webpay/start.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { type PaymentServices, paymentServices } from '#tests/support/payments.ts'
import { webpayOn } from '#tests/support/webpay-on-fake.ts'
import { handleReturn } from './handle-return.server.ts'
import { recoverAttempts } from './settle-attempt.server.ts'
import { openForm, startPayment } from './start-payment.server.ts'

const START = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let bank: FakeWebpay
let webpay: PaymentGateway
let services: PaymentServices
beforeAll(async () => {
  database = await cloneDatabase(16)
  bank = await startFakeWebpay({ clock: () => START })
  webpay = webpayOn(bank)
  const base = paymentServices(database, () => START)
  services = { ...base, gateways: createGateways(webpay, [base.simulator]) }
})
afterAll(async () => {
  await bank.close()
  await database.close()
})

const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const withGateways = (current: PaymentGateway, ...others: PaymentGateway[]): PaymentServices => ({
  ...services,
  gateways: createGateways(current, others),
})
const later = (ms: number) => new Date(START.getTime() + ms)

/** An order whose form at Webpay is open. */
async function orderAtWebpay(price = 100_000) {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = { ...(await createProduct(database.ownerPool)), basePriceClp: price }
  if (price !== 100_000) await rows('update assessments set base_price_clp = $2 where id = $1', product.id, price)
  const placed = await checkOut(database.db, buyer, cartOf(product, { total: price }), BOLETA, START)
  if (!placed.ok) throw new Error(placed.error.code)
  const order = placed.value
  const open = async () => {
    const started = await startPayment(services, { id: order.id, userId: buyer.id }, START)
    if (!started.ok) throw new Error(started.error.code)
    const id = started.value.replace('/payment/bank/', '')
    const form = await openForm(services, id)
    if (form?.state !== 'open') throw new Error('The form is closed')
    return { id, token: form.form.fields.token_ws ?? '' }
  }
  const attempts = () => rows('select * from payment_attempts where order_id = $1 order by created_at, id', order.id)
  const status = async () => (await rows('select status from orders where id = $1', order.id))[0].status
  return { buyer, order, open, attempts, status }
}

const comeBack = (token: string, other = services) =>
  handleReturn(other, 'GET', new URLSearchParams({ token_ws: token }), START)
const commits = (token: string) =>
  bank.book.received.filter(request => request.operation === 'commit' && request.token === token)

describe('a payment at Webpay', () => {
  it('opens its form by a page of the shop, which closes with the payment', async () => {
    const { open, attempts, status } = await orderAtWebpay()
    const { id, token } = await open()
    bank.customer(token, 'authorize', 'three_interest_free')
    expect(await comeBack(token)).toMatchObject({ outcome: 'paid' })
    expect(await openForm(services, id)).toEqual({ state: 'closed' })
    expect(await openForm(services, 'otra cosa')).toBeUndefined()
    expect(await status()).toBe('paid')
    const [attempt] = await attempts()
    expect(attempt).toMatchObject({
      gateway: 'webpay',
      payment_type_code: 'SI',
      installments: 3,
      installments_amount_clp: 33_333,
      transaction_date: START,
      card_last4: '6623',
    })
    const [mail] = await rows(
      "select params from mails where order_id = $1 and template = 'order_receipt'",
      attempt.order_id,
    )
    expect(mail.params.medio_pago).toBe(
      `Crédito, tarjeta terminada en 6623, 3 cuotas sin interés de $33.333, autorización ${attempt.authorization_code}, 21-11-2026 12:00`,
    )
  })

  it('is confirmed for one of three forms that come back at once, and the others are never charged', async () => {
    const { open, attempts, status } = await orderAtWebpay()
    const forms = [await open(), await open(), await open()]
    for (const { token } of forms) bank.customer(token, 'authorize')
    const answers = await Promise.all(forms.map(({ token }) => comeBack(token)))
    expect(await status()).toBe('paid')
    expect(forms.flatMap(({ token }) => commits(token))).toHaveLength(1)
    expect((await attempts()).map(attempt => attempt.status).toSorted()).toEqual(['expired', 'expired', 'paid'])
    for (const answer of answers) expect(['paid', 'processing']).toContain(answer?.outcome)
  })

  it('is not confirmed while another form of its order may have brought money', async () => {
    const { open, attempts } = await orderAtWebpay()
    const [first, second] = [await open(), await open()]
    bank.customer(first.token, 'lost_answer')
    bank.customer(second.token, 'authorize')
    expect(await comeBack(first.token)).toMatchObject({ outcome: 'processing' })
    expect(await comeBack(second.token)).toMatchObject({ outcome: 'processing' })
    expect(commits(second.token)).toHaveLength(0)
    await recoverAttempts(services, later(6_000))
    expect(await comeBack(second.token)).toMatchObject({ outcome: 'paid' })
    expect((await attempts()).map(attempt => attempt.status).toSorted()).toEqual(['expired', 'paid'])
  })

  it('that went back before it was recorded ends without money', async () => {
    const { open, attempts, status } = await orderAtWebpay()
    const { token } = await open()
    bank.customer(token, 'lost_answer')
    await comeBack(token)
    const [{ amount_clp }] = await attempts()
    await webpay.refund(token, amount_clp)
    await recoverAttempts(services, later(6_000))
    expect(await attempts()).toMatchObject([{ status: 'expired', detail: 'status REVERSED' }])
    expect(await status()).toBe('failed')
  })

  it('is paid when the bank refuses to confirm it again but its books have it', async () => {
    const { open, status } = await orderAtWebpay()
    const { token } = await open()
    bank.customer(token, 'authorize')
    const repeated: PaymentGateway = {
      ...webpay,
      async confirm(which): Promise<ConfirmOutcome> {
        await webpay.confirm(which)
        return { kind: 'notConfirmable', code: 'ended' }
      },
    }
    expect(await comeBack(token, withGateways(repeated))).toMatchObject({ outcome: 'paid' })
    expect(await status()).toBe('paid')
  })

  it('of less than the minimum is refused before the bank is asked', async () => {
    const { order, buyer, attempts } = await orderAtWebpay(49)
    const before = bank.book.received.length
    expect(await startPayment(services, { id: order.id, userId: buyer.id }, START)).toEqual({
      ok: false,
      error: { code: 'below_minimum', minimum: 50 },
    })
    expect(bank.book.received).toHaveLength(before)
    expect(await attempts()).toEqual([])
  })
})

describe('the gateway that took a payment', () => {
  async function paid() {
    const made = await orderAtWebpay()
    const { token } = await made.open()
    bank.customer(token, 'authorize')
    await comeBack(token)
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    const refund = (other: PaymentServices) =>
      refundOrder(other, {
        actor: { kind: 'admin', userId: admin.id },
        orderId: made.order.id,
        reason: 'Compra duplicada',
        confirmed: { password: true, loss: true },
        now: START,
      })
    return { ...made, token, refund }
  }

  it('refunds it, whichever takes new payments', async () => {
    const { refund, status, token } = await paid()
    expect(await refund(withGateways(services.simulator, webpay))).toMatchObject({ state: 'refunded' })
    expect(await status()).toBe('refunded')
    expect(await webpay.query(token)).toMatchObject({ value: { status: 'REVERSED' } })
  })

  it('is not replaced by another when it is not configured any more', async () => {
    const { refund, attempts, status } = await paid()
    await expect(refund(withGateways(services.simulator))).rejects.toThrow(
      'No se devolvió nada: el pago se hizo con Webpay, que la tienda ya no tiene conectado.',
    )
    expect(await attempts()).toMatchObject([{ status: 'paid' }])
    expect(await status()).toBe('paid')
  })

  it('is waited for by the recovery, and a return without it confirms nothing', async () => {
    const { open, attempts, status } = await orderAtWebpay()
    const { token } = await open()
    const without = withGateways(services.simulator)
    bank.customer(token, 'lost_answer')
    expect(await comeBack(token, without)).toMatchObject({ outcome: 'processing' })
    expect(commits(token)).toHaveLength(0)
    await comeBack(token)
    await recoverAttempts(without, later(6_000))
    expect(await attempts()).toMatchObject([{ status: 'unknown', detail: 'query: not_configured' }])
    await recoverAttempts(services, later(10 * 60_000))
    expect(await status()).toBe('paid')
  })
})

it('a simulated payment is opened by its address alone', async () => {
  const { order, buyer } = await orderAtWebpay()
  const started = await startPayment(withGateways(services.simulator), { id: order.id, userId: buyer.id }, START)
  if (!started.ok) throw new Error(started.error.code)
  const url = new URL(started.value)
  expect(url.pathname).toBe('/payment-simulator')
  expect(hrefOf({ method: 'GET', url: url.href, fields: {} })).toBe(url.href)
})
