import type { Kysely } from 'kysely'
import { validateDiscount } from '#app/features/discounts/discounts.db.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { productsForQuote } from './cart.db.server.ts'
import type { CartChoice, Quote } from './cart.ts'
import { buildQuote, priceLines, reviewChoices, subtotalOf } from './quote.ts'

/** Prices a cart as it would be charged at `now`. A kept code that no longer applies is told, and takes nothing off. */
export async function quoteCart(
  db: Kysely<DB>,
  cart: { choices: readonly CartChoice[]; code: string | null },
  now: Date,
): Promise<Quote> {
  const products = await productsForQuote(
    db,
    cart.choices.map(choice => choice.product_id),
  )
  const review = reviewChoices(cart.choices, products)
  const lines = priceLines(review.lines)
  const parts = { lines, notices: review.notices }
  if (cart.code === null || lines.length === 0) return buildQuote({ ...parts, discount: null, discountProblem: null })
  const checked = await validateDiscount(db, cart.code, subtotalOf(lines), now)
  return checked.ok
    ? buildQuote({ ...parts, discount: checked.value, discountProblem: null })
    : buildQuote({ ...parts, discount: null, discountProblem: checked.error.reason })
}
