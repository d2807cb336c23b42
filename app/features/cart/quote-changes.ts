import { countOf } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { MODE_LABELS, type Quote, type QuotedLine } from './cart.ts'

/** One row of what changed: pesos before and now; undefined where there was or is nothing. */
export type QuoteChange = {
  what: string
  before: Pesos | undefined
  after: Pesos | undefined
  /** The seats before and now, where they differ. */
  seats?: string
}

/**
 * What differs between the quote that a buyer accepted and the present one (spec D41): lines whose price, seats or
 * availability changed, and the discount. Empty when the buyer would pay the same for the same.
 */
export function quoteChanges(before: Quote, after: Quote): QuoteChange[] {
  const now = new Map(after.lines.map(line => [keyOf(line), line]))
  const then = new Set(before.lines.map(keyOf))
  const lines = before.lines.flatMap((line): QuoteChange[] => {
    const present = now.get(keyOf(line))
    if (present?.total_clp === line.total_clp && present.seats === line.seats) return []
    const seats =
      present && present.seats !== line.seats
        ? `${line.seats} → ${countOf(present.seats, 'persona', 'personas')}`
        : undefined
    return [{ what: nameOf(line), before: line.total_clp, after: present?.total_clp, ...(seats && { seats }) }]
  })
  const added = after.lines
    .filter(line => !then.has(keyOf(line)))
    .map((line): QuoteChange => ({ what: nameOf(line), before: undefined, after: line.total_clp }))
  return [...lines, ...added, ...discountChange(before, after)]
}

function discountChange({ discount: before }: Quote, { discount: after }: Quote): QuoteChange[] {
  if (before?.amount === after?.amount) return []
  return [{ what: `Descuento ${before?.code ?? after?.code ?? ''}`, before: before?.amount, after: after?.amount }]
}

const keyOf = ({ product_id, mode }: QuotedLine): string => `${product_id}/${mode}`
const nameOf = ({ assessment, mode }: QuotedLine): string => `${assessment.name}, ${MODE_LABELS[mode]}`
