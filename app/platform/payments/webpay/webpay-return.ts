import type { PaymentReturn, ReturnParams } from '#app/platform/payments/gateway.ts'
import { isBuyOrder, isSessionId, isToken } from './webpay-protocol.ts'

const INVALID: PaymentReturn = { kind: 'invalid' }

/**
 * Tells the four shapes of Webpay's return apart. Anybody can send one, so every value is checked and anything else is
 * `invalid`; names that are not Webpay's are ignored. Abort arrives as POST in Transbank's test environment and as GET
 * otherwise, so both methods are read alike.
 */
export function parseReturn(method: string, params: ReturnParams): PaymentReturn {
  if (typeof method !== 'string' || !/^(get|post)$/i.test(method)) return INVALID
  const token = read(params, 'token_ws')
  const abortedToken = read(params, 'TBK_TOKEN')
  const buyOrder = read(params, 'TBK_ORDEN_COMPRA')
  const sessionId = read(params, 'TBK_ID_SESION')

  if (token && !isToken(token)) return INVALID
  if (abortedToken && !isToken(abortedToken)) return INVALID
  if (buyOrder === undefined && sessionId === undefined) {
    return token && abortedToken === undefined ? { kind: 'finished', token } : INVALID
  }
  if (!buyOrder || !sessionId || !isBuyOrder(buyOrder) || !isSessionId(sessionId)) return INVALID
  if (abortedToken && token) return { kind: 'formError', token: abortedToken }
  if (abortedToken && token === undefined) return { kind: 'aborted', token: abortedToken }
  return token === undefined && abortedToken === undefined ? { kind: 'timeout', buyOrder, sessionId } : INVALID
}

/** The one text under a name; undefined when absent, empty when it is repeated, empty or not a text. */
function read(params: ReturnParams, name: string): string | undefined {
  if (params instanceof URLSearchParams || params instanceof FormData) {
    const values = params.getAll(name)
    return values.length === 0 ? undefined : onlyText(values)
  }
  if (typeof params !== 'object' || params === null || !Object.hasOwn(params, name)) return undefined
  const value = params[name]
  return value === undefined ? undefined : onlyText(Array.isArray(value) ? value : [value])
}

const onlyText = (values: readonly unknown[]): string => {
  const [first, ...more] = values
  return typeof first === 'string' && more.length === 0 ? first : ''
}
