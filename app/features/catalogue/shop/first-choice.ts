import type { AssessmentCard } from '#app/features/catalogue/catalogue.ts'
import { allowsMode, type Mode, type SeatTerms } from '#app/features/pricing/pricing.ts'

type Buyable = Pick<AssessmentCard, 'allow_business' | 'min_seats' | 'max_seats'>

/** The limits of a product, as the price rules take them. */
export const seatTermsOf = (product: Buyable): SeatTerms => ({
  allowBusiness: product.allow_business,
  minSeats: product.min_seats,
  maxSeats: product.max_seats,
})

/** How a card's product is added to the cart: in self mode where allowed, else for the smallest group. */
export const firstChoice = (product: Buyable): { mode: Mode; seats: number } =>
  allowsMode(seatTermsOf(product), 'self') ? { mode: 'self', seats: 1 } : { mode: 'business', seats: product.min_seats }
