import { inSpan } from '#app/platform/tracing/tracing.ts'
import { type Answer, KEY_ID_HEADER, KEY_SECRET_HEADER, TRANSACTIONS_PATH } from './webpay-protocol.ts'

export type WebpayClientOptions = {
  /** The bank's address without a path, as https://webpay3gint.transbank.cl. */
  readonly baseUrl: string
  readonly commerceCode: string
  readonly apiKey: string
}

export type WebpayRequest = {
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
export const createWebpayClient =
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
