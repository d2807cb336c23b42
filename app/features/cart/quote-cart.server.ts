import { type Kysely, sql } from 'kysely'
import { type DiscountClient, linesForRules, validateDiscount } from '#app/features/discounts/discounts.server.ts'
import { type DiscountRefusal, isCode } from '#app/features/discounts/discounts.ts'
import { normalizeCode, parseTypedCode } from '#app/features/discounts/typed-code.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { saleSettings } from '#app/platform/texts/sale-settings.ts'
import type { CartChoice, Quote, QuotedLine, QuoteNotice } from './cart.ts'
import { type CartQuotation, type HeldPrices, holdPrices } from './held-prices.ts'
import { buildQuote, checkChoices, type ProductForQuote, priceLines } from './quote.ts'

/**
 * The result of one rule of a code for a cart; the reason is shown to the buyer when this rule is the first to fail.
 */
export type RuleVerdict = { rule: string; passed: boolean; reason: string }

export type Simulation = {
  /** The quote as the buyer sees it. */
  quote: Quote
  /** Every rule; empty when the code does not exist. */
  rules: RuleVerdict[]
}

/**
 * A cart with a code as its buyer would see it at `now`, with the result of each rule, from the same functions that
 * price carts and apply discounts. Nothing is counted or stored.
 * @param buyerId the simulated customer; undefined for a new one.
 */
export const simulateDiscount = (
  db: Kysely<DB>,
  actor: Extract<Actor, { kind: 'admin' }>,
  requested: { choices: readonly CartChoice[]; code: string; buyerId: string | undefined; now: Date },
): Promise<Simulation> =>
  asActor(db, actor, async tx => {
    const { choices, code, buyerId, now } = requested
    const quote = await quoteCart(tx, { choices, code }, now, undefined, { simulatedBuyerId: buyerId })
    const typed = normalizeCode(code)
    if (!isCode(typed)) return { quote, rules: [] }
    const { rows } = await sql<RuleVerdict>`
      select rule, passed, reason from private.explain_discount_code(
        ${typed}, ${linesForRules(quote.lines)}::jsonb, ${now}, ${buyerId ?? null}::uuid)
      order by ordinal`.execute(tx)
    return { quote, rules: rows }
  })

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
type CartRequest = { choices: readonly CartChoice[]; quotation?: string | null }

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
