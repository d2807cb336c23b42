import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { type CheaperTopUp, cheaperTopUp, type ToppedUp, topUpPrice } from '#app/features/pricing/top-up.ts'
import { type Pesos, splitVat } from '#app/kernel/money.ts'

/** What decides whether seats can be added to an item. */
export type TopUpTerms = ToppedUp & {
  /** When the accesses of the item end: those of seats that are added later end with them. */
  expiresAt: Date
  /** Whether the shop sells the product to organisations today. */
  sold: boolean
  /** The product's own limit. */
  maxSeats: number
}

export type TopUpRefusal = 'expired' | 'not_sold' | 'no_more_seats'

/** Seats that can still be added. */
export const mostSeats = (item: Pick<TopUpTerms, 'seats' | 'maxSeats'>): number =>
  Math.max(0, Math.min(item.maxSeats, MAX_SEATS) - item.seats)

/** Why no seat can be added to an item; undefined when some can. */
export function topUpRefusal(item: TopUpTerms, now: Date): TopUpRefusal | undefined {
  if (item.expiresAt <= now) return 'expired'
  if (!item.sold) return 'not_sold'
  return mostSeats(item) < 1 ? 'no_more_seats' : undefined
}

export type TopUpQuote = {
  more: number
  /** Seats of the item with those. */
  seats: number
  larger_clp: Pesos
  charged_clp: Pesos
  total_clp: Pesos
  net_clp: Pesos
  vat_clp: Pesos
  cheaper: CheaperTopUp | null
}

/** What so many more seats cost, with how that comes about and what would cost less. */
export function quoteTopUp(item: TopUpTerms, more: number): TopUpQuote {
  const { largerClp, totalClp } = topUpPrice(item, more)
  const { net, vat } = splitVat(totalClp)
  return {
    more,
    seats: item.seats + more,
    larger_clp: largerClp,
    charged_clp: item.chargedClp,
    total_clp: totalClp,
    net_clp: net,
    vat_clp: vat,
    cheaper: cheaperTopUp(item, more, mostSeats(item)) ?? null,
  }
}

/** Where seats are added to an item; `mas` is how many are proposed, `pago` how an earlier payment ended. */
export const topUpPath = (itemId: string, params: { mas: string; pago?: string }): string =>
  `/account/items/${itemId}/seats?${new URLSearchParams(params)}`
