import { expect, it } from 'vitest'
import { DAY_MS } from '#app/kernel/dates.ts'
import {
  AMOUNT,
  type GatewayHarness,
  newRequest,
  parse,
  pay,
  snapshotOf,
  start,
} from './contract-harness.test-support.ts'
import { isApproved } from './gateway.ts'
import type { Decision } from './simulator-store.ts'

/** Numbers 6 to 11 and 16 of the contract: confirming a payment and asking about it. */
export function confirmContract(harness: () => Promise<GatewayHarness>): void {
  it('6. approves, and knows the last four digits of the card only', async () => {
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

  it('7. tells a rejection, and another attempt is possible', async () => {
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
    '8. charges nothing after %s, even if asked',
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

  it('11. knows nothing when the answer is lost, and finds the payment by asking', async () => {
    const { gateway, customer } = await harness()
    const token = await start(gateway)
    await customer(token, 'lost_answer')
    expect(await gateway.confirm(token)).toEqual({ kind: 'unknown', reason: 'network' })
    expect(isApproved(await snapshotOf(gateway, token))).toBe(true)
    expect(await gateway.confirm(token)).toEqual({ kind: 'alreadyProcessed' })
  })

  it('16. tells that a payment is too old to be asked about after 7 days', async () => {
    const made = await harness()
    const token = await pay(made)
    made.advance(7 * DAY_MS - 60_000)
    expect(isApproved(await snapshotOf(made.gateway, token))).toBe(true)
    made.advance(60_000)
    expect(await made.gateway.query(token)).toEqual({ ok: false, error: { code: 'too_old' } })
  })
}
