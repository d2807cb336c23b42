import { acceptQuote } from './accept-quote.ts'
import { type DiscountAnswer, fetchQuote, postDiscount } from './ask-cart.ts'
import { type Quote, sameChoices } from './cart.ts'
import type { CartNews } from './cart-news.ts'
import type { CartContents, CartStore } from './cart-store.ts'

// Fetched when prices are first asked for: most visits never open the cart.

/**
 * Hears of a quote that the cart was settled to, and of what that has to tell. In the same turn as the cart changes, or the change
 * would be taken for a visitor's and asked about again.
 */
export type OnAccepted = (quote: Quote, settled: CartContents, news: CartNews[]) => void

/**
 * Asks the server for prices and settles the cart to them, unless it has changed meanwhile or nobody waits any more.
 * @throws when the answer does not come, or is none.
 */
export async function askPrices(
  store: CartStore,
  asked: CartContents,
  signal: AbortSignal,
  onAccepted: OnAccepted,
): Promise<void> {
  const quote = await fetchQuote(asked, signal)
  const accepted = signal.aborted ? undefined : acceptQuote(store, asked, quote)
  if (accepted) onAccepted(quote, accepted.settled, accepted.news)
}

/** Asks whether a typed code applies, and puts it into the cart when it does. Never throws. */
export async function askDiscount(store: CartStore, typed: string, onAccepted: OnAccepted): Promise<DiscountAnswer> {
  const { choices, code, quotation } = store.current()
  const answer = await postDiscount({ choices, code: typed, quotation })
  const applied = answer.ok ? answer.quote.discount : null
  if (!answer.ok || !applied) return answer
  const now = store.current()
  if (sameChoices(now.choices, choices)) {
    const accepted = acceptQuote(store, { choices, code, quotation }, answer.quote, applied.code)
    if (accepted) onAccepted(answer.quote, accepted.settled, accepted.news)
  } else if (now.code === code) store.change(() => ({ code: applied.code }))
  return answer
}
