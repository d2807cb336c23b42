import { CALL_FAILED, type Message } from '#app/features/discounts/discounts.ts'
import { fetchFromShop } from '#app/platform/http/connection.ts'
import type { Quote } from './cart.ts'
import type { CartContents } from './cart-store.ts'

/** What came of a typed code: the cart with the discount, or what to say. */
export type DiscountAnswer = { ok: true; quote: Quote } | { ok: false; error: Message }

const post = (body: object, signal?: AbortSignal): Promise<Response> =>
  fetchFromShop('/cart', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })

/**
 * Asks the server for the prices of a cart.
 * @throws when the answer does not come, or is none.
 */
export async function fetchQuote(contents: CartContents, signal: AbortSignal): Promise<Quote> {
  const response = await post({ intent: 'quote', ...contents }, signal)
  if (!response.ok) throw new Error(`The cart was answered with ${response.status}`)
  return response.json()
}

/** Asks the server whether a typed code applies to a cart. Never throws. */
export async function postDiscount(contents: {
  choices: CartContents['choices']
  code: string
  quotation: CartContents['quotation']
}): Promise<DiscountAnswer> {
  try {
    const response = await post({ intent: 'apply-discount', ...contents })
    if (!response.ok) return { ok: false, error: CALL_FAILED }
    const answer: Quote | { error: Message } = await response.json()
    return 'error' in answer ? { ok: false, error: answer.error } : { ok: true, quote: answer }
  } catch {
    return { ok: false, error: CALL_FAILED }
  }
}
