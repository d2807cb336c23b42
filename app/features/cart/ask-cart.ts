import { CALL_FAILED, type Message } from '#app/features/discounts/discounts.ts'
import { fetchFromShop } from '#app/platform/http/connection.ts'
import type { Quote } from './cart.ts'
import type { CartContents } from './cart-store.ts'

/** The result of a typed code: the quote with the discount, or the error to show. */
export type DiscountAnswer = { ok: true; quote: Quote } | { ok: false; error: Message }

const post = (body: object, signal?: AbortSignal): Promise<Response> =>
  fetchFromShop('/cart', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })

/**
 * Fetches the prices of a cart.
 * @throws when the request fails or the answer is not a quote.
 */
export async function fetchQuote(contents: CartContents, signal?: AbortSignal): Promise<Quote> {
  const response = await post({ intent: 'quote', ...contents }, signal)
  if (!response.ok) throw new Error(`The cart was answered with ${response.status}`)
  return response.json()
}

/** Checks on the server whether a typed code applies to a cart. Never throws. */
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
