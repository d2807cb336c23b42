import { pesos } from '#app/kernel/money.ts'
import { notify } from '#app/kit/ui/toast.ts'
import { type DiscountAnswer, fetchQuote, postDiscount } from './ask-cart.ts'
import { type CartChoice, type Quote, sameChoices } from './cart.ts'
import type { CartNotice } from './cart-notices.ts'
import { type CartContents, type CartStore, sameContents } from './cart-store.ts'

/** The products whose base price changed since it was last shown (spec D1). */
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
 * Updates the cart to the server's quote.
 * @param requested the cart at the time of the request.
 * @param code the code that the quote was made with.
 * @returns the settled contents and their notices; undefined when the cart has changed meanwhile and the answer is
 * outdated.
 */
export function acceptQuote(
  store: CartStore,
  requested: CartContents,
  quote: Quote,
  code: string | null = requested.code,
): { settled: CartContents; notices: CartNotice[] } | undefined {
  const now = store.current()
  if (!sameContents(now, requested)) return undefined
  const choices = quote.lines.map(({ product_id, mode, seats }): CartChoice => {
    const repeats = now.choices.find(choice => choice.product_id === product_id && choice.mode === mode)?.repeats
    return { product_id, mode, seats, ...(repeats !== undefined && { repeats }) }
  })
  const settled = { choices, code, quotation: requested.quotation }
  // The visitor saw the quotation's prices when opening it, so they are not reported as a change.
  const prices = quote.quotation?.state === 'applied' ? [] : priceNotices(quote, now.seen)
  const notices = [...quote.notices, ...prices]
  // Checked again when it is written: another tab may have added a line in between, which the next request includes.
  if (!sameContents(settled, now)) store.change(latest => (sameContents(latest, requested) ? settled : {}))
  store.see(pricesOf(quote))
  return { settled, notices: notices }
}

// Loaded with the first request for prices: most visits never open the cart.

/**
 * Called with the quote that the cart was settled to and its notices. Synchronous with the change of the cart, which
 * would otherwise count as the visitor's own and trigger another request.
 */
export type OnAccepted = (quote: Quote, settled: CartContents, notices: CartNotice[]) => void

/**
 * Requests prices and settles the cart to them, unless it has changed meanwhile or the request was aborted.
 * @throws when the request fails or the answer is not a quote.
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

/**
 * Empties the cart if a quotation that it was opened from, or that was made of it, has been paid meanwhile: whoever has its
 * link may have paid it. Another buyer's quotation, other lines and a cart that changes in between leave it as it is.
 * @returns the number of the quotation that was paid; undefined when the cart stays.
 * @throws when the request fails or the answer is not a quote.
 */
export async function leaveIfBought(store: CartStore): Promise<string | undefined> {
  const { choices, code, quotation, quoted } = store.current()
  const linked = quotation ?? quoted
  if (linked === undefined || choices.length === 0) return undefined
  const { quotation: about } = await fetchQuote({ choices, code, quotation: linked })
  if (about?.state !== 'bought' || about.is_same !== true) return undefined
  if (!sameContents(store.current(), { choices, code, quotation })) return undefined
  store.change(() => ({ choices: [], code: null, quotation: null }))
  return about.number
}

/** The same, and says so. */
export async function tellIfBought(store: CartStore): Promise<void> {
  const number = await leaveIfBought(store)
  if (number === undefined) return
  notify({
    title: `La cotización ${number} ya está pagada`,
    description: 'Vaciamos el carrito del que salió.',
    tone: 'success',
  })
}

/** Checks whether a typed code applies, and adds it to the cart when it does. Never throws. */
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
