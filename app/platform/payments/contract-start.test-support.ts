import { expect, it } from 'vitest'
import type { Pesos } from '#app/kernel/money.ts'
import { AMOUNT, type GatewayHarness, newRequest, snapshotOf } from './contract-harness.test-support.ts'
import type { StartRequest } from './gateway.ts'

/** Numbers 1 and 2 of the contract: starting a payment. */
export function startContract(harness: () => Promise<GatewayHarness>): void {
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
