import type { Kysely, Transaction } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import type { AdminActor } from '#app/features/bank-statements/import/import-statement.server.ts'
import {
  decideLine,
  isReferenceOfLine,
  type LockedLine,
  lockLines,
  recordedPayment,
} from '#app/features/bank-statements/lines/bank-lines.server.ts'
import {
  isPaymentDay,
  lockForStaff,
  lockReference,
  orderPaidWith,
  refuseLivePayment,
} from '#app/features/payments/manual/manual-payments.server.ts'
import { type CancelledOrder, payByHand } from '#app/features/payments/manual/register-payment.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos, sumPesos, ZERO } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { ok, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import { asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

export type Settled = { kind: 'settled' | 'linked'; surplus: Pesos }

type Input = {
  actor: AdminActor
  orderId: string
  /** Several where an order was paid in parts. */
  lineIds: readonly string[]
  /** Whoever confirms knows that the credits have more than the order needs, which is to be given back by hand. */
  acceptsSurplus?: boolean
  now: Date
}

/**
 * Takes credits as the money of one order. A pending order is paid with the rules and steps of a payment that is recorded by hand; an order
 * whose payment was recorded before is linked and not paid again. Of concurrent decisions about a credit exactly one holds.
 * @returns a failure where the order was cancelled, which stays. @throws Refusal
 */
export const settleLines = (
  { db }: { db: Kysely<DB> },
  { actor, ...input }: Input,
): Promise<Result<Settled, CancelledOrder>> => asActorThenSystem(db, actor, tx => settle(tx, input))

async function settle(tx: Transaction<DB>, input: Omit<Input, 'actor'>): Promise<Result<Settled, CancelledOrder>> {
  const { orderId, acceptsSurplus = false, now } = input
  const ids = [...new Set(input.lineIds)]
  // Credits before orders: every decision locks in this order.
  const lines = ids.length === 0 ? [] : await lockLines(tx, ids)
  if (lines.length === 0 || lines.length < ids.length || lines.some(({ state }) => state !== 'open'))
    refuse('Otra persona ya decidió este abono.')
  const reference = await lockedReference(tx, lines)
  const order = await lockForStaff(tx, orderId)
  if (!order) return refuse('Esa orden no existe.')
  const recorded = order.status === 'paid' ? await recordedPayment(tx, orderId) : undefined
  if (order.status !== 'pending' && !recorded)
    refuse('La orden ya no espera este pago: se pagó de otra forma, se canceló o se reembolsó. Devuelve el dinero.')
  const shares = divideCredits(lines, recorded ? pesos(recorded.total_clp - recorded.brought_clp) : order.total_clp)
  const { surplus } = shares
  if (!recorded && shares.missing > 0) refuse(`Faltan ${formatPesos(shares.missing)} para el total de la orden.`)
  if (surplus > 0 && shares.isNeedless) refuse('Con menos abonos alcanza: quita los que sobran.')
  if (surplus > 0 && !acceptsSurplus)
    refuse(`Sobran ${formatPesos(surplus)}: confirma que los devolverás.`, { field: 'surplus' })
  const paid = recorded ? ok(recorded.attempt_id) : await pay(tx, { order, reference, lines: shares.lines, now })
  if (!paid.ok) return paid
  const kind = recorded ? 'linked' : 'settled'
  for (const { line, surplus: own } of shares.lines)
    await decideLine(tx, line.id, { state: kind, orderId, attemptId: paid.value, surplus: own, now })
  await writeAudits(
    tx,
    shares.lines.map(({ line, surplus: own }) => ({
      action: kind === 'linked' ? 'bank_line_linked' : 'bank_line_settled',
      entity: 'bank_lines',
      entity_id: line.id,
      before: { status: 'open' },
      after: { status: kind, order_id: orderId, amount_clp: line.amount, ...(own > 0 && { surplus_clp: own }) },
    })),
  )
  return ok({ kind, surplus })
}

/** What each credit, the oldest first, has more than is needed of it; the last one has what is left over. */
function divideCredits(lines: readonly LockedLine[], needed: Pesos) {
  const sorted = lines.toSorted((a, b) => a.bookedOn.localeCompare(b.bookedOn) || a.id.localeCompare(b.id))
  const surplus = pesos(Math.max(0, sumPesos(sorted.map(({ amount }) => amount)) - Math.max(0, needed)))
  const missing = pesos(Math.max(0, needed - sumPesos(sorted.map(({ amount }) => amount))))
  return {
    surplus,
    missing,
    isNeedless: sorted.length > 1 && sorted.some(({ amount }) => surplus >= amount),
    lines: sorted.map((line, at) => ({ line, surplus: at === sorted.length - 1 ? surplus : ZERO })),
  }
}

type Payment = {
  order: { id: string; user_id: string; total_clp: Pesos }
  reference: string
  lines: readonly { line: LockedLine }[]
  now: Date
}

/** @throws Refusal. A failure stays: the order was cancelled */
async function pay(tx: Transaction<DB>, { order, reference, lines, now }: Payment) {
  const paidOn = lines.map(({ line }) => line.bookedOn).reduce((last, day) => (day > last ? day : last))
  if (!isPaymentDay(paidOn, now)) refuse('El abono tiene más de 12 meses: regístralo en la página de la orden.')
  await refuseLivePayment(tx, order.id)
  const seen = { method: 'transfer', reference, paidOn, note: null } as const
  const used = await orderPaidWith(tx, seen)
  if (used !== undefined)
    refuse(
      `Ese número de operación ya está registrado a mano como pago de la orden ${used}: asocia el abono a esa orden.`,
    )
  return payByHand(tx, order, seen, now)
}

/**
 * The bank's number of the operation, locked as a payment recorded by hand locks it, before its order. Some banks give many credits the same
 * one: then, and without one, the credit's own id tells it apart. A number that a payment recorded by hand has is kept, so that this payment
 * is found.
 */
async function lockedReference(tx: Transaction<DB>, [line]: readonly LockedLine[]): Promise<string> {
  const own = cutText(line?.id ?? '', 8).toUpperCase()
  const operation = line?.operation ?? null
  if (operation === null) return `Abono ${own}`
  await lockReference(tx, operation)
  return (await isReferenceOfLine(tx, operation)) ? `${operation} (abono ${own})` : operation
}
