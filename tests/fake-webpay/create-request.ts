import { buyOrderRejected, invalid, RETURN_URL_REQUIRED, required } from './refusals.ts'
import type { Answer } from './transaction.ts'

export type CreateRequest = {
  readonly buyOrder: string
  readonly sessionId: string
  readonly amount: number
  readonly returnUrl: string
}

/** Lengths and characters of referencia/webpay, "Parámetros Transaction.create". */
const BUY_ORDER = /^[A-Za-z0-9|_=&%.,~:/?[+!@()>-]+$/
const LENGTHS = { buy_order: 26, session_id: 61, return_url: 256 } as const

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** @returns the request, or the answer that refuses it. A buy order may repeat: the integration environment accepts it. */
export function readCreateRequest(body: unknown): CreateRequest | Answer {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const buyOrder = text(fields.buy_order)
  const sessionId = text(fields.session_id)
  const returnUrl = text(fields.return_url)
  const { amount } = fields
  if (buyOrder === '') return required('buy_order')
  if (buyOrder.length > LENGTHS.buy_order) return invalid('buy_order')
  if (!BUY_ORDER.test(buyOrder)) return buyOrderRejected(buyOrder)
  if (sessionId === '') return required('session_id')
  if (sessionId.length > LENGTHS.session_id) return invalid('session_id')
  if (amount === undefined || amount === null) return required('amount')
  if (!isAmount(amount)) return invalid('amount')
  if (returnUrl === '') return RETURN_URL_REQUIRED
  if (returnUrl.length > LENGTHS.return_url || !/^https?:\/\//.test(returnUrl) || !URL.canParse(returnUrl)) {
    return invalid('return_url')
  }
  return { buyOrder, sessionId, amount, returnUrl }
}

/** Whole pesos above zero, of at most 17 digits. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
