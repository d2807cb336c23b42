import { type Kysely, sql } from 'kysely'
import { linesForRules } from '#app/features/discounts/discounts.server.ts'
import { isCode } from '#app/features/discounts/discounts.ts'
import { normalizeCode } from '#app/features/discounts/typed-code.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { CartChoice, Quote } from './cart.ts'
import { quoteCart } from './quote-cart.server.ts'

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
