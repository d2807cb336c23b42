import type { Day } from '#app/kernel/dates.ts'
import { type Pesos, sumPesos } from '#app/kernel/money.ts'
import type { DifferenceKind, MovementKind, ReportSource } from '#app/platform/database/values.ts'

export type ReportedMovement = {
  id: string
  source: ReportSource
  kind: MovementKind
  day: Day
  /** The part that is paid out where it is of a settlement; the whole sale is in `total`. */
  amount: Pesos
  total: Pesos
}

export type Refund = { id: string; day: Day; amount: Pesos }

/** All that both sides know about one card payment. */
export type ComparedPayment = {
  id: string
  orderId: string
  reference: string
  authorizationCode: string | null
  day: Day
  amount: Pesos
  /** Whether it is paid here, refunded or not. */
  isPaid: boolean
  /** Given back whole within hours: a reversal, which reports may leave out together with its sale. */
  isReversed: boolean
  /** Those that the gateway made, not the staff. */
  refunds: readonly Refund[]
  movements: readonly ReportedMovement[]
}

export type Difference = {
  day: Day
  kind: DifferenceKind
  /** What it is about: comparing again finds the same. */
  subject: string
  attemptId: string | null
  orderId: string | null
  movementId: string | null
  reference: string | null
  authorizationCode: string | null
  our: Pesos | null
  their: Pesos | null
}

export type Comparison = {
  differences: Difference[]
  /** What is here and not there: a difference only on days that a sales report covers. */
  unreported: Difference[]
  /** The sale there; undefined: none. */
  reported: Pesos | undefined
  /** Sales there that no payment here accounts for. */
  surplus: { day: Day; amount: Pesos }[]
  reportedRefunds: { day: Day; amount: Pesos }[]
  /** Neither side counts it: reversed here and not reported. */
  isVoid: boolean
  /** Pesos in settlement reports. */
  settled: Pesos
}

/** Compares one payment, and its refunds, with what the reports say about it. */
export function comparePayment(payment: ComparedPayment): Comparison {
  const sales = of(payment, 'sale', 'sales')
  const parts = of(payment, 'sale', 'settlement')
  const refunds = mergedRefunds(payment)
  const settled = sumPesos(parts.map(({ amount }) => amount))
  const main = sales.find(({ total }) => total === payment.amount) ?? sales[0] ?? parts[0]
  const extra = sales.filter(sale => sale !== main)
  const about = aboutPayment(payment)
  const reportedRefunds = refunds.map(({ day, amount }) => ({ day, amount }))

  if (!payment.isPaid) {
    const charged = [...(main ? [main] : []), ...extra]
    const isBack = sumPesos(charged.map(({ total }) => total)) === sumPesos(refunds.map(({ amount }) => amount))
    const open = isBack ? [] : charged
    return {
      differences: open.map(sale => about('missing_here', sale.day, `here:${sale.id}`, null, sale.total, sale.id)),
      unreported: [],
      reported: undefined,
      surplus: open.map(({ day, total }) => ({ day, amount: total })),
      reportedRefunds: isBack ? [] : reportedRefunds,
      isVoid: false,
      settled,
    }
  }
  const isVoid = payment.isReversed && !main && refunds.length === 0
  const refundSides = isVoid ? NOTHING : compareRefunds(payment, refunds)
  const paidOut = parts.find(({ total }) => total !== payment.amount)?.total
  const their =
    main && main.total !== payment.amount ? main.total : (paidOut ?? (settled > payment.amount ? settled : undefined))
  return {
    differences: [
      ...(main && their !== undefined
        ? [about('other_amount', payment.day, `amount:${payment.id}`, payment.amount, their, main.id)]
        : []),
      ...extra.map(sale => about('missing_here', sale.day, `here:${sale.id}`, null, sale.total, sale.id)),
      ...refundSides.differences,
    ],
    unreported: [
      ...(main || isVoid
        ? []
        : [about('missing_there', payment.day, `there:${payment.id}`, payment.amount, null, null)]),
      ...refundSides.unreported,
    ],
    reported: main?.total,
    surplus: extra.map(({ day, total }) => ({ day, amount: total })),
    reportedRefunds,
    isVoid,
    settled,
  }
}

const NOTHING = { differences: [], unreported: [] } as const

const of = ({ movements }: ComparedPayment, kind: MovementKind, source: ReportSource) =>
  movements.filter(movement => movement.kind === kind && movement.source === source)

/** Refunds there, each once though both reports have it: of each amount as many as the report with more of them. */
function mergedRefunds(payment: ComparedPayment): ReportedMovement[] {
  const merged = [...of(payment, 'refund', 'sales')]
  const known = merged.map(({ amount }) => amount)
  for (const refund of of(payment, 'refund', 'settlement')) {
    const at = known.indexOf(refund.amount)
    if (at < 0) merged.push(refund)
    else known.splice(at, 1)
  }
  return merged
}

const aboutPayment =
  ({ id, orderId, reference, authorizationCode }: ComparedPayment) =>
  (
    kind: DifferenceKind,
    day: Day,
    subject: string,
    our: Pesos | null,
    their: Pesos | null,
    movementId: string | null,
  ): Difference => ({
    day,
    kind,
    subject,
    attemptId: id,
    orderId,
    movementId,
    reference,
    authorizationCode,
    our,
    their,
  })

/** Pairs refunds of equal amounts. Of the others, equal sums are the same money: the bank may do in one what we did in two. */
function compareRefunds(payment: ComparedPayment, theirs: readonly ReportedMovement[]) {
  const left = [...theirs]
  const ours = payment.refunds.filter(({ amount }) => {
    const at = left.findIndex(refund => refund.amount === amount)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const about = aboutPayment(payment)
  const our = sumPesos(ours.map(({ amount }) => amount))
  const their = sumPesos(left.map(({ amount }) => amount))
  const last = ours.at(-1)
  if (our === their) return NOTHING
  if (last && left.length > 0) {
    const movementId = left.at(-1)?.id ?? null
    return {
      differences: [about('refund_other_amount', last.day, `refunds:${payment.id}`, our, their, movementId)],
      unreported: [],
    }
  }
  return {
    differences: left.map(({ id, day, amount }) => about('refund_missing_here', day, `here:${id}`, null, amount, id)),
    unreported: ours.map(({ id, day, amount }) =>
      about('refund_missing_there', day, `there:${id}`, amount, null, null),
    ),
  }
}
