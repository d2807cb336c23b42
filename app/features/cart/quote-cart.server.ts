import type { Kysely } from 'kysely'
import type { DiscountAsker } from '#app/features/discounts/discount-asker.server.ts'
import { validateDiscount } from '#app/features/discounts/discounts.db.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { productsForQuote } from './cart.db.server.ts'
import type { CartChoice, Quote } from './cart.ts'
import { type HeldPrices, holdPrices } from './held-prices.ts'
import { buildQuote, priceLines, reviewChoices, subtotalOf } from './quote.ts'

/**
 * Prices a cart as it would be charged at `now`. A kept code that no longer applies is told, and takes nothing off.
 * @param held what the quotation that the cart names holds; undefined when the visitor has no such quotation.
 */
export async function quoteCart(
  db: Kysely<DB>,
  cart: { choices: readonly CartChoice[]; code: string | null; quotation?: string | null },
  now: Date,
  held?: HeldPrices,
  asker?: DiscountAsker,
): Promise<Quote> {
  const products = await productsForQuote(
    db,
    cart.choices.map(choice => choice.product_id),
  )
  const review = reviewChoices(cart.choices, products)
  const { lines, quotation } = holdPrices(priceLines(review.lines), cart.quotation ?? null, held, now)
  const parts = { lines, notices: review.notices, quotation }
  if (cart.code === null || lines.length === 0) return buildQuote({ ...parts, discount: null, discountProblem: null })
  const checked = await validateDiscount(db, cart.code, subtotalOf(lines), now, asker)
  return checked.ok
    ? buildQuote({ ...parts, discount: checked.value, discountProblem: null })
    : buildQuote({ ...parts, discount: null, discountProblem: checked.error.reason })
}
