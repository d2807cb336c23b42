import type { Pesos } from '#app/kernel/money.ts'
import type { CheaperSeats, Mode, PricingBand } from '#app/features/pricing/pricing.ts'

/** What a browser keeps of a line: choices only. Prices come from the server's quote (decision 1). */
export type CartChoice = { product_id: string; mode: Mode; seats: number }

/** The cart in browser storage. The key makes the checkout of exactly this cart happen once; a change of the cart draws a new one. */
export type StoredCart = { version: 1; choices: CartChoice[]; code: string | null; checkoutKey: string }

/** The most lines that a cart holds. */
export const MAX_LINES = 50

/** A line as the server quotes it. */
export type QuotedLine = CartChoice & {
  base_price_clp: Pesos
  total_clp: Pesos
  currency: 'CLP'
  pricing_band: PricingBand
  per_extra_rate: number
  calculation: string
  /** A larger count that costs less, offered with one click (decision 6). */
  cheaper: CheaperSeats | null
  assessment: {
    slug: string
    name: string
    image_url: string | null
    category_slug: string
    type: 'assessment' | 'workshop'
    format: string
    duration_min: number
    duration_max: number | null
    min_seats: number
    max_seats: number
    allow_business: boolean
  }
}

/** What the server changed in the choices it was sent, and tells. */
export type QuoteNotice =
  | { code: 'unavailable'; product_id: string }
  | { code: 'mode_unavailable'; product_id: string; name: string; mode: Mode }
  | { code: 'seats_clamped'; product_id: string; name: string; seats: number }
  | { code: 'merged'; product_id: string; name: string }

export type AppliedDiscount = { code: string; amount: Pesos }

export type Quote = {
  lines: QuotedLine[]
  notices: QuoteNotice[]
  subtotal_clp: Pesos
  discount: AppliedDiscount | null
  /** Why the kept code no longer applies, in Spanish; null when it does or none is kept. */
  discount_problem: string | null
  total_clp: Pesos
  net_clp: Pesos
  vat_clp: Pesos
  /** Sum of the seats. */
  total_items: number
}
