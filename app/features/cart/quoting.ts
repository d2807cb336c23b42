import { pesos } from '#app/kernel/money.ts'
import { type DiscountAnswer, fetchQuote, postDiscount } from './ask-cart.ts'
import { type Quote, sameChoices } from './cart.ts'
import type { CartNotice } from './cart-notices.ts'
import { type CartContents, type CartStore, sameContents } from './cart-store.ts'

/** The products whose base price is another one than when it was last shown (decision 1). */
export function priceNotices(quote: Quote, seen: Record<string, number>): CartNotice[] {
  const shown = new Set<string>()
  return quote.lines.flatMap(({ product_id, base_price_clp, assessment }): CartNotice[] => {
    const before = seen[product_id]
    if (before === undefined || before === base_price_clp || shown.has(product_id)) return []
    shown.add(product_id)
    return [{ code: 'price_changed', product_id, name: assessment.name, before: pesos(before), after: base_price_clp }]
  })
}

/** Base price of each product of a quote, in pesos. */
export const pricesOf = (quote: Quote): Record<string, number> =>
  Object.fromEntries(quote.lines.map(line => [line.product_id, line.base_price_clp]))

/**
 * Settles the cart as the server quoted it.
 * @param requested the cart when the question was asked.
 * @param code the code that the quote was made with.
 * @returns what was settled and what it has to tell; undefined when the cart has changed meanwhile, so that the answer is too late.
 */
export function acceptQuote(
  store: CartStore,
  requested: CartContents,
  quote: Quote,
  code: string | null = requested.code,
): { settled: CartContents; notices: CartNotice[] } | undefined {
  const now = store.current()
  if (!sameContents(now, requested)) return undefined
  const choices = quote.lines.map(({ product_id, mode, seats }) => ({ product_id, mode, seats }))
  const settled = { choices, code, quotation: requested.quotation }
  // A price that a quotation holds is no news: whoever opened it saw it there.
  const prices = quote.quotation?.state === 'applied' ? [] : priceNotices(quote, now.seen)
  const notices = [...quote.notices, ...prices]
  // Looked at again when it is written: another tab may have added a line in between, which the next question will bring.
  if (!sameContents(settled, now)) store.change(latest => (sameContents(latest, requested) ? settled : {}))
  store.see(pricesOf(quote))
  return { settled, notices: notices }
}

// Fetched when prices are first asked for: most visits never open the cart.

/**
 * Hears of a quote that the cart was settled to, and of what that has to tell. In the same turn as the cart changes, or the change
 * would be taken for a visitor's and asked about again.
 */
export type OnAccepted = (quote: Quote, settled: CartContents, notices: CartNotice[]) => void

/**
 * Asks the server for prices and settles the cart to them, unless it has changed meanwhile or nobody waits any more.
 * @throws when the answer does not come, or is none.
 */
export async function askPrices(
  store: CartStore,
  requested: CartContents,
  signal: AbortSignal,
  onAccepted: OnAccepted,
): Promise<void> {
  const quote = await fetchQuote(requested, signal)
  const accepted = signal.aborted ? undefined : acceptQuote(store, requested, quote)
  if (accepted) onAccepted(quote, accepted.settled, accepted.notices)
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
    if (accepted) onAccepted(answer.quote, accepted.settled, accepted.notices)
  } else if (now.code === code) store.change(() => ({ code: applied.code }))
  return answer
}
