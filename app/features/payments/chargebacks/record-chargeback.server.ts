import type { Kysely } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { reauthenticationPassword } from '#app/features/identity/identity-schema.server.ts'
import { lockOrder } from '#app/features/orders/orders.server.ts'
import { chargedBackOf, lockPaidAttempt } from '#app/features/payments/refunds/refunds.server.ts'
import { type Day, dayOf, shiftDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { type Actor, asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ChargebackReason } from '#app/platform/database/values.ts'
import { chargebackOpened, revokeAccesses } from './chargeback-opened.server.ts'
import { changeChargeback, insertChargeback, orderOfReference } from './chargebacks.server.ts'
import {
  ACCESS_CHOICES,
  answerFields,
  chargebackFields,
  OLDEST_CLAIM_DAYS,
  settleChargebackFields,
} from './chargebacks.ts'

const understood = z
  .literal('on')
  .optional()
  .catch(undefined)
  .transform(box => box === 'on')
const accesses = z.enum(ACCESS_CHOICES, 'Elige qué pasa con los accesos')

/** The form that records a chargeback of an order. */
export const recordForm = z.object({
  intent: z.literal('record'),
  ...shapeOf(chargebackFields),
  reference: schemaOf(chargebackFields.reference).transform(orNull),
  note: schemaOf(chargebackFields.note).transform(orNull),
  accesses,
  understood,
  password: reauthenticationPassword,
})

/** The forms of a chargeback's page. */
export const chargebackForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('answer'), ...shapeOf(answerFields) }),
  z.object({
    intent: z.literal('settle'),
    result: z.enum(['won', 'lost'], 'Elige qué resolvió el banco'),
    ...shapeOf(settleChargebackFields),
    // Missing where the accesses are revoked already.
    accesses: accesses.default('keep'),
    understood,
    password: reauthenticationPassword,
  }),
])

export type RecordChargeback = {
  actor: Extract<Actor, { kind: 'admin' }>
  orderId: string
  /** Pesos that the cardholder claims. */
  amount: Pesos
  reason: ChargebackReason
  note: string | null
  /** The bank's name for it. */
  reference: string | null
  receivedOn: Day
  /** The last day for the answer. */
  answerBy: Day
  /** Whether the order's accesses are revoked now. */
  revoke: boolean
  /** Whether the recorder was shown what a revocation takes away. */
  lossConfirmed: boolean
  now: Date
}

export type RecordChargebackFailure =
  | { code: 'order_not_found' | 'not_paid' | 'received_out_of_range' | 'answer_before_claim' | 'loss_not_confirmed' }
  /** A refund is under way or waits for manual resolution: the same money may be going back. */
  | { code: 'refund_open' }
  | { code: 'over_balance'; left: Pesos }
  | { code: 'reference_used'; orderNumber: string }

/**
 * Records that a bank claims a payment for its cardholder. The claimed pesos can't be refunded as well, which the database
 * enforces. Revoked accesses are told to the buyer by mail.
 * @returns the chargeback's id
 */
export async function recordChargeback(
  { db }: { db: Kysely<DB> },
  input: RecordChargeback,
): Promise<Result<string, RecordChargebackFailure>> {
  const { actor, orderId, amount, reason, note, reference, receivedOn, answerBy, revoke, now } = input
  const today = dayOf(now)
  if (receivedOn > today || receivedOn < shiftDay(today, -OLDEST_CLAIM_DAYS))
    return err({ code: 'received_out_of_range' })
  if (answerBy < receivedOn) return err({ code: 'answer_before_claim' })
  if (revoke && !input.lossConfirmed) return err({ code: 'loss_not_confirmed' })
  return asActorThenSystem(db, actor, async (tx): Promise<Result<string, RecordChargebackFailure>> => {
    const status = await lockOrder(tx, orderId)
    if (status === undefined) return err({ code: 'order_not_found' })
    if (status !== 'paid' && status !== 'charged_back') return err({ code: 'not_paid' })
    const attempt = await lockPaidAttempt(tx, orderId)
    if (!attempt) return err({ code: 'not_paid' })
    if (attempt.status !== 'paid' && attempt.status !== 'partially_refunded') return err({ code: 'refund_open' })
    const left = pesos(attempt.amount_clp - attempt.refunded_clp - (await chargedBackOf(tx, orderId)))
    if (amount < 1 || amount > left) return err({ code: 'over_balance', left })
    const known = reference === null ? undefined : await orderOfReference(tx, reference)
    if (known !== undefined) return err({ code: 'reference_used', orderNumber: known })
    const claim = { orderId, attemptId: attempt.id, amount, reason, note, reference, receivedOn, answerBy, now }
    const id = await insertChargeback(tx, claim)
    await chargebackOpened(tx, { id, order_id: orderId, amount_clp: amount, gateway: attempt.gateway }, now)
    const revoked = revoke && (await revokeAccesses(tx, { orderId, amount, settled: false }))
    if (revoked) await changeChargeback(tx, id, { accesses_revoked_at: now })
    await writeAudit(tx, {
      action: 'chargeback_recorded',
      entity: 'orders',
      entity_id: orderId,
      before: { status },
      after: {
        chargeback_id: id,
        amount_clp: amount,
        reason,
        answer_by: answerBy,
        accesses_revoked: revoked,
        ...(reference !== null && { reference }),
      },
    })
    return ok(id)
  })
}
