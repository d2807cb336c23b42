import { type Pesos, pesos } from '#app/kernel/money.ts'
import { BANDS, clampSeats, MAX_SEATS, priceOf, type SeatTerms } from './pricing.ts'

export type CheaperSeats = { seats: number; savingClp: Pesos }

/**
 * The formula is not monotonic: a larger count may cost less because its band is cheaper. Returns the cheapest such
 * count within `maxSeats` with the pesos saved compared to `seats`, or undefined.
 */
export function cheaperSeats(basePriceClp: Pesos, seats: number, maxSeats: number): CheaperSeats | undefined {
  const now = priceOf({ basePriceClp, mode: 'business', seats }).totalClp
  const offers = BANDS.filter(band => band.from > seats && band.from <= maxSeats)
    .map(band => ({ seats: band.from, total: priceOf({ basePriceClp, mode: 'business', seats: band.from }).totalClp }))
    .filter(offer => offer.total < now)
    .toSorted((a, b) => a.total - b.total)
  const best = offers[0]
  return best && { seats: best.seats, savingClp: pesos(now - best.total) }
}

export type TypedSeats = { ok: true; seats: number; clamped: boolean } | { ok: false; message: string }

/**
 * Parses a typed seat count (specification 1, section 5; spec D8): a count, or the message that says why it is
 * invalid.
 */
export function parseTypedSeats(text: string, terms: SeatTerms): TypedSeats {
  const trimmed = text.trim()
  if (!/^[+-]?\d{1,15}$/.test(trimmed)) return { ok: false, message: 'Ingresa un número válido' }
  const typed = Number(trimmed)
  if (typed < 1) return { ok: false, message: 'Ingresa un número válido (1 o más)' }
  if (typed > MAX_SEATS) return { ok: false, message: 'Máximo 1000 personas' }
  const seats = clampSeats(terms, 'business', typed)
  return { ok: true, seats, clamped: seats !== typed }
}
