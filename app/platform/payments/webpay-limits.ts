import type { StartProblem, StartRequest } from './gateway.ts'

/** Transbank's longest values, in characters. Its manual says 255 and 256 for the return address: the smaller one holds. */
export const LIMITS = { buyOrder: 26, sessionId: 61, returnUrl: 255, token: 64 } as const

const BUY_ORDER = /^[A-Za-z0-9|_=&%.,~:/?[+!@()>-]+$/
const TOKEN = /^[A-Za-z0-9_-]+$/

export const isToken = (text: string): boolean => text.length <= LIMITS.token && TOKEN.test(text)
export const isBuyOrder = (text: string): boolean => text.length <= LIMITS.buyOrder && BUY_ORDER.test(text)
export const isSessionId = (text: string): boolean => text.length > 0 && text.length <= LIMITS.sessionId

/** Whole pesos above zero. The brand can be forged with a cast, and Transbank's own SDK lets 1.5 and −1 pass. */
export const isPayable = (amount: number): boolean => Number.isSafeInteger(amount) && amount > 0

/** What Transbank would refuse, or worse accept, found before it is asked. */
export function checkStart(request: StartRequest): StartProblem | undefined {
  if (!isPayable(request.amountClp)) return { code: 'invalid_amount' }
  if (request.buyOrder.length > LIMITS.buyOrder) return { code: 'buy_order_too_long' }
  if (!isBuyOrder(request.buyOrder)) return { code: 'buy_order_invalid' }
  if (!isSessionId(request.sessionId)) return { code: 'session_id_invalid' }
  if (request.returnUrl.length > LIMITS.returnUrl) return { code: 'return_url_too_long' }
  if (!/^https?:\/\//.test(request.returnUrl) || !URL.canParse(request.returnUrl)) return { code: 'return_url_invalid' }
  return undefined
}
