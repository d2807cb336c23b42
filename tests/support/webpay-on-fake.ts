import type { GatewayHarness } from '#app/platform/payments/contract-harness.test-support.ts'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import { createWebpayGateway } from '#app/platform/payments/webpay/webpay-gateway.server.ts'
import { type FakeWebpay, INTEGRATION, startFakeWebpay } from '#tests/fake-webpay/start.ts'

/** Real limits are 8 to 45 seconds. Long enough for a busy machine to answer, and short enough to wait for. */
const LIMIT_MS = 400

/** The shop's adapter, with its bank replaced by the fake one. */
export const webpayOn = (bank: Pick<FakeWebpay, 'url'>): PaymentGateway =>
  createWebpayGateway({
    ...INTEGRATION,
    baseUrl: bank.url,
    isTest: true,
    limitsMs: { start: LIMIT_MS, query: LIMIT_MS, confirm: LIMIT_MS, refund: LIMIT_MS },
  })

/** The adapter under the contract of payment gateways, on a bank that was written without it. */
export async function webpayHarness(): Promise<GatewayHarness & { bank: FakeWebpay }> {
  const noon = new Date(Date.UTC(2026, 10, 21, 15))
  const bank = await startFakeWebpay({ clock: () => noon })
  return {
    bank,
    gateway: webpayOn(bank),
    customer: async (token, decision, card) => bank.customer(token, decision, card),
    advance: bank.advance,
    restart: () => webpayOn(bank),
    failNext: fault => bank.fail(fault),
    secrets: [INTEGRATION.apiKey],
    close: bank.close,
  }
}
