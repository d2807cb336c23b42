import { MAX_SEATS, type Mode, type PricingBand, type SeatTerms } from '#app/features/pricing/pricing.ts'
import type { CheaperSeats } from '#app/features/pricing/seats.ts'
import { formatInteger } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { CartQuotation } from './held-prices.ts'

/** A line as a browser stores it: choices only. Prices come from the server's quote (spec D1). */
export type CartChoice = {
  product_id: string
  mode: Mode
  seats: number
  /** The item of an earlier order that a company measures again with the same people. The checkout decides whether it is. */
  repeats?: string | undefined
}

/**
 * The cart in browser storage. The checkout key makes the checkout of exactly this cart idempotent; each change draws a
 * new key.
 */
export type StoredCart = {
  version: 1
  choices: CartChoice[]
  code: string | null
  /** The quotation that it was opened from: its prices hold as long as the server says so. */
  quotation: string | null
  /** The quotation that was made of exactly this cart: any change of it forgets it. */
  quoted?: string | undefined
  checkoutKey: string
  /** The key of the previous cart: it reveals that two tabs changed the same cart concurrently. */
  base?: string | undefined
  /** Base price (pesos) of each product when it was last shown here, so that a change can be reported (spec D1). */
  seen: Record<string, number>
}

/** Labels of the modes. */
export const MODE_LABELS: Readonly<Record<Mode, string>> = { self: 'Individual', business: 'Empresa' }

/** Of a line that repeats an earlier measurement with the same people. */
export const MEASURES_AGAIN = 'Mide otra vez'

/** Maximum number of lines in a cart. */
export const MAX_LINES = 50

/** Maximum characters of a discount code as it is typed; codes themselves are shorter. */
export const MAX_CODE = 60

/** A line as the server quotes it. */
export type QuotedLine = CartChoice & {
  base_price_clp: Pesos
  total_clp: Pesos
  currency: 'CLP'
  pricing_band: PricingBand
  per_extra_rate: number
  calculation: string
  /** A larger count that costs less, offered with one click (spec D6). */
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

/** The limits of a line's product, as the price rules take them. */
export const termsOf = (product: QuotedLine['assessment']): SeatTerms => ({
  allowBusiness: product.allow_business,
  minSeats: product.min_seats,
  maxSeats: product.max_seats,
})

/** What the server changed in the choices that it received. */
export type QuoteNotice =
  | { code: 'unavailable'; product_id: string }
  | { code: 'mode_unavailable'; product_id: string; name: string; mode: Mode }
  | { code: 'seats_clamped'; product_id: string; name: string; seats: number }
  | { code: 'merged'; product_id: string; name: string }

export type AppliedDiscount = {
  code: string
  amount: Pesos
  /** The products that the discount applies to; absent when it applies to the whole cart. */
  productIds?: string[]
}

export type Quote = {
  lines: QuotedLine[]
  notices: QuoteNotice[]
  /** The quotation that the cart names; null when it names none. */
  quotation: CartQuotation | null
  subtotal_clp: Pesos
  discount: AppliedDiscount | null
  /** Why the stored code no longer applies, in Spanish; null when it applies or none is stored. */
  discount_problem: string | null
  total_clp: Pesos
  /** The least that can be paid with a card, where the total is more than nothing and less than that. */
  card_minimum_clp?: Pesos
  net_clp: Pesos
  vat_clp: Pesos
  /** The text beside a price that says the tax is included. */
  vat_text: string
  /** Sum of the seats. */
  total_items: number
}

export type AddOutcome = 'added' | 'merged' | 'full'

const sameLine = (a: CartChoice, b: CartChoice): boolean => a.product_id === b.product_id && a.mode === b.mode

const joinedSeats = (mode: Mode, a: number, b: number): number => (mode === 'self' ? 1 : Math.min(a + b, MAX_SEATS))

/** Self mode is always one seat (spec D6). */
const withSeatsOfMode = (choice: CartChoice): CartChoice =>
  choice.mode === 'self' ? { product_id: choice.product_id, mode: 'self', seats: 1 } : choice

/** Merges choices to one line per product and mode (spec D9), in the order of their first appearance. */
export function mergeChoices(choices: readonly CartChoice[]): CartChoice[] {
  const merged = new Map<string, CartChoice>()
  for (const choice of choices) {
    const line = `${choice.product_id}/${choice.mode}`
    const other = merged.get(line)
    const repeats = other?.repeats ?? choice.repeats
    const joined = other && { ...other, seats: joinedSeats(choice.mode, other.seats, choice.seats) }
    merged.set(line, joined ? { ...joined, ...(repeats !== undefined && { repeats }) } : choice)
  }
  return [...merged.values()]
}

/**
 * Adds a line. The outcome says whether it joined an existing one or was refused because the cart is full (MAX_LINES).
 */
export function addChoice(
  choices: readonly CartChoice[],
  choice: CartChoice,
): { choices: CartChoice[]; outcome: AddOutcome } {
  const outcome = choices.some(other => sameLine(other, choice))
    ? 'merged'
    : choices.length >= MAX_LINES
      ? 'full'
      : 'added'
  return { choices: outcome === 'full' ? [...choices] : mergeChoices([...choices, withSeatsOfMode(choice)]), outcome }
}

/** Changes mode or seats of the line at an index; a line that becomes equal to another one joins it. */
export const updateChoiceAt = (
  choices: readonly CartChoice[],
  index: number,
  change: Partial<Pick<CartChoice, 'mode' | 'seats'>>,
): CartChoice[] =>
  mergeChoices(choices.map((choice, at) => (at === index ? withSeatsOfMode({ ...choice, ...change }) : choice)))

/** Removes the line at an index. */
export const removeChoiceAt = (choices: readonly CartChoice[], index: number): CartChoice[] =>
  choices.filter((_, at) => at !== index)

/** Seats in the cart (specification 1, section 9). */
export const totalItems = (choices: readonly { seats: number }[]): number =>
  choices.reduce((sum, choice) => sum + choice.seats, 0)

/** The count on the cart button: '99+' above 99, undefined for an empty cart. */
export const badgeText = (items: number): string | undefined =>
  items <= 0 ? undefined : items > 99 ? '99+' : formatInteger(items)

/** Whether two lists of choices are equal, line by line. */
export const sameChoices = (a: readonly CartChoice[], b: readonly CartChoice[]): boolean =>
  a.length === b.length &&
  a.every((choice, at) => {
    const other = b[at]
    return other !== undefined && sameLine(choice, other) && choice.seats === other.seats
  })
