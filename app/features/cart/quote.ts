import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { allowsMode, clampSeats, type Mode, priceOf } from '#app/features/pricing/pricing.ts'
import { cheaperSeats } from '#app/features/pricing/seats.ts'
import { type Pesos, pesos, splitVat, sumPesos, ZERO } from '#app/kernel/money.ts'
import {
  type CartChoice,
  MAX_LINES,
  mergeChoices,
  type Quote,
  type QuotedLine,
  type QuoteNotice,
  termsOf,
  totalItems,
} from './cart.ts'
import type { CartQuotation } from './held-prices.ts'

/** A product on sale with what a quote needs. */
export type ProductForQuote = QuotedLine['assessment'] & { id: string; base_price_clp: Pesos }

/** A valid choice with its product. */
export type CheckedLine = { choice: CartChoice; product: ProductForQuote }

/**
 * Checks a browser's choices against the products on sale. What can't be bought as requested is changed or left out,
 * and reported: a product that is gone, a mode that the product lacks, seats outside its limits (spec D8), a
 * duplicated line (spec D9). Lines beyond MAX_LINES are ignored: no page of the shop sends them.
 */
export function checkChoices(
  choices: readonly CartChoice[],
  products: readonly ProductForQuote[],
): { lines: CheckedLine[]; notices: QuoteNotice[] } {
  const byId = new Map(products.map(product => [product.id, product]))
  const notices: QuoteNotice[] = []
  const reviewed: CartChoice[] = []
  for (const choice of choices.slice(0, MAX_LINES)) {
    const product = byId.get(choice.product_id)
    if (product) reviewed.push(reviewOne(choice, product, notices))
    else notices.push({ code: 'unavailable', product_id: choice.product_id })
  }
  const merged = mergeChoices(reviewed)
  const lines: CheckedLine[] = []
  for (const choice of merged) {
    const product = byId.get(choice.product_id)
    if (!product) continue
    const twice =
      reviewed.filter(other => other.product_id === choice.product_id && other.mode === choice.mode).length > 1
    if (twice) notices.push({ code: 'merged', product_id: product.id, name: product.name })
    lines.push({ choice: clampLine(choice, product, notices), product })
  }
  return { lines, notices }
}

function reviewOne(choice: CartChoice, product: ProductForQuote, notices: QuoteNotice[]): CartChoice {
  const other: Mode = choice.mode === 'self' ? 'business' : 'self'
  // The database refuses a product without any mode, so the other mode exists.
  const mode = allowsMode(termsOf(product), choice.mode) ? choice.mode : other
  if (mode !== choice.mode) notices.push({ code: 'mode_unavailable', product_id: product.id, name: product.name, mode })
  return { product_id: product.id, mode, seats: Number.isSafeInteger(choice.seats) ? choice.seats : 1 }
}

function clampLine(choice: CartChoice, product: ProductForQuote, notices: QuoteNotice[]): CartChoice {
  const seats = clampSeats(termsOf(product), choice.mode, choice.seats)
  if (seats !== choice.seats) notices.push({ code: 'seats_clamped', product_id: product.id, name: product.name, seats })
  return { ...choice, seats }
}

/**
 * Prices the lines (specification 1, section 9), each with a larger count that costs less if there is one (spec D6).
 */
export const priceLines = (lines: readonly CheckedLine[]): QuotedLine[] =>
  lines.map(({ choice, product }) => {
    const { id: _, base_price_clp, ...assessment } = product
    const price = priceOf({ basePriceClp: base_price_clp, mode: choice.mode, seats: choice.seats })
    const cheaper =
      choice.mode === 'business' ? cheaperSeats(base_price_clp, choice.seats, product.max_seats) : undefined
    return {
      ...choice,
      base_price_clp,
      total_clp: price.totalClp,
      currency: 'CLP',
      pricing_band: price.pricingBand,
      per_extra_rate: price.perExtraRate,
      calculation: price.calculation,
      cheaper: cheaper ?? null,
      assessment,
    }
  })

/** Pesos of all lines, VAT included, before any discount. */
export const sumLines = (lines: readonly { total_clp: Pesos }[]): Pesos => sumPesos(lines.map(line => line.total_clp))

/** A quote that says so where its total is one. */
export const withCardMinimum = (quote: Quote, minimum: Pesos): Quote =>
  isBelowMinimum(quote.total_clp, minimum) ? { ...quote, card_minimum_clp: minimum } : quote

/**
 * Totals of a cart: the discount never exceeds the subtotal, the total never falls below 0, and VAT is split once
 * (spec D7).
 */
export function buildQuote(parts: {
  lines: QuotedLine[]
  notices: QuoteNotice[]
  discount: { code: string; amount: Pesos; productIds?: string[] | null } | null
  discountProblem: string | null
  quotation?: CartQuotation | null
  vatText: string
}): Quote {
  const subtotal = sumLines(parts.lines)
  const discount = parts.discount && {
    code: parts.discount.code,
    amount: pesos(Math.min(parts.discount.amount, subtotal)),
    ...(parts.discount.productIds && { productIds: parts.discount.productIds }),
  }
  const total = pesos(Math.max(0, subtotal - (discount?.amount ?? ZERO)))
  const { net, vat } = splitVat(total)
  return {
    lines: parts.lines,
    notices: parts.notices,
    quotation: parts.quotation ?? null,
    subtotal_clp: subtotal,
    discount,
    discount_problem: parts.discountProblem,
    total_clp: total,
    net_clp: net,
    vat_clp: vat,
    vat_text: parts.vatText,
    total_items: totalItems(parts.lines),
  }
}
