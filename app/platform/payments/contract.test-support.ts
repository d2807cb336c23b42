import { afterEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { Decision } from '#app/platform/payments/simulator/simulator-store.ts'
import {
  AMOUNT,
  type Fault,
  type GatewayHarness,
  newRequest,
  parse,
  pay,
  snapshotOf,
  start,
} from './contract-harness.test-support.ts'
import { confirmContract, refundContract } from './contract-settlement.test-support.ts'
import { isApproved, type PaymentReturn, type StartRequest } from './gateway.ts'

/** Numbers 1 and 2 of the contract: starting a payment. */
function startContract(harness: () => Promise<GatewayHarness>): void {
  it('1. starts a payment with a token and a redirect', async () => {
    const { gateway } = await harness()
    const started = await gateway.start(newRequest({ buyOrder: 'A'.repeat(26) }))
    if (!started.ok) throw new Error(started.error.code)
    const { token, redirect } = started.value
    expect(redirect.fields).toEqual({ token_ws: token })
    expect(URL.canParse(redirect.url)).toBe(true)
    expect(await snapshotOf(gateway, token)).toMatchObject({ status: 'INITIALIZED', amountClp: AMOUNT })
  })

  it.each<[string, Partial<StartRequest>]>([
    ['buy_order_too_long', { buyOrder: 'A'.repeat(27) }],
    ['buy_order_invalid', { buyOrder: 'ALH-ñ' }],
    ['buy_order_invalid', { buyOrder: '' }],
    ['session_id_invalid', { sessionId: 'x'.repeat(62) }],
    ['return_url_too_long', { returnUrl: `https://alhena.example/${'x'.repeat(233)}` }],
    ['return_url_invalid', { returnUrl: 'javascript:alert(1)' }],
  ])('1. refuses with %s', async (code, change) => {
    const { gateway } = await harness()
    expect(await gateway.start(newRequest(change))).toEqual({ ok: false, error: { code } })
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('2. refuses %s pesos', async amount => {
    const { gateway } = await harness()
    // The brand is forged on purpose: a bug elsewhere must not reach the bank.
    const started = await gateway.start(newRequest({ amountClp: amount as Pesos }))
    expect(started).toEqual({ ok: false, error: { code: 'invalid_amount' } })
  })
}

/** Numbers 4, 5 and 17 of the contract: what comes back through the browser. */
function returnContract(harness: () => Promise<GatewayHarness>): void {
  it.each<[Decision, PaymentReturn['kind']]>([
    ['authorize', 'finished'],
    ['reject', 'finished'],
    ['cancel', 'aborted'],
    ['timeout', 'timeout'],
    ['form_error', 'formError'],
  ])('4. reads the return after %s, by GET and POST', async (decision, kind) => {
    const { gateway, customer } = await harness()
    const request = newRequest()
    const token = await start(gateway, request)
    const sent = await customer(token, decision)
    const { buyOrder, sessionId } = request
    const expected = kind === 'timeout' ? { kind, buyOrder, sessionId } : { kind, token }
    const form = new FormData()
    for (const [field, value] of Object.entries(sent.fields)) form.set(field, value)
    expect(gateway.parseReturn('GET', new URLSearchParams(sent.fields))).toEqual(expected)
    expect(gateway.parseReturn('POST', form)).toEqual(expected)
  })

  it('4. changes nothing for a forged token', async () => {
    const { gateway } = await harness()
    for (const forged of ['a'.repeat(64), 'nothing', '../refunds']) {
      expect(await gateway.confirm(forged)).toEqual({ kind: 'notConfirmable', code: 'not_found' })
      expect(await gateway.query(forged)).toEqual({ ok: false, error: { code: 'not_found' } })
      expect(await gateway.refund(forged, AMOUNT)).toEqual({ kind: 'declined', code: 'not_found' })
    }
  })

  it("5. passes on a forged time-out's session id, and the payment stays open", async () => {
    const { gateway, customer } = await harness()
    const request = newRequest()
    const token = await start(gateway, request)
    const forged = { TBK_ORDEN_COMPRA: request.buyOrder, TBK_ID_SESION: 'somebody-else' }
    const back = gateway.parseReturn('GET', forged)
    expect(back).toEqual({ kind: 'timeout', buyOrder: request.buyOrder, sessionId: 'somebody-else' })
    await customer(token, 'authorize')
    expect(await gateway.confirm(token)).toMatchObject({ kind: 'approved' })
  })

  it('17. finishes a payment from the return alone, in a process that did not start it', async () => {
    const made = await harness()
    const sent = await made.customer(await start(made.gateway), 'authorize')
    const later = made.restart()
    const back = parse(later, sent)
    if (back.kind !== 'finished') throw new Error(back.kind)
    expect(await later.confirm(back.token)).toMatchObject({ kind: 'approved' })
  })
}

/** Number 14 of the contract: a connection that fails, for adapters that speak HTTP. */
function connectionContract(harness: () => Promise<GatewayHarness>, http: boolean): void {
  it.skipIf(!http).each<[Fault, string]>([
    [{ kind: 'unauthorized' }, 'unauthorized'],
    [{ kind: 'server_error', carriedOut: false }, 'server_error'],
    [{ kind: 'not_json', carriedOut: false }, 'unreadable'],
    [{ kind: 'dropped', carriedOut: false }, 'network'],
    [{ kind: 'delay', ms: DAY_MS }, 'network'],
  ])('14. does not treat %o as a rejection', async (fault, reason) => {
    const { gateway, customer, failNext } = await harness()
    const unavailable = { ok: false, error: { code: 'unavailable', reason } }
    failNext?.(fault)
    expect(await gateway.start(newRequest())).toEqual(unavailable)
    const token = await start(gateway)
    failNext?.(fault)
    expect(await gateway.query(token)).toEqual(unavailable)
    await customer(token, 'authorize')
    failNext?.(fault)
    expect(await gateway.confirm(token)).toEqual({ kind: 'unknown', reason })
    const second = await gateway.confirm(token)
    expect(second.kind).toBe(fault.kind === 'delay' ? 'alreadyProcessed' : 'approved')
    failNext?.(fault)
    expect(await gateway.refund(token, AMOUNT)).toEqual({ kind: 'unknown', reason })
  })

  it.skipIf(!http).each<Fault['kind']>(['server_error', 'not_json', 'dropped'])(
    '14. finds a payment that was carried out despite %s',
    async kind => {
      const { gateway, customer, failNext } = await harness()
      const token = await start(gateway)
      await customer(token, 'authorize')
      failNext?.({ kind, carriedOut: true } as Fault)
      expect(await gateway.confirm(token)).toMatchObject({ kind: 'unknown' })
      expect(isApproved(await snapshotOf(gateway, token))).toBe(true)
    },
  )
}

/**
 * The contract of every payment gateway (guide "payments and Chile", section 3); the numbers are those of its list.
 * @param http whether the adapter uses HTTP, so that its connection can be disturbed.
 */
export function gatewayContract(name: string, makeHarness: () => Promise<GatewayHarness>, http: boolean): void {
  describe(`${name}: the contract of payment gateways`, () => {
    const open: GatewayHarness[] = []
    const harness = async (): Promise<GatewayHarness> => {
      const made = await makeHarness()
      open.push(made)
      return made
    }
    afterEach(async () => {
      await Promise.all(open.splice(0).map(made => made.close()))
    })

    startContract(harness)
    returnContract(harness)
    confirmContract(harness)
    refundContract(harness, http)
    connectionContract(harness, http)

    it('18. exposes no token and no key, also not in its outcomes', async () => {
      const made = await harness()
      const spies = [
        ...(['log', 'info', 'warn', 'error', 'debug'] as const).map(method => vi.spyOn(console, method)),
        vi.spyOn(process.stdout, 'write'),
        vi.spyOn(process.stderr, 'write'),
      ]
      const { gateway } = made
      const token = await pay(made)
      made.failNext?.({ kind: 'server_error', carriedOut: false })
      const outcomes = [
        await gateway.query(token),
        await gateway.confirm(token),
        await gateway.refund(token, AMOUNT),
        await gateway.refund(token, AMOUNT),
        await gateway.query('f'.repeat(64)),
      ]
      const seen = JSON.stringify([outcomes, spies.map(spy => spy.mock.calls)])
      for (const secret of [token, ...made.secrets]) expect(seen).not.toContain(secret)
    })
  })
}
