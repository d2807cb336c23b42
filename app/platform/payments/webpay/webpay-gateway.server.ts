import { err } from '#app/kernel/result.ts'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import { inSpan } from '#app/platform/tracing/tracing.ts'
import { confirmOutcome, queryResult, refundOutcome, startResult } from './webpay-outcomes.ts'
import {
  type Answer,
  checkStart,
  isPayable,
  isToken,
  KEY_ID_HEADER,
  KEY_SECRET_HEADER,
  MINIMUM_CLP,
  TRANSACTIONS_PATH,
  toCreateBody,
} from './webpay-protocol.ts'
import { parseReturn } from './webpay-return.ts'

type WebpayClientOptions = {
  /** The bank's address without a path, as https://webpay3gint.transbank.cl. */
  readonly baseUrl: string
  readonly commerceCode: string
  readonly apiKey: string
}

type WebpayRequest = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** After the address of all transactions: empty, or a slash and a token. */
  readonly path: string
  readonly body?: object
  /** Milliseconds until the whole answer must be here. */
  readonly limitMs: number
}

/**
 * One request to Transbank's REST interface 1.2. It never throws: without a whole answer in time the answer is `lost`. Nothing
 * is logged, because addresses hold tokens and headers hold the key. A request is never repeated here: only the caller knows
 * whether it may be.
 */
const createWebpayClient =
  ({ baseUrl, commerceCode, apiKey }: WebpayClientOptions) =>
  async ({ method, path, body, limitMs }: WebpayRequest): Promise<Answer> => {
    try {
      const ask = () =>
        fetch(`${baseUrl}${TRANSACTIONS_PATH}${path}`, {
          method,
          headers: {
            [KEY_ID_HEADER]: commerceCode,
            [KEY_SECRET_HEADER]: apiKey,
            Accept: 'application/json',
            ...(body && { 'Content-Type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
          // The keys must not travel to another address.
          redirect: 'manual',
          signal: AbortSignal.timeout(limitMs),
        })
      // Without the path, which holds the payment's token.
      return await inSpan(`${method} webpay`, { kind: 'client' }, async note => {
        const response = await ask()
        note({ 'http.response.status_code': response.status })
        return { status: response.status, body: jsonOf(await response.text()) }
      })
    } catch {
      return 'lost'
    }
  }

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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
