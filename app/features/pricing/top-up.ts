import { type Pesos, pesos } from '#app/kernel/money.ts'
import { BANDS, priceOf } from './pricing.ts'

/** A business item that seats are added to. */
export type ToppedUp = {
  /** Today's base price of its product. */
  basePriceClp: Pesos
  /** Seats that it has. */
  seats: number
  /** List prices that it has cost so far, before discounts: the first purchase and the top-ups after it. */
  chargedClp: Pesos
}

export type TopUpPrice = {
  /** What the whole item costs at today's list price with the seats added. */
  largerClp: Pesos
  /** What the added seats cost, VAT included. */
  totalClp: Pesos
}

/**
 * Price of `more` seats for an item: what today's list asks for the larger count, less what the item has cost so far. Never below 0,
 * for the formula is not monotonic and nothing is given back; never above what the added seats would cost in a purchase of their own
 * (after a rise of the base price the difference could be more).
 */
export function topUpPrice({ basePriceClp, seats, chargedClp }: ToppedUp, more: number): TopUpPrice {
  const larger = listPrice(basePriceClp, seats + more)
  const difference = Math.max(0, larger - chargedClp)
  return { largerClp: larger, totalClp: pesos(Math.min(difference, listPrice(basePriceClp, more))) }
}

const listPrice = (basePriceClp: Pesos, seats: number): Pesos =>
  priceOf({ basePriceClp, mode: 'business', seats }).totalClp

export type CheaperTopUp = { more: number; savingClp: Pesos }

/**
 * More seats for fewer pesos: bands begin where the price falls, for the whole item and for the added seats alone. The cheapest such
 * count of at most `most` seats, with what it saves; of equal ones the larger.
 */
export function cheaperTopUp(item: ToppedUp, more: number, max: number): CheaperTopUp | undefined {
  const now = topUpPrice(item, more).totalClp
  return BANDS.flatMap(({ from }) => [from - item.seats, from])
    .filter(count => count > more && count <= max)
    .map(count => ({ more: count, savingClp: pesos(now - topUpPrice(item, count).totalClp) }))
    .filter(offer => offer.savingClp > 0)
    .toSorted((a, b) => b.savingClp - a.savingClp || b.more - a.more)[0]
}
