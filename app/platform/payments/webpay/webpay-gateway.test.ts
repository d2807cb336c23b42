import { expect, it, onTestFinished, vi } from 'vitest'
import { COMMIT_LIMIT_MS } from '#app/features/payments/attempts/attempts.ts'
import { pesos } from '#app/kernel/money.ts'
import { gatewayContract } from '#app/platform/payments/contract.test-support.ts'
import { newRequest, pay, snapshotOf, start } from '#app/platform/payments/contract-harness.test-support.ts'
import { webpayHarness } from '#tests/support/webpay-on-fake.ts'
import { WEBPAY_LIMITS_MS } from './webpay-gateway.server.ts'

// Against a Transbank that is written from its documentation and knows nothing of the shop.
gatewayContract('webpay', webpayHarness, true)

async function harness() {
  const made = await webpayHarness()
  onTestFinished(() => made.close())
  return made
}

it('sends the buyer to the form by POST, with the token in no address', async () => {
  const { gateway, bank } = await harness()
  const started = await gateway.start(newRequest())
  if (!started.ok) throw new Error(started.error.code)
  const { token, redirect } = started.value
  expect(redirect).toMatchObject({ method: 'POST', fields: { token_ws: token } })
  expect(new URL(redirect.url).origin).toBe(gateway.formOrigin)
  expect(gateway.formOrigin).toBe(bank.url)
  expect(redirect.url).not.toContain(token)
})

it('refuses a form at another address than the bank', async () => {
  const { gateway } = await harness()
  const body = { token: 'f'.repeat(64), url: 'https://evil.example/webpayserver/initTransaction' }
  const answering = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(body))
  onTestFinished(() => answering.mockRestore())
  expect(await gateway.start(newRequest())).toEqual({ ok: false, error: { code: 'unavailable', reason: 'unexpected' } })
})

it('keeps kind, number and amount of the instalments, and the days of the transaction', async () => {
  const made = await harness()
  const { gateway, bank } = made
  const token = await start(gateway)
  bank.customer(token, 'authorize', 'three_interest_free')
  const days = { transactionDate: new Date('2026-11-21T15:00:00Z'), accountingDate: '2026-11-21' }
  expect(await gateway.confirm(token)).toMatchObject({
    snapshot: { paymentTypeCode: 'SI', installments: 3, installmentsAmountClp: 41_666, ...days },
  })
  // With interest the issuer sets the amount, and Webpay does not know it.
  expect(await snapshotOf(gateway, await pay(made, 'instalments'))).toMatchObject({
    paymentTypeCode: 'VC',
    installments: 6,
    installmentsAmountClp: null,
    ...days,
  })
})

it('refuses less than 50 pesos before the bank is asked', async () => {
  const { gateway } = await harness()
  expect(await gateway.start(newRequest({ amountClp: pesos(49) }))).toEqual({
    ok: false,
    error: { code: 'below_minimum' },
  })
  expect(await gateway.start(newRequest({ amountClp: pesos(50) }))).toMatchObject({ ok: true })
})

it('answers a commit before the recovery resumes it', () => {
  expect(WEBPAY_LIMITS_MS.confirm).toBeLessThan(COMMIT_LIMIT_MS)
  expect(WEBPAY_LIMITS_MS.query + WEBPAY_LIMITS_MS.refund).toBeLessThan(2 * COMMIT_LIMIT_MS)
})
