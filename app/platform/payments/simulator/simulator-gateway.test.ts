import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { gatewayContract } from '#app/platform/payments/contract.test-support.ts'
import { AMOUNT, newRequest, pay, snapshotOf, start } from '#app/platform/payments/contract-harness.test-support.ts'
import { refundableClp } from '#app/platform/payments/gateway.ts'
import { createMemoryStore } from './memory-store.test-support.ts'
import { simulatorHarness } from './simulator-harness.test-support.ts'
import { COMMIT_MS, FORM_MS } from './simulator-rules.ts'
import { CARDS, DECISIONS } from './simulator-store.ts'

const makeHarness = () => simulatorHarness(createMemoryStore())

gatewayContract('simulator', async () => makeHarness(), false)

describe('the simulated form', () => {
  it('is opened by the browser and describes the payment', async () => {
    const { gateway } = makeHarness()
    const request = newRequest()
    const started = await gateway.start(request)
    if (!started.ok) throw new Error(started.error.code)
    const { token, redirect } = started.value
    expect(redirect).toEqual({
      method: 'GET',
      url: 'https://alhena.example/payment-simulator',
      fields: { token_ws: token },
    })
    const form = { amountClp: AMOUNT, buyOrder: request.buyOrder, state: 'open' }
    expect(await gateway.describe(token)).toEqual({ ok: true, value: form })
    await gateway.decide(token, 'authorize')
    expect(await gateway.describe(token)).toEqual({ ok: true, value: { ...form, state: 'decided' } })
    await gateway.confirm(token)
    expect(await gateway.describe(token)).toEqual({ ok: true, value: { ...form, state: 'finished' } })
  })

  it("returns in Webpay's four shapes", async () => {
    const { gateway, customer } = makeHarness()
    const request = newRequest()
    const order = { TBK_ORDEN_COMPRA: request.buyOrder, TBK_ID_SESION: request.sessionId }
    const url = request.returnUrl
    for (const decision of DECISIONS) {
      const token = await start(gateway, request)
      const finished = { method: 'GET', url, fields: { token_ws: token } }
      const expected = {
        authorize: finished,
        reject: finished,
        lost_answer: finished,
        duplicate_return: { ...finished, alsoCall: finished },
        cancel: { method: 'POST', url, fields: { TBK_TOKEN: token, ...order } },
        timeout: { method: 'GET', url, fields: order },
        form_error: { method: 'GET', url, fields: { token_ws: token, TBK_TOKEN: token, ...order } },
      }[decision]
      expect(await customer(token, decision)).toEqual(expected)
    }
  })

  it('accepts one decision, of a known payment', async () => {
    const { gateway } = makeHarness()
    const token = await start(gateway)
    const decisions = await Promise.all(DECISIONS.map(decision => gateway.decide(token, decision)))
    expect(decisions.filter(decision => decision.ok)).toHaveLength(1)
    expect(await gateway.decide(token, 'cancel')).toEqual({ ok: false, error: { code: 'already_decided' } })
    await gateway.confirm(token)
    expect(await gateway.decide(token, 'cancel')).toEqual({ ok: false, error: { code: 'already_finished' } })
    const unknown = { ok: false, error: { code: 'unknown_token' } }
    expect(await gateway.decide('f'.repeat(64), 'authorize')).toEqual(unknown)
    expect(await gateway.describe('junk')).toEqual(unknown)
  })

  it('only allows a late customer to return', async () => {
    const { gateway, advance } = makeHarness()
    const token = await start(gateway)
    advance(FORM_MS)
    expect(await gateway.decide(token, 'authorize')).toEqual({ ok: false, error: { code: 'expired' } })
    expect(await gateway.confirm(token)).toEqual({ kind: 'notConfirmable', code: 'ended' })
    expect(await gateway.decide(token, 'timeout')).toMatchObject({ ok: true })
  })

  it('expires a payment that is not confirmed in time', async () => {
    const { gateway, customer, advance } = makeHarness()
    const token = await start(gateway)
    await customer(token, 'authorize')
    advance(COMMIT_MS)
    expect(await gateway.confirm(token)).toEqual({ kind: 'notConfirmable', code: 'ended' })
    expect((await snapshotOf(gateway, token)).status).toBe('INITIALIZED')
  })
})

const action = fc.oneof(
  fc.record({
    kind: fc.constant('decide' as const),
    decision: fc.constantFrom(...DECISIONS),
    card: fc.constantFrom(...CARDS),
  }),
  fc.record({ kind: fc.constant('confirm' as const), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('refund' as const),
    amounts: fc.array(fc.oneof(fc.constant(AMOUNT as number), fc.integer({ min: -5, max: AMOUNT + 5 }), fc.double()), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(1000, 5 * MINUTE_MS, 200 * MINUTE_MS, 8 * DAY_MS),
  }),
)

it('never refunds more than was authorised, whatever the order of calls', async () => {
  let paidOnes = 0
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(action, { maxLength: 30 }), async (alreadyPaid, actions) => {
      const harness = makeHarness()
      const { gateway, advance } = harness
      const token = alreadyPaid ? await pay(harness) : await start(gateway)
      let authorised = alreadyPaid ? 1 : 0
      let refunded = 0
      for (const step of actions) {
        switch (step.kind) {
          case 'decide':
            await gateway.decide(token, step.decision, step.card)
            break
          case 'confirm': {
            const outcomes = await Promise.all(Array.from({ length: step.times }, () => gateway.confirm(token)))
            authorised += outcomes.filter(({ kind }) => kind === 'approved' || kind === 'unknown').length
            break
          }
          case 'refund': {
            const outcomes = await Promise.all(
              step.amounts.map(async amount => ({ amount, ...(await gateway.refund(token, amount as typeof AMOUNT)) })),
            )
            for (const { amount, kind } of outcomes) if (kind === 'refunded') refunded += amount
            break
          }
          case 'wait':
            advance(step.ms)
        }
        expect(authorised).toBeLessThanOrEqual(1)
        expect(refunded).toBeLessThanOrEqual(authorised * AMOUNT)
        const snapshot = await gateway.query(token)
        if (snapshot.ok) expect(refundableClp(snapshot.value)).toBe(pesos(authorised * AMOUNT - refunded))
      }
      paidOnes += refunded > 0 ? 1 : 0
    }),
    { numRuns: 300 },
  )
  // The property would hold of a gateway that never refunds, too.
  expect(paidOnes).toBeGreaterThan(20)
})
