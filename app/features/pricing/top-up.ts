import { type Pesos, pesos } from '#app/kernel/money.ts'
import { BANDS, priceOf } from './pricing.ts'

/** A business item that seats are added to. */
export type ToppedUp = {
  /** Today's base price of its product. */
  basePriceClp: Pesos
  /** Seats of the item. */
  seats: number
  /** The sum of its list prices so far, before discounts: the first purchase and later top-ups. */
  chargedClp: Pesos
}

export type TopUpPrice = {
  /** The whole item at today's list price with the seats added. */
  largerClp: Pesos
  /** Price of the added seats, VAT included. */
  totalClp: Pesos
}

/**
 * Price of `more` seats for an item: today's list price of the larger count, less the item's cost so far. Never below
 * 0, because the formula is not monotonic and nothing is refunded; never above the price of the added seats in a
 * separate purchase (after a rise of the base price the difference could be more).
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
 * More seats for fewer pesos: bands begin where the price falls, for the whole item and for the added seats alone.
 * Returns the cheapest such count of at most `max` seats with its saving; of equal ones the larger.
 */
export function cheaperTopUp(item: ToppedUp, more: number, max: number): CheaperTopUp | undefined {
  const now = topUpPrice(item, more).totalClp
  return BANDS.flatMap(({ from }) => [from - item.seats, from])
    .filter(count => count > more && count <= max)
    .map(count => ({ more: count, savingClp: pesos(now - topUpPrice(item, count).totalClp) }))
    .filter(offer => offer.savingClp > 0)
    .toSorted((a, b) => b.savingClp - a.savingClp || b.more - a.more)[0]
}
