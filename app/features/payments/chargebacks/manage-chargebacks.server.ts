import type { Kysely } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { reauthenticationPassword } from '#app/features/identity/identity-schema.server.ts'
import { lockOrder } from '#app/features/orders/orders.server.ts'
import { lockPaidAttempt, sumChargedBack } from '#app/features/payments/refunds/refunds.server.ts'
import { type Day, dayOf, shiftDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import { orNull, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import { type Actor, asActor, asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ChargebackReason } from '#app/platform/database/values.ts'
import { chargebackOpened, chargebackWon, restoreAccesses, revokeAccesses } from './chargeback-opened.server.ts'
import { changeChargeback, insertChargeback, lockChargeback, orderOfReference } from './chargebacks.server.ts'
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

const UNKNOWN = 'Este contracargo no existe.'
const wasSettled = () => new Refusal('No se guardó: otra persona ya lo respondió o lo resolvió. Mira abajo cómo quedó.')

/** @throws Refusal where what a revocation takes away has not been confirmed */
function checkConfirmed(revoke: boolean, lossConfirmed: boolean): void {
  if (revoke && !lossConfirmed) refuse('Confirma que entiendes lo que se revoca', { field: 'understood' })
}

/**
 * Records that a bank claims a payment for its cardholder. The claimed pesos can't be refunded as well, which the database
 * enforces. Revoked accesses are told to the buyer by mail.
 * @returns the chargeback's id. @throws Refusal
 */
export async function recordChargeback({ db }: { db: Kysely<DB> }, input: RecordChargeback): Promise<string> {
  const { actor, orderId, amount, reason, note, reference, receivedOn, answerBy, revoke, now } = input
  const today = dayOf(now)
  if (receivedOn > today || receivedOn < shiftDay(today, -OLDEST_CLAIM_DAYS))
    refuse('Ingresa un día de los últimos dos años, hasta hoy', { field: 'received_on' })
  if (answerBy < receivedOn)
    refuse('El plazo no puede terminar antes de que llegara el reclamo', { field: 'answer_by' })
  checkConfirmed(revoke, input.lossConfirmed)
  return asActorThenSystem(db, actor, async tx => {
    const status = await lockOrder(tx, orderId)
    const isPaid = status === 'paid' || status === 'charged_back'
    const attempt = isPaid ? await lockPaidAttempt(tx, orderId) : undefined
    if (!attempt) return refuse('No se registró: esta orden no está pagada, o se reembolsó entera.')
    // The same money may be going back.
    if (attempt.status !== 'paid' && attempt.status !== 'partially_refunded')
      refuse('No se registró: hay un reembolso de esta orden en curso. Espera a que termine.')
    const left = pesos(attempt.amount_clp - attempt.refunded_clp - (await sumChargedBack(tx, orderId)))
    if (amount < 1 || amount > left)
      refuse(`Quedan ${formatPesos(left)} que no se han devuelto ni reclamado`, { field: 'amount' })
    const known = reference === null ? undefined : await orderOfReference(tx, reference)
    if (known !== undefined) refuse(`Esa referencia ya es del contracargo de la orden ${known}`, { field: 'reference' })
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
    return id
  })
}

type Change = { actor: Extract<Actor, { kind: 'admin' }>; chargebackId: string; now: Date }

/** Records what was answered to the bank, once. @param input.answer the evidence, for the staff. @throws Refusal */
export const answerChargeback = (
  { db }: { db: Kysely<DB> },
  { actor, chargebackId, answer, now }: Change & { answer: string },
): Promise<void> =>
  asActor(db, actor, async tx => {
    const { chargeback } = (await lockChargeback(tx, chargebackId)) ?? refuse(UNKNOWN)
    if (chargeback.status !== 'received') throw wasSettled()
    await changeChargeback(tx, chargebackId, { status: 'answered', answer, answered_at: now })
    await writeAudit(tx, {
      action: 'chargeback_answered',
      entity: 'orders',
      entity_id: chargeback.order_id,
      after: { chargeback_id: chargebackId, reason: answer },
    })
  })

type SettledChargeback = { accesses: 'kept' | 'revoked' | 'restored' }

/**
 * Records the bank's decision, once. Won: the pesos are back in the ledger, and an order whose accesses
 * were revoked is paid again, with a new access for its buyer. Lost: the pesos stay with the cardholder, and accesses
 * may be revoked now, which the buyer is told by mail.
 * @throws Refusal
 */
export async function settleChargeback(
  { db }: { db: Kysely<DB> },
  input: Change & { result: 'won' | 'lost'; note: string; revoke: boolean; lossConfirmed: boolean },
): Promise<SettledChargeback> {
  const { actor, chargebackId, result, note, now } = input
  const revoke = input.revoke && result === 'lost'
  checkConfirmed(revoke, input.lossConfirmed)
  return asActorThenSystem(db, actor, async tx => {
    const { chargeback, order } = (await lockChargeback(tx, chargebackId)) ?? refuse(UNKNOWN)
    if (chargeback.status !== 'received' && chargeback.status !== 'answered') throw wasSettled()
    const { order_id: orderId, amount_clp: amount } = chargeback
    const revoked = revoke && (await revokeAccesses(tx, { orderId, amount, settled: true }))
    await changeChargeback(tx, chargebackId, {
      status: result,
      settled_at: now,
      settled_note: note,
      ...(revoked && { accesses_revoked_at: now }),
    })
    if (result === 'won') await chargebackWon(tx, chargeback, now)
    const wasRevoked = result === 'won' && chargeback.accesses_revoked_at !== null
    const restored = wasRevoked && (await restoreAccesses(tx, orderId))
    const accesses = revoked ? 'revoked' : restored ? 'restored' : 'kept'
    await writeAudit(tx, {
      action: result === 'won' ? 'chargeback_won' : 'chargeback_lost',
      entity: 'orders',
      entity_id: orderId,
      before: { status: order },
      after: { chargeback_id: chargebackId, amount_clp: amount, reason: note, accesses },
    })
    return { accesses }
  })
}
