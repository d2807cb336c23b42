import type { Pesos } from '#app/kernel/money.ts'
import type { QuoteNotice } from './cart.ts'
import type { Repair } from './stored-cart.ts'

/** An automatic change of a cart. */
export type CartNotice =
  | QuoteNotice
  | { code: 'price_changed'; product_id: string; name: string; before: Pesos; after: Pesos }
  | { code: 'repaired'; what: Repair }

/** Identifies a notice. */
export const noticeKey = (notices: CartNotice): string => JSON.stringify(notices)

/** Adds notices to those still shown, without duplicates. */
export function joinNotices(shown: readonly CartNotice[], more: readonly CartNotice[]): CartNotice[] {
  const keys = new Set(shown.map(noticeKey))
  return [...shown, ...more.filter(notices => !keys.has(noticeKey(notices)))]
}
