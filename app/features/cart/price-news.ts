import { pesos } from '#app/kernel/money.ts'
import type { Quote } from './cart.ts'
import type { CartNews } from './cart-news.ts'

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
