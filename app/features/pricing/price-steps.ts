import { type Pesos, pesos } from '#app/kernel/money.ts'
import { allowsMode, BANDS, MAX_SEATS, priceOf, type SeatTerms } from './pricing.ts'

/** The price of a number of seats: pesos for each and for all, VAT included. */
export type PriceStep = { seats: number; each: Pesos; total: Pesos }

/** Team sizes within and at the beginning of each band. */
const SIZES = [5, ...BANDS.map(({ from }) => from).filter(from => from > 1), 10, 25, 100]

/**
 * The prices that an editor of a product sees: of the smallest purchase, of sizes in every band, and of the largest, in
 * order. Empty where the limits leave nothing to buy.
 * @param basePriceClp pesos, VAT included
 */
export function priceSteps(basePriceClp: number, terms: SeatTerms): PriceStep[] {
  const max = Math.min(terms.maxSeats, MAX_SEATS)
  const min = Math.max(terms.minSeats, 1)
  if (min > max || !Number.isSafeInteger(basePriceClp * max)) return []
  const own = allowsMode(terms, 'self') ? [1] : []
  const teams = terms.allowBusiness ? [min, ...SIZES, max].filter(seats => seats >= min && seats <= max) : []
  return [...new Set([...own, ...teams])]
    .toSorted((a, b) => a - b)
    .map(seats => {
      const { totalClp } = priceOf({ basePriceClp, mode: seats === 1 ? 'self' : 'business', seats })
      return { seats, each: pesos(Math.round(totalClp / seats)), total: totalClp }
    })
}
