import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import { productsForQuote } from './cart.db.server.ts'
import type { CartChoice, QuotedLine, QuoteNotice } from './cart.ts'
import { type CartQuotation, type HeldPrices, holdPrices } from './held-prices.ts'
import { priceLines, reviewChoices } from './quote.ts'

/** What a cart asks for; `quotation` is the id of the one that it was opened from. */
export type AskedCart = { choices: readonly CartChoice[]; quotation?: string | null }

/**
 * The lines of a cart as they are sold at `now`, and what had to be changed for that. The one way to prices: cart, checkout and
 * quotations go through here, so that nobody is shown another price than is charged.
 * @param held what the quotation that the cart names holds; undefined when the visitor has no such quotation.
 */
export async function priceCart(
  db: Kysely<DB>,
  cart: AskedCart,
  now: Date,
  held?: HeldPrices,
): Promise<{ lines: QuotedLine[]; notices: QuoteNotice[]; quotation: CartQuotation | null; vatText: string }> {
  const products = await productsForQuote(
    db,
    cart.choices.map(choice => choice.product_id),
  )
  const { lines, notices } = reviewChoices(cart.choices, products)
  return {
    notices,
    vatText: saleSettings().vatText,
    ...holdPrices(priceLines(lines), cart.quotation ?? null, held, now),
  }
}
