import { belowMinimumText } from '#app/features/payments/attempts/attempts.ts'
import type { StartPaymentError } from '#app/features/payments/attempts/start-payment.server.ts'
import { MAX_SEATS } from '#app/features/pricing/pricing.ts'
import { type CheaperTopUp, cheaperTopUp, type ToppedUp, topUpPrice } from '#app/features/pricing/top-up.ts'
import { type Pesos, splitVat } from '#app/kernel/money.ts'
import type { TopUpError } from './top-up-seats.server.ts'

/** What decides whether seats can be added to an item. */
export type TopUpTerms = ToppedUp & {
  /** When the accesses of the item expire; added seats expire with them. */
  expiresAt: Date
  /** Whether the product is currently sold to organisations. */
  sold: boolean
  /** The product's own limit. */
  maxSeats: number
}

export type TopUpRefusal = 'expired' | 'not_sold' | 'no_more_seats'

/** Seats that can still be added. */
export const maxAdditionalSeats = (item: Pick<TopUpTerms, 'seats' | 'maxSeats'>): number =>
  Math.max(0, Math.min(item.maxSeats, MAX_SEATS) - item.seats)

/** Why no seat can be added to an item; undefined when some can. */
export function topUpRefusal(item: TopUpTerms, now: Date): TopUpRefusal | undefined {
  if (item.expiresAt <= now) return 'expired'
  if (!item.sold) return 'not_sold'
  return maxAdditionalSeats(item) < 1 ? 'no_more_seats' : undefined
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

/** Why no seat can be added to an item, and what to do instead. */
export const TOP_UP_REFUSALS: Record<TopUpRefusal, string> = {
  expired: 'El plazo para responder de esta compra terminó: ya no se le agregan asientos. Puedes comprar de nuevo.',
  not_sold:
    'Este producto ya no se vende para organizaciones, así que no se le agregan asientos. Tus asientos siguen funcionando.',
  no_more_seats: 'Esta compra ya tiene el máximo de personas que permite el producto.',
}

export type TopUpProblem =
  | Exclude<TopUpError, { code: 'item_not_found' }>
  | StartPaymentError
  | { code: 'invalid' | 'unreachable' }

/** Why seats were not added, and what to do. */
export function topUpMessage(problem: TopUpProblem): string {
  switch (problem.code) {
    case 'expired':
    case 'not_sold':
    case 'no_more_seats':
      return TOP_UP_REFUSALS[problem.code]
    case 'price_changed':
      return 'El precio o los asientos de esta compra cambiaron desde que abriste la página. Revisa el detalle actualizado y confirma de nuevo.'
    case 'payment_in_progress':
      return 'Estamos confirmando con el banco el pago de otros asientos de esta compra. Cuando termine podrás agregar más.'
    case 'gateway_unavailable':
      return 'El medio de pago no responde en este momento. No se hizo ningún cobro: vuelve a intentarlo en unos segundos.'
    case 'below_minimum':
      return belowMinimumText(problem.minimum)
    case 'not_payable':
      return 'Esta orden ya no se puede pagar. Revisa tus compras antes de intentarlo de nuevo.'
    case 'unreachable':
      return 'La tienda no respondió y no sabemos si tu compra alcanzó a llegar. Lo que escribiste sigue aquí: inténtalo otra vez; si ya había llegado, no se repite.'
    case 'invalid':
      return 'No pudimos leer lo que pediste. Revisa cuántos asientos quieres y confirma de nuevo.'
  }
}
