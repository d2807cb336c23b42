import { type Day, daysBetween } from '#app/kernel/dates.ts'
import { type Pesos, sumPesos } from '#app/kernel/money.ts'
import type { DayState, MovementKind } from '#app/platform/database/values.ts'
import { type ComparedPayment, comparePayment, type Difference, type ReportedMovement } from './compare-payment.ts'

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
  /** Pesos of the whole sale. */
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
 * that fit none is selected.
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
    const found = selected(movement, byCode.get(movement.authorizationCode) ?? [])
    return found ? [{ movementId: movement.id, paymentId: found.id, by: 'authorization' }] : []
  })
}

function selected(movement: MovementToMatch, sameCode: readonly PaymentToMatch[]): PaymentToMatch | undefined {
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

/** A movement about no payment of ours. */
export type UnknownMovement = ReportedMovement & { reference: string | null; authorizationCode: string | null }

export type DayToCompare = {
  day: Day
  /** Whether a sales report covers it: only then is a payment that is not there a difference. */
  isCovered: boolean
  /** Every payment with something on this day: the payment itself, a refund or a movement. */
  payments: readonly ComparedPayment[]
  unknown: readonly UnknownMovement[]
}

/** Figures of a day, in pesos. */
export type DayFigures = {
  payment_count: number
  payments_clp: Pesos
  refunds_clp: Pesos
  reported_count: number
  reported_clp: Pesos
  reported_refunds_clp: Pesos
  settled_clp: Pesos
}

export type ComparedDay = {
  figures: DayFigures
  differences: Difference[]
  /** Whether something of ours waits for a report. */
  isWaiting: boolean
}

/**
 * The figures and differences of one day in Santiago. A payment and its sale there belong to the day of the payment, also
 * when midnight lies between them; what has no counterpart belongs to its own day.
 */
export function compareDay({ day, isCovered, payments, unknown }: DayToCompare): ComparedDay {
  const compared = payments.map(payment => ({ payment, ...comparePayment(payment) }))
  const ours = compared.filter(({ payment, isVoid }) => payment.isPaid && !isVoid)
  const ofDay = ours.filter(({ payment }) => payment.day === day)
  const isOfDay = (dated: { day: Day }) => dated.day === day
  const unreported = compared.flatMap(one => one.unreported).filter(isOfDay)
  const strangers = aboutNothing(unknown)
  const reported = [
    ...ofDay.flatMap(one => (one.reported === undefined ? [] : [one.reported])),
    ...amountsOf(compared.flatMap(one => one.surplus).filter(isOfDay)),
    ...amountsOf(
      strangers.filter(({ kind }) => kind === 'sale').map(({ day: on, total }) => ({ day: on, amount: total })),
    ),
  ]
  return {
    figures: {
      payment_count: ofDay.length,
      payments_clp: sumPesos(ofDay.map(({ payment }) => payment.amount)),
      refunds_clp: sumPesos(amountsOf(ours.flatMap(({ payment }) => payment.refunds).filter(isOfDay))),
      reported_count: reported.length,
      reported_clp: sumPesos(reported),
      reported_refunds_clp: sumPesos([
        ...amountsOf(compared.flatMap(one => one.reportedRefunds).filter(isOfDay)),
        ...amountsOf(strangers.filter(({ kind }) => kind === 'refund')),
      ]),
      settled_clp: sumPesos(ofDay.map(({ settled }) => settled)),
    },
    differences: [
      ...compared.flatMap(one => one.differences).filter(isOfDay),
      ...(isCovered ? unreported : []),
      ...strangers.map(differenceOf),
    ],
    isWaiting: !isCovered && unreported.length > 0,
  }
}

const amountsOf = (rows: readonly { amount: Pesos }[]): Pesos[] => rows.map(({ amount }) => amount)

/** Both reports may have the same unknown sale: that of the sales report stands for it, and one part for all instalments. */
function aboutNothing(unknown: readonly UnknownMovement[]): UnknownMovement[] {
  const compared = unknown.filter(({ kind }) => kind === 'sale' || kind === 'refund')
  const inSales = compared.filter(({ source }) => source === 'sales')
  const known = new Set(inSales.map(sameSale))
  const settled = compared.filter(movement => {
    if (movement.source === 'sales') return false
    const key = sameSale(movement)
    if (known.has(key)) return false
    if (movement.kind === 'sale') known.add(key)
    return true
  })
  return [...inSales, ...settled]
}

const sameSale = ({ kind, authorizationCode, total }: UnknownMovement): string =>
  `${kind} ${authorizationCode} ${total}`

const differenceOf = ({ id, kind, day, total, reference, authorizationCode }: UnknownMovement): Difference => ({
  day,
  kind: kind === 'refund' ? 'refund_missing_here' : 'missing_here',
  subject: `here:${id}`,
  attemptId: null,
  orderId: null,
  movementId: id,
  reference,
  authorizationCode,
  our: null,
  their: total,
})

/** The state of a day with so many differences that nobody has reviewed. */
export function dayState(day: { isCovered: boolean; isWaiting: boolean; open: number; payments: number }): DayState {
  if (day.open > 0) return 'different'
  // Without a sales report the settlements may have accounted for everything.
  return day.isCovered || (!day.isWaiting && day.payments > 0) ? 'reconciled' : 'waiting'
}
