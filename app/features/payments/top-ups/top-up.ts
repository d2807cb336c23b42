import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { type CheaperTopUp, cheaperTopUp, type ToppedUp, topUpPrice } from '#app/features/pricing/top-up.ts'
import { type Pesos, splitVat } from '#app/kernel/money.ts'

/** What decides whether seats can be added to an item. */
export type TopUpTerms = ToppedUp & {
  /** When the accesses of the item expire; added seats expire with them. */
  expiresAt: Date
  /** Whether the product is currently sold to organisations. */
  sold: boolean
  /** The product's own limit. */
  maxSeats: number
}

/** Seats that can still be added. */
export const maxAdditionalSeats = (item: Pick<TopUpTerms, 'seats' | 'maxSeats'>): number =>
  Math.max(0, Math.min(item.maxSeats, MAX_SEATS) - item.seats)

/** Why no seat can be added to an item, and what to do instead; undefined when some can. */
export function topUpRefusal(item: TopUpTerms, now: Date): string | undefined {
  if (item.expiresAt <= now)
    return 'El plazo para responder de esta compra terminó: ya no se le agregan asientos. Puedes comprar de nuevo.'
  if (!item.sold)
    return 'Este producto ya no se vende para organizaciones, así que no se le agregan asientos. Tus asientos siguen funcionando.'
  return maxAdditionalSeats(item) < 1
    ? 'Esta compra ya tiene el máximo de personas que permite el producto.'
    : undefined
}

export type TopUpQuote = {
  more: number
  /** Seats of the item including the added ones. */
  seats: number
  larger_clp: Pesos
  charged_clp: Pesos
  total_clp: Pesos
  net_clp: Pesos
  vat_clp: Pesos
  cheaper: CheaperTopUp | null
}

/** The price of this many more seats, how it is calculated, and a cheaper count. */
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
    cheaper: cheaperTopUp(item, more, maxAdditionalSeats(item)) ?? null,
  }
}

/**
 * The address where seats are added to an item; `mas` is the proposed number, `pago` the outcome of an earlier payment.
 */
export const topUpPath = (itemId: string, params: { mas: string; pago?: string }): string =>
  `/account/items/${itemId}/seats?${new URLSearchParams(params)}`
