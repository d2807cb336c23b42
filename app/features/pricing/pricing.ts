import { type Pesos, pesos } from '#app/kernel/money.ts'

/** How a product is bought: for oneself (one seat) or for several people. */
export type Mode = 'self' | 'business'
export type PricingBand = 'self' | '1-10' | '11-49' | '50+'

/** Maximum number of seats per line (specification 1, section 9). */
export const MAX_SEATS = 1000

/** A price as specification 1, section 3 names it; amounts in pesos, VAT included. */
export type PriceResult = {
  basePriceClp: Pesos
  seats: number
  totalClp: Pesos
  pricingBand: PricingBand
  /** Share of the base price for each person after the first. */
  perExtraRate: number
  calculation: string
}

/** The bands by their minimum seats, dearest first; rates in hundredths, so that no product is a fraction. */
export const BANDS = [
  { band: '50+', from: 50, ratePercent: 10 },
  { band: '11-49', from: 11, ratePercent: 20 },
  { band: '1-10', from: 1, ratePercent: 40 },
] as const

const seatCountProblem = (seats: number): boolean => !Number.isInteger(seats) || seats < 1

/**
 * Price of a line: round(base + (seats − 1) × rate × base), where the rate follows from the line's seats (specification 1,
 * section 9).
 * @throws Error 'Entrada inválida' for a base price that is not finite, or seats that are not an integer of at least 1.
 */
export function priceOf(line: { basePriceClp: number; mode: Mode; seats: number }): PriceResult {
  const { basePriceClp, mode, seats } = line
  if (!Number.isFinite(basePriceClp) || seatCountProblem(seats)) throw new Error('Entrada inválida')
  const found = BANDS.find(band => seats >= band.from) ?? BANDS[2]
  const total = Math.round((basePriceClp * (100 + (seats - 1) * found.ratePercent)) / 100)
  return {
    basePriceClp: pesos(basePriceClp),
    seats,
    totalClp: pesos(total),
    pricingBand: mode === 'self' ? 'self' : found.band,
    perExtraRate: found.ratePercent / 100,
    calculation:
      seats === 1
        ? `${basePriceClp} × 1`
        : `${basePriceClp} + ${seats - 1} × ${found.ratePercent}% × ${basePriceClp} = ${total}`,
  }
}

/** What a product allows in each mode. */
export type SeatTerms = { allowBusiness: boolean; minSeats: number; maxSeats: number }

/** Whether a product may be bought in a mode: one person alone cannot buy what needs several (spec D8). */
export const allowsMode = (terms: SeatTerms, mode: Mode): boolean =>
  mode === 'self' ? terms.minSeats <= 1 : terms.allowBusiness

/** The seats of a line after the product's limits; self mode is always one seat. */
export const clampSeats = (terms: SeatTerms, mode: Mode, seats: number): number =>
  mode === 'self' ? 1 : Math.min(Math.max(seats, terms.minSeats), Math.min(terms.maxSeats, MAX_SEATS))
