import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { Quote, QuoteNotice } from './cart.ts'

/** What happened to a cart without the visitor's doing. */
export type CartNews =
  | QuoteNotice
  | { code: 'price_changed'; product_id: string; name: string; before: Pesos; after: Pesos }
  | { code: 'repaired' }

/** The products whose base price is another one than when it was last shown (decision 1). */
export function priceNews(quote: Quote, seen: Record<string, number>): CartNews[] {
  const told = new Set<string>()
  return quote.lines.flatMap(({ product_id, base_price_clp, assessment }): CartNews[] => {
    const before = seen[product_id]
    if (before === undefined || before === base_price_clp || told.has(product_id)) return []
    told.add(product_id)
    return [{ code: 'price_changed', product_id, name: assessment.name, before: pesos(before), after: base_price_clp }]
  })
}

/** Base price of each product of a quote, in pesos. */
export const pricesOf = (quote: Quote): Record<string, number> =>
  Object.fromEntries(quote.lines.map(line => [line.product_id, line.base_price_clp]))

/** Tells two pieces of news apart. */
export const newsKey = (news: CartNews): string => JSON.stringify(news)

/** Adds news to those still shown; the same is not said twice. */
export function joinNews(shown: readonly CartNews[], more: readonly CartNews[]): CartNews[] {
  const keys = new Set(shown.map(newsKey))
  return [...shown, ...more.filter(news => !keys.has(newsKey(news)))]
}
