import { isBelowMinimum } from '#app/features/pricing/card-minimum.ts'
import { BANDS, MAX_SEATS, priceOf } from '#app/features/pricing/pricing.ts'
import { countOf, formatInteger, formatPesos, inNumber } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { readWhole } from '#app/kit/forms/whole-number.ts'
import type { DiscountFields } from './discount-admin.ts'

/** A product that a code may apply to, with what its prices follow from; pesos, VAT included. */
export type DiscountedProduct = {
  id: string
  name: string
  isOnSale: boolean
  base_price_clp: Pesos
  allow_business: boolean
  min_seats: number
  max_seats: number
}

/** What decides how much a code takes off. No product ids: every product. */
export type DiscountTerms = Pick<DiscountFields, 'type' | 'value' | 'min_order_amount' | 'max_discount_amount'> & {
  product_ids: readonly string[]
}

/** The smallest purchase of a product that a code leaves with less to pay than a card is charged. */
export type SmallTotal = { name: string; seats: number; total: Pesos }

/**
 * What remains of a total after a code, as `private.evaluate_discount_code` computes it; pesos. The code's minimum is
 * not asked.
 */
export function totalAfter({ type, value, max_discount_amount }: DiscountTerms, total: Pesos): Pesos {
  const share = type === 'percentage' ? Math.floor((total * value + 50) / 100) : value
  return pesos(total - Math.min(share, max_discount_amount ?? share, total))
}

/**
 * The products on sale of which some purchase would cost between one peso and the gateway's minimum with a code. Carts
 * of several products cost more than their cheapest line with a percentage, and are not looked at for an amount.
 * @param minimum pesos
 */
export function smallTotals(
  terms: DiscountTerms,
  products: readonly DiscountedProduct[],
  minimum: Pesos,
): SmallTotal[] {
  const applies = (id: string) => terms.product_ids.length === 0 || terms.product_ids.includes(id)
  return products.flatMap(product =>
    product.isOnSale && applies(product.id) ? (smallestOf(terms, product, minimum) ?? []) : [],
  )
}

function smallestOf(terms: DiscountTerms, product: DiscountedProduct, minimum: Pesos): SmallTotal | undefined {
  const { name, base_price_clp, allow_business, min_seats, max_seats } = product
  const last = allow_business ? Math.min(max_seats, MAX_SEATS) : 1
  for (let seats = Math.max(1, min_seats); seats <= last; seats += 1) {
    // No price of so many people or more is lower than by the cheapest rate, and a larger total leaves no less.
    const least = pesos(Math.round((base_price_clp * (100 + (seats - 1) * BANDS[0].ratePercent)) / 100))
    if (totalAfter(terms, least) >= minimum) return undefined
    const { totalClp } = priceOf({ basePriceClp: base_price_clp, mode: 'business', seats })
    const total = totalAfter(terms, totalClp)
    if (totalClp >= terms.min_order_amount && isBelowMinimum(total, minimum)) return { name, seats, total }
  }
  return undefined
}

/** The terms in a code's form while it is typed; undefined before its value is a number that makes sense. */
export function typedTerms(form: FormData): DiscountTerms | undefined {
  const whole = (name: string) => readWhole(String(form.get(name) ?? ''))
  const isOn = (toggle: string) => form.get(toggle) === 'on'
  const type = form.get('type') === 'fixed_amount' ? 'fixed_amount' : 'percentage'
  const value = whole('value')
  if (value === undefined || value < 0 || (type === 'percentage' && value > 100)) return undefined
  const most = isOn('has_max_discount_amount') ? whole('max_discount_amount') : undefined
  return {
    type,
    value,
    min_order_amount: pesos(Math.max(0, whole('min_order_amount') ?? 0)),
    max_discount_amount: most === undefined || most < 0 ? null : pesos(most),
    product_ids: isOn('has_products') ? form.getAll('products').map(String) : [],
  }
}

/** Examples that the warning names. */
const NAMED = 3

/** What staff are told of the totals that a code would leave; undefined where there are none. */
export function smallTotalsText(totals: readonly SmallTotal[], minimum: Pesos): string | undefined {
  if (totals.length === 0) return undefined
  const more = totals.length - NAMED
  const examples = totals
    .slice(0, NAMED)
    .map(({ name, seats, total }) => `${formatPesos(total)} en ${name} (${countOf(seats, 'persona', 'personas')})`)
  const rest =
    more > 0 ? [`lo mismo pasa en ${formatInteger(more)} ${inNumber(more, 'producto', 'productos')} más`] : []
  const listed = new Intl.ListFormat('es-CL').format([...examples, ...rest])
  return `Quedarían por pagar ${listed}. Con tarjeta no se cobra menos de ${formatPesos(minimum)}: quien compra tendría que agregar algo o pagar por transferencia. Cambia el valor, o exige una compra mínima.`
}
