import type { Kysely } from 'kysely'
import type { DiscountClient } from '#app/features/discounts/discounts.server.ts'
import { validateDiscount } from '#app/features/discounts/discounts.server.ts'
import type { DiscountRefusal } from '#app/features/discounts/discounts.ts'
import { parseTypedCode } from '#app/features/discounts/typed-code.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Quote } from './cart.ts'
import type { HeldPrices } from './held-prices.ts'
import { type CartRequest, priceCart } from './price-cart.server.ts'
import { buildQuote } from './quote.ts'

/**
 * Prices a cart as it would be charged at `now`. A stored code that no longer applies is reported and discounts
 * nothing.
 * @param held the quotation named by the cart; undefined when the visitor has no such quotation.
 */
export async function quoteCart(
  db: Kysely<DB>,
  cart: CartRequest & { code: string | null },
  now: Date,
  held?: HeldPrices,
  client?: DiscountClient,
): Promise<Quote> {
  const priced = await priceCart(db, cart, now, held)
  if (cart.code === null || priced.lines.length === 0) {
    return buildQuote({ ...priced, discount: null, discountProblem: null })
  }
  const checked = await validateDiscount(db, cart.code, priced.lines, now, client)
  return checked.ok
    ? buildQuote({ ...priced, discount: checked.value, discountProblem: null })
    : buildQuote({ ...priced, discount: null, discountProblem: checked.error.reason })
}

/**
 * Applies a typed code to a cart: the quote with the discount, or why not. Nothing is written; checkout validates the
 * code again and claims a use.
 */
export async function applyDiscount(
  db: Kysely<DB>,
  cart: CartRequest & { code: string },
  now: Date,
  held?: HeldPrices,
  client?: DiscountClient,
): Promise<Result<Quote, { code: 'required' } | DiscountRefusal>> {
  const typed = parseTypedCode(cart.code)
  if (!typed.ok) return typed
  const priced = await priceCart(db, cart, now, held)
  const checked = await validateDiscount(db, typed.value, priced.lines, now, client)
  if (!checked.ok) return err(checked.error)
  return ok(buildQuote({ ...priced, discount: checked.value, discountProblem: null }))
}
