import type { Kysely } from 'kysely'
import type { DiscountAsker } from '#app/features/discounts/discount-asker.server.ts'
import { validateDiscount } from '#app/features/discounts/discounts.db.server.ts'
import { type DiscountRefusal, parseTypedCode } from '#app/features/discounts/discounts.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Quote } from './cart.ts'
import type { HeldPrices } from './held-prices.ts'
import { type AskedCart, priceCart } from './price-cart.server.ts'
import { buildQuote } from './quote.ts'

/**
 * Applies a typed code to a cart: the quote with the discount, or why not. Nothing is written; a use is claimed at checkout, where
 * the code is asked about again.
 */
export async function applyDiscount(
  db: Kysely<DB>,
  cart: AskedCart & { code: string },
  now: Date,
  held?: HeldPrices,
  asker?: DiscountAsker,
): Promise<Result<Quote, { code: 'required' } | DiscountRefusal>> {
  const typed = parseTypedCode(cart.code)
  if (!typed.ok) return typed
  const priced = await priceCart(db, cart, now, held)
  const checked = await validateDiscount(db, typed.value, priced.lines, now, asker)
  if (!checked.ok) return err(checked.error)
  return ok(buildQuote({ ...priced, discount: checked.value, discountProblem: null }))
}
