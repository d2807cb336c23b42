import type { AssessmentCard } from '#app/features/catalogue/catalogue.ts'
import { allowsMode, type Mode, priceOf, type SeatTerms } from '#app/features/pricing/pricing.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'

type Buyable = Pick<AssessmentCard, 'allow_business' | 'min_seats' | 'max_seats' | 'base_price_clp'>

/** The limits of a product, as the price rules take them. */
export const seatTermsOf = (product: Buyable): SeatTerms => ({
  allowBusiness: product.allow_business,
  minSeats: product.min_seats,
  maxSeats: product.max_seats,
})

/** How a card's product is added to the cart: in self mode where allowed, else for the smallest group. */
export const firstChoice = (product: Buyable): { mode: Mode; seats: number } =>
  allowsMode(seatTermsOf(product), 'self') ? { mode: 'self', seats: 1 } : { mode: 'business', seats: product.min_seats }

/** The price of the smallest purchase where one person alone can't buy: the base price is for the first person only. */
export function smallestGroupPrice(product: Buyable): string | undefined {
  const { mode, seats } = firstChoice(product)
  if (seats === 1) return undefined
  const { totalClp } = priceOf({ basePriceClp: product.base_price_clp, mode, seats })
  return `${countOf(seats, 'persona', 'personas')}: ${formatPesos(totalClp)}`
}
