import type { Pesos } from '#app/kernel/money.ts'
import type { QuoteNotice } from './cart.ts'
import type { Repair } from './stored-cart.ts'

/** What happened to a cart without the visitor's doing. */
export type CartNews =
  | QuoteNotice
  | { code: 'price_changed'; product_id: string; name: string; before: Pesos; after: Pesos }
  | { code: 'repaired'; what: Repair }

/** Tells two pieces of news apart. */
export const newsKey = (news: CartNews): string => JSON.stringify(news)

/** Adds news to those still shown; the same is not said twice. */
export function joinNews(shown: readonly CartNews[], more: readonly CartNews[]): CartNews[] {
  const keys = new Set(shown.map(newsKey))
  return [...shown, ...more.filter(news => !keys.has(newsKey(news)))]
}
