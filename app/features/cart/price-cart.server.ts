import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import type { CartChoice, QuotedLine, QuoteNotice } from './cart.ts'
import { type CartQuotation, type HeldPrices, holdPrices } from './held-prices.ts'
import { checkChoices, type ProductForQuote, priceLines } from './quote.ts'

/** The products on sale among these ids (uuids), unordered: drafts, archived and deleted ones are left out. */
export async function productsForQuote(db: Kysely<DB>, ids: readonly string[]): Promise<ProductForQuote[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('assessments as product')
    .innerJoin('categories as category', 'category.id', 'product.category_id')
    .select([
      'product.id',
      'product.slug',
      'product.name',
      'product.image_url',
      'category.slug as category_slug',
      'product.type',
      'product.format',
      'product.duration_min',
      'product.duration_max',
      'product.min_seats',
      'product.max_seats',
      'product.allow_business',
      'product.base_price_clp',
    ])
    .where('product.id', 'in', [...new Set(ids)])
    .where('product.status', '=', 'active')
    .where('product.deleted_at', 'is', null)
    .execute()
}

/** Contents of a cart to price; `quotation` is the id of the one it was opened from. */
export type CartRequest = { choices: readonly CartChoice[]; quotation?: string | null }

/**
 * Prices the lines of a cart at `now` and lists what had to be changed. Cart, checkout and quotations all use this
 * function, so that the price shown is the price charged.
 * @param held the quotation named by the cart; undefined when the visitor has no such quotation.
 */
export async function priceCart(
  db: Kysely<DB>,
  cart: CartRequest,
  now: Date,
  held?: HeldPrices,
): Promise<{ lines: QuotedLine[]; notices: QuoteNotice[]; quotation: CartQuotation | null; vatText: string }> {
  const products = await productsForQuote(
    db,
    cart.choices.map(choice => choice.product_id),
  )
  const { lines, notices } = checkChoices(cart.choices, products)
  return {
    notices,
    vatText: saleSettings().vatText,
    ...holdPrices(priceLines(lines), cart.quotation ?? null, held, now),
  }
}
