import type { Pesos } from '#app/kernel/money.ts'
import type { QuoteNotice } from './cart.ts'
import type { Repair } from './stored-cart.ts'

/** What happened to a cart without the visitor's doing. */
export type CartNotice =
  | QuoteNotice
  | { code: 'price_changed'; product_id: string; name: string; before: Pesos; after: Pesos }
  | { code: 'repaired'; what: Repair }

/** Tells two pieces of news apart. */
export const newsKey = (notices: CartNotice): string => JSON.stringify(notices)

/** Adds news to those still shown; the same is not said twice. */
export function joinNotices(shown: readonly CartNotice[], more: readonly CartNotice[]): CartNotice[] {
  const keys = new Set(shown.map(newsKey))
  return [...shown, ...more.filter(notices => !keys.has(newsKey(notices)))]
}
