import { type Kysely, sql } from 'kysely'
import { linesForRules } from '#app/features/discounts/discounts.db.server.ts'
import { isCode, normalizeCode } from '#app/features/discounts/discounts.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { CartChoice, Quote } from './cart.ts'
import { quoteCart } from './quote-cart.server.ts'

/** What one rule of a code says of a cart; the reason is what its buyer reads when it is the first that fails. */
export type RuleVerdict = { rule: string; passed: boolean; reason: string }

export type Simulation = {
  /** What this cart shows its buyer. */
  quote: Quote
  /** Every rule; empty when there is no such code. */
  rules: RuleVerdict[]
}

/**
 * A cart with a code as its buyer would see it at `now`, and what each rule of the code says: the cart's own way to prices and
 * discounts, and the rules that it asks. Nothing is counted or kept.
 * @param buyerId the customer that it is simulated for; undefined for somebody new.
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
      order by place`.execute(tx)
    return { quote, rules: rows }
  })
