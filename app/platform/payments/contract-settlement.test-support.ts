import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import type { Card, Decision } from '#app/platform/payments/simulator/simulator-store.ts'
import {
  AMOUNT,
  type GatewayHarness,
  newRequest,
  parse,
  pay,
  snapshotOf,
  start,
} from './contract-harness.test-support.ts'
import { isApproved, refundableClp } from './gateway.ts'

/** Numbers 6 to 11 and 16 of the contract: confirming a payment and querying it. */
export function confirmContract(harness: () => Promise<GatewayHarness>): void {
  it('6. approves, and stores only the last four digits of the card', async () => {
    const { gateway, customer } = await harness()
    const request = newRequest()
    const token = await start(gateway, request)
    await customer(token, 'authorize')
    const outcome = await gateway.confirm(token)
    if (outcome.kind !== 'approved') throw new Error(outcome.kind)
    const { buyOrder, sessionId } = request
    expect(outcome.snapshot).toMatchObject({ buyOrder, sessionId, amountClp: AMOUNT, responseCode: 0 })
    expect(outcome.snapshot.cardLast4).toMatch(/^\d{4}$/)
    expect(outcome.snapshot.authorizationCode).toMatch(/^\w{1,6}$/)
    expect(isApproved(outcome.snapshot)).toBe(true)
    expect(await snapshotOf(gateway, token)).toEqual(outcome.snapshot)
  })

  it('7. reports a rejection, and allows another attempt', async () => {
    const made = await harness()
    const token = await start(made.gateway)
    await made.customer(token, 'reject')
    const outcome = await made.gateway.confirm(token)
    if (outcome.kind !== 'rejected') throw new Error(outcome.kind)
    expect(outcome.snapshot).toMatchObject({ status: 'FAILED', responseCode: -1 })
    expect(isApproved(outcome.snapshot)).toBe(false)
    await pay(made)
  })

  it.each<Decision>(['cancel', 'timeout', 'form_error'])(
    '8. charges nothing after %s, even if confirmed',
    async decision => {
      const { gateway, customer } = await harness()
      const token = await start(gateway)
      await customer(token, decision)
      expect(await gateway.confirm(token)).toEqual({ kind: 'notConfirmable', code: 'ended' })
      expect((await snapshotOf(gateway, token)).status).toBe('INITIALIZED')
    },
  )

  it('8. charges nothing while the customer is on the form', async () => {
    const { gateway, customer } = await harness()
    const token = await start(gateway)
    expect(await gateway.confirm(token)).toEqual({ kind: 'notConfirmable', code: 'not_finished' })
    await customer(token, 'authorize')
    expect(await gateway.confirm(token)).toMatchObject({ kind: 'approved' })
  })

  it('9. lets one of many parallel confirmations win', async () => {
    const { gateway, customer } = await harness()
    const token = await start(gateway)
    const sent = await customer(token, 'duplicate_return')
    expect(parse(gateway, sent)).toEqual({ kind: 'finished', token })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => gateway.confirm(token)))
    const kinds = outcomes.map(outcome => outcome.kind).toSorted()
    expect(kinds).toEqual([...Array<string>(9).fill('alreadyProcessed'), 'approved'])
    expect(isApproved(await snapshotOf(gateway, token))).toBe(true)
  })

  it.each<Decision>(['authorize', 'reject'])('10. keeps the result of %s when confirmed again', async decision => {
    const { gateway, customer } = await harness()
    const token = await start(gateway)
    await customer(token, decision)
    const first = await gateway.confirm(token)
    if (!('snapshot' in first)) throw new Error(first.kind)
    expect(await gateway.confirm(token)).toEqual({ kind: 'alreadyProcessed' })
    expect(await snapshotOf(gateway, token)).toEqual(first.snapshot)
  })

  it('11. has an unknown outcome when the answer is lost, and finds the payment by a query', async () => {
    const { gateway, customer } = await harness()
    const token = await start(gateway)
    await customer(token, 'lost_answer')
    expect(await gateway.confirm(token)).toEqual({ kind: 'unknown', reason: 'network' })
    expect(isApproved(await snapshotOf(gateway, token))).toBe(true)
    expect(await gateway.confirm(token)).toEqual({ kind: 'alreadyProcessed' })
  })

  it("16. reports that a payment older than 7 days can't be queried", async () => {
    const made = await harness()
    const token = await pay(made)
    made.advance(7 * DAY_MS - 60_000)
    expect(isApproved(await snapshotOf(made.gateway, token))).toBe(true)
    made.advance(60_000)
    expect(await made.gateway.query(token)).toEqual({ ok: false, error: { code: 'too_old' } })
  })
}

const HOUR_MS = 60 * MINUTE_MS
const PART = pesos(25_000)

/** Number 15 of the contract: refunds. */
export function refundContract(harness: () => Promise<GatewayHarness>, http: boolean): void {
  it('15. reverses the whole payment within 3 hours', async () => {
    const made = await harness()
    const token = await pay(made, 'debit')
    made.advance(3 * HOUR_MS - 1000)
    expect(await made.gateway.refund(token, AMOUNT)).toEqual({ kind: 'refunded', type: 'reversed', balanceClp: 0 })
    const snapshot = await snapshotOf(made.gateway, token)
    expect(snapshot.status).toBe('REVERSED')
    expect(refundableClp(snapshot)).toBe(0)
    expect(await made.gateway.refund(token, AMOUNT)).toEqual({ kind: 'declined', code: 'already_refunded' })
  })

  it.each<Card>(['credit', 'instalments', 'debit', 'prepaid'])(
    '15. nullifies a whole %s payment after 3 hours',
    async card => {
      const made = await harness()
      const token = await pay(made, card)
      made.advance(3 * HOUR_MS)
      expect(await made.gateway.refund(token, AMOUNT)).toEqual({ kind: 'refunded', type: 'nullified', balanceClp: 0 })
      expect((await snapshotOf(made.gateway, token)).status).toBe('NULLIFIED')
      expect(await made.gateway.refund(token, PART)).toEqual({ kind: 'declined', code: 'already_refunded' })
    },
  )

  it('15. nullifies part of a credit payment, at any time, down to nothing', async () => {
    const made = await harness()
    const { gateway } = made
    const token = await pay(made)
    expect(await gateway.refund(token, PART)).toEqual({ kind: 'refunded', type: 'nullified', balanceClp: 100_000 })
    const snapshot = await snapshotOf(gateway, token)
    expect(snapshot).toMatchObject({ status: 'PARTIALLY_NULLIFIED', balance: 100_000 })
    expect(refundableClp(snapshot)).toBe(100_000)
    expect(await gateway.refund(token, AMOUNT)).toEqual({ kind: 'declined', code: 'over_balance' })
    expect(await gateway.refund(token, pesos(100_001))).toEqual({ kind: 'declined', code: 'over_balance' })
    const rest = await gateway.refund(token, pesos(100_000))
    expect(rest).toEqual({ kind: 'refunded', type: 'nullified', balanceClp: 0 })
  })

  it.each([
    ['debit', 'partial_with_debit'],
    ['prepaid', 'partial_with_debit'],
    ['instalments', 'partial_with_instalments'],
  ] as const)('15. declines part of a %s payment', async (card, code) => {
    const made = await harness()
    const token = await pay(made, card)
    expect(await made.gateway.refund(token, PART)).toEqual({ kind: 'declined', code })
    expect(refundableClp(await snapshotOf(made.gateway, token))).toBe(AMOUNT)
  })

  it('15. declines more than was paid, no whole amount, what was never paid and what is past 90 days', async () => {
    const made = await harness()
    const { gateway } = made
    const unpaid = await start(gateway)
    expect(await gateway.refund(unpaid, AMOUNT)).toEqual({ kind: 'declined', code: 'not_authorized' })
    const token = await pay(made)
    expect(await gateway.refund(token, pesos(AMOUNT + 1))).toEqual({ kind: 'declined', code: 'over_balance' })
    for (const amount of [0, -1, 1.5]) {
      // The brand is forged on purpose.
      const outcome = await gateway.refund(token, amount as typeof AMOUNT)
      expect(outcome).toEqual({ kind: 'declined', code: 'invalid_amount' })
    }
    made.advance(90 * DAY_MS)
    expect(await gateway.refund(token, AMOUNT)).toEqual({ kind: 'declined', code: 'period_exceeded' })
  })

  it('15. lets one of 20 parallel refunds win', async () => {
    const made = await harness()
    const token = await pay(made)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => made.gateway.refund(token, AMOUNT)))
    expect(outcomes.filter(outcome => outcome.kind === 'refunded')).toHaveLength(1)
    expect(outcomes.every(outcome => outcome.kind !== 'unknown')).toBe(true)
    expect(refundableClp(await snapshotOf(made.gateway, token))).toBe(0)
  })

  it.skipIf(!http)('15. has an unknown outcome when a refund times out, and finds it in the balance', async () => {
    const made = await harness()
    const token = await pay(made)
    made.failNext?.({ kind: 'dropped', carriedOut: true })
    expect(await made.gateway.refund(token, PART)).toEqual({ kind: 'unknown', reason: 'network' })
    expect(refundableClp(await snapshotOf(made.gateway, token))).toBe(100_000)
  })
}
