import { formatDate } from '#app/kernel/dates.ts'
import { type CartChoice, type QuotedLine, sameChoices } from './cart.ts'
import { sumLines } from './quote.ts'

/** Prices that a quotation holds for its buyer, as the server looked them up. Amounts in pesos, VAT included. */
export type HeldPrices = {
  id: string
  number: string
  validUntil: Date
  /** A paid order used it. */
  isBought: boolean
  lines: (CartChoice & Pick<QuotedLine, 'base_price_clp' | 'total_clp' | 'pricing_band' | 'per_extra_rate'>)[]
}

/** Why a quotation's prices don't apply to the cart that names it. */
export type HeldPricesRefusal = 'changed' | 'expired' | 'bought' | 'cheaper_now'

/** The quotation that a cart was opened from, and whether its prices hold. */
export type CartQuotation =
  | {
      state: 'applied' | HeldPricesRefusal
      id: string
      number: string
      valid_until: string
      /** Whether the cart has just what was bought. */
      is_same?: boolean
    }
  /** It belongs to another user, or nobody is signed in. */
  | { state: 'not_found'; id: string }

/** A quotation holds until the last moment of its last day in Santiago. */
export const isHeld = (quotation: { validUntil: Date }, now: Date): boolean => now <= quotation.validUntil

/** The same products, modes and seats, in any order. */
const inOrder = (choices: readonly CartChoice[]): CartChoice[] =>
  choices.toSorted((a, b) => `${a.product_id}/${a.mode}`.localeCompare(`${b.product_id}/${b.mode}`))

const asksForTheSame = (a: readonly CartChoice[], b: readonly CartChoice[]): boolean =>
  sameChoices(inOrder(a), inOrder(b))

function refusal(lines: readonly QuotedLine[], held: HeldPrices, now: Date): HeldPricesRefusal | undefined {
  if (held.isBought) return 'bought'
  if (!isHeld(held, now)) return 'expired'
  if (!asksForTheSame(lines, held.lines)) return 'changed'
  return sumLines(lines) < sumLines(held.lines) ? 'cheaper_now' : undefined
}

/**
 * Replaces today's prices with a quotation's if it holds: not bought, still valid, the same lines, and not dearer than
 * today (ADR 0018). Otherwise the lines stay unchanged and the answer says why.
 * @param quotationId the quotation that the cart names; null for none.
 * @param held the buyer's quotation; undefined when the visitor has no such quotation.
 */
export function holdPrices(
  lines: QuotedLine[],
  quotationId: string | null,
  held: HeldPrices | undefined,
  now: Date,
): { lines: QuotedLine[]; quotation: CartQuotation | null } {
  if (quotationId === null) return { lines, quotation: null }
  if (!held) return { lines, quotation: { state: 'not_found', id: quotationId } }
  const refused = refusal(lines, held, now)
  const named = { id: held.id, number: held.number, valid_until: formatDate(held.validUntil) }
  const same = refused === 'bought' && { is_same: asksForTheSame(lines, held.lines) }
  if (refused) return { lines, quotation: { state: refused, ...named, ...same } }
  return { lines: lines.map(line => heldLine(line, held)), quotation: { state: 'applied', ...named } }
}

function heldLine(line: QuotedLine, { lines, number }: HeldPrices): QuotedLine {
  const own = lines.find(other => other.product_id === line.product_id && other.mode === line.mode)
  if (!own) return line
  const { base_price_clp, total_clp, pricing_band, per_extra_rate } = own
  // A larger count would be another cart at today's prices, so none is offered.
  return {
    ...line,
    base_price_clp,
    total_clp,
    pricing_band,
    per_extra_rate,
    calculation: `${number}: ${total_clp}`,
    cheaper: null,
  }
}
