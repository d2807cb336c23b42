import { err } from '#app/kernel/result.ts'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import { createWebpayClient, type WebpayClientOptions } from './webpay-client.server.ts'
import { confirmOutcome, queryResult, refundOutcome, startResult } from './webpay-outcomes.ts'
import { checkStart, isPayable, isToken, MINIMUM_CLP, toCreateBody } from './webpay-protocol.ts'
import { parseReturn } from './webpay-return.ts'

/**
 * Milliseconds within which each call must be answered. A commit ends, and is recorded, before the recovery resumes it after
 * 30 seconds; a refund (with the query before it) before the recovery claims it again after 60.
 */
export const WEBPAY_LIMITS_MS = { start: 10_000, query: 8_000, confirm: 25_000, refund: 45_000 } as const

export type WebpayOptions = WebpayClientOptions & {
  /** Whether it is Transbank's test environment, where no money moves. */
  readonly isTest: boolean
  /** Shorter limits, for tests. */
  readonly limitsMs?: Readonly<Record<keyof typeof WEBPAY_LIMITS_MS, number>>
}

/** The gateway `webpay`: Webpay Plus of Transbank, over its REST interface. */
export function createWebpayGateway({
  isTest,
  limitsMs = WEBPAY_LIMITS_MS,
  ...options
}: WebpayOptions): PaymentGateway {
  const ask = createWebpayClient(options)
  const formOrigin = new URL(options.baseUrl).origin
  return {
    id: 'webpay',
    isTest,
    minimumClp: MINIMUM_CLP,
    formOrigin,
    async start(request) {
      const problem = checkStart(request)
      if (problem) return err(problem)
      const body = toCreateBody(request)
      const started = startResult(await ask({ method: 'POST', path: '', body, limitMs: limitsMs.start }), 'POST')
      // The buyer's browser may be sent to the bank and nowhere else.
      const leadsAway = started.ok && new URL(started.value.redirect.url).origin !== formOrigin
      return leadsAway ? err({ code: 'unavailable', reason: 'unexpected' }) : started
    },
    parseReturn,
    async confirm(token) {
      if (!isToken(token)) return { kind: 'notConfirmable', code: 'not_found' }
      return confirmOutcome(await ask({ method: 'PUT', path: `/${token}`, body: {}, limitMs: limitsMs.confirm }))
    },
    async query(token) {
      if (!isToken(token)) return err({ code: 'not_found' })
      return queryResult(await ask({ method: 'GET', path: `/${token}`, limitMs: limitsMs.query }))
    },
    async refund(token, amountClp) {
      if (!isPayable(amountClp)) return { kind: 'declined', code: 'invalid_amount' }
      if (!isToken(token)) return { kind: 'declined', code: 'not_found' }
      const body = { amount: amountClp }
      return refundOutcome(await ask({ method: 'POST', path: `/${token}/refunds`, body, limitMs: limitsMs.refund }))
    },
  }
}
