import { type Pesos, pesos, prorate, ZERO } from '#app/kernel/money.ts'
import type { Mode, PricingBand } from '#app/platform/database/values.ts'

/** A line of an order with its prices in pesos, VAT included. */
export type OrderItem = {
  assessmentId: string
  mode: Mode
  seats: number
  basePrice: Pesos
  pricingBand: PricingBand
  perExtraRate: number
  /** Before the order's discount. */
  subtotal: Pesos
  /** The line's share of the order's discount. */
  discount: Pesos
  total: Pesos
  /** round(total / seats), for display only (spec D5). */
  unitPrice: Pesos
  /** The item of an earlier order that these seats are added to, and the seats it had. */
  topsUp?: { itemId: string; fromSeats: number }
  /** The item of an earlier order that is measured again with the same people. */
  repeatsItemId?: string | undefined
}

/** Items with what each measures again, by product; only what is bought for a company measures something again. */
export const withRepeated = (items: readonly OrderItem[], repeated: ReadonlyMap<string, string>): OrderItem[] =>
  items.map(item => ({ ...item, ...(item.mode === 'business' && { repeatsItemId: repeated.get(item.assessmentId) }) }))

/**
 * Turns the lines of a quote into order items. The discount is split over the lines it applies to, so that they add up
 * to the exact total.
 * @param discounted products that the discount applies to; undefined for all.
 */
export function toOrderItems(
  lines: readonly {
    product_id: string
    mode: Mode
    seats: number
    base_price_clp: Pesos
    total_clp: Pesos
    pricing_band: PricingBand
    per_extra_rate: number
  }[],
  discount: Pesos,
  discounted?: readonly string[],
): OrderItem[] {
  const shares = prorate(
    discount,
    lines.map(line => (discounted && !discounted.includes(line.product_id) ? ZERO : line.total_clp)),
  )
  return lines.map((line, index) => {
    const share = pesos(shares[index] ?? 0)
    const total = pesos(line.total_clp - share)
    return {
      assessmentId: line.product_id,
      mode: line.mode,
      seats: line.seats,
      basePrice: line.base_price_clp,
      pricingBand: line.pricing_band,
      perExtraRate: line.per_extra_rate,
      subtotal: line.total_clp,
      discount: share,
      total,
      unitPrice: pesos(Math.round(total / line.seats)),
    }
  })
}
