import type { Kysely } from 'kysely'
import type { DiscountAsker } from '#app/features/discounts/discount-asker.server.ts'
import { validateDiscount } from '#app/features/discounts/discounts.db.server.ts'
import { type DiscountRefusal, parseTypedCode } from '#app/features/discounts/discounts.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { productsForQuote } from './cart.db.server.ts'
import type { CartChoice, Quote } from './cart.ts'
import { type HeldPrices, holdPrices } from './held-prices.ts'
import { buildQuote, priceLines, reviewChoices, subtotalOf } from './quote.ts'

/**
 * Applies a typed code to a cart: the quote with the discount, or why not. Nothing is written; a use is claimed at checkout, where
 * the code is asked about again.
 */
export async function applyDiscount(
  db: Kysely<DB>,
  cart: { choices: readonly CartChoice[]; code: string; quotation?: string | null },
  now: Date,
  held?: HeldPrices,
  asker?: DiscountAsker,
): Promise<Result<Quote, { code: 'required' } | DiscountRefusal>> {
  const typed = parseTypedCode(cart.code)
  if (!typed.ok) return typed
  const products = await productsForQuote(
    db,
    cart.choices.map(choice => choice.product_id),
  )
  const { lines: reviewed, notices } = reviewChoices(cart.choices, products)
  const { lines, quotation } = holdPrices(priceLines(reviewed), cart.quotation ?? null, held, now)
  const checked = await validateDiscount(db, typed.value, subtotalOf(lines), now, asker)
  if (!checked.ok) return err(checked.error)
  return ok(buildQuote({ lines, notices, discount: checked.value, discountProblem: null, quotation }))
}
