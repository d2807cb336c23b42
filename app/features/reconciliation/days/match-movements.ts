import { type Day, daysBetween } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { MovementKind } from '#app/platform/database/values.ts'

/** A payment that a movement may be about. */
export type PaymentToMatch = {
  id: string
  reference: string
  authorizationCode: string | null
  cardLast4: string | null
  amount: Pesos
  day: Day
}

/** A movement whose payment is not known yet. */
export type MovementToMatch = {
  id: string
  kind: MovementKind
  reference: string | null
  authorizationCode: string | null
  cardLast4: string | null
  /** Of the whole sale. */
  total: Pesos
  day: Day
}

export type Match = { movementId: string; paymentId: string; by: 'reference' | 'authorization' }

/** Days between a sale here and there: midnight may lie between the form and its confirmation. */
const SALE_DAYS = 2
/** Days in which a sale may be nullified or disputed: Transbank nullifies for 90, cardholders dispute longer. */
const LATER_DAYS = 190

/**
 * Finds the payment of each movement: by our reference; where the report has none, by authorisation code, card and day. The
 * code alone is no proof, because six characters come again: a payment of the same amount is preferred, and of several
 * that fit none is chosen.
 */
export function matchMovements(movements: readonly MovementToMatch[], payments: readonly PaymentToMatch[]): Match[] {
  const byReference = new Map(payments.map(payment => [payment.reference.toUpperCase(), payment]))
  const byCode = Map.groupBy(payments, payment => payment.authorizationCode)
  return movements.flatMap((movement): Match[] => {
    if (movement.reference !== null) {
      const named = byReference.get(movement.reference.toUpperCase())
      return named ? [{ movementId: movement.id, paymentId: named.id, by: 'reference' }] : []
    }
    if (movement.authorizationCode === null) return []
    const found = chosen(movement, byCode.get(movement.authorizationCode) ?? [])
    return found ? [{ movementId: movement.id, paymentId: found.id, by: 'authorization' }] : []
  })
}

function chosen(movement: MovementToMatch, sameCode: readonly PaymentToMatch[]): PaymentToMatch | undefined {
  const fitting = sameCode.filter(payment => fits(movement, payment))
  const exact = fitting.filter(({ amount }) => amount === movement.total)
  const [only, ...others] = exact.length > 0 ? exact : fitting
  return others.length === 0 ? only : undefined
}

function fits({ kind, cardLast4, day, total }: MovementToMatch, payment: PaymentToMatch): boolean {
  if (cardLast4 !== null && payment.cardLast4 !== null && cardLast4 !== payment.cardLast4) return false
  const days = daysBetween(payment.day, day)
  if (kind === 'sale') return Math.abs(days) <= SALE_DAYS
  return days >= -SALE_DAYS && days <= LATER_DAYS && total <= payment.amount
}
