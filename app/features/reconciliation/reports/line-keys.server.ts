import { createHash } from 'node:crypto'
import type { ReportSource } from '#app/platform/database/values.ts'
import type { Movement } from './movement.ts'
import type { KeyedMovement } from './reports.server.ts'

/**
 * Keys by which a line that comes again, in the same file or in another, is the same one. A sale is one by its facts. Of
 * refunds and charges, which have no number of their own, equal ones of a file are counted: two partial refunds of the
 * same amount on one day are two in every file that has them.
 */
export function withKeys(source: ReportSource, movements: readonly Movement[]): KeyedMovement[] {
  const counts = new Map<string, number>()
  const keyed = movements.map(movement => {
    const facts = factsOf(source, movement)
    const occurrence = (counts.get(facts) ?? 0) + 1
    counts.set(facts, occurrence)
    const text = movement.kind === 'sale' ? facts : `${facts} ${occurrence}`
    return { ...movement, key: createHash('sha256').update(text).digest('hex') }
  })
  return [...new Map(keyed.toReversed().map(movement => [movement.key, movement])).values()].toReversed()
}

/** Neither the hour nor the row: one report writes them, another does not. */
function factsOf(source: ReportSource, movement: Movement): string {
  const { kind, day, reference, authorizationCode, amount, total, installment, payoutDay, detail } = movement
  const isNumbered = kind === 'sale' || kind === 'refund'
  return JSON.stringify([
    source,
    kind,
    // A reference names one sale, whose day may be written as that of its books.
    kind === 'sale' && source === 'sales' && reference !== null ? null : day,
    reference?.toUpperCase(),
    authorizationCode,
    amount,
    total,
    installment,
    payoutDay,
    isNumbered ? null : detail,
  ])
}
