import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor, asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { chargebackWon, restoreAccesses, revokeAccesses } from './chargeback-opened.server.ts'
import { changeChargeback, lockChargeback } from './chargebacks.server.ts'

type Change = { actor: Extract<Actor, { kind: 'admin' }>; chargebackId: string; now: Date }

/** `not_open`: somebody else has answered or settled it. */
export type ChargebackFailure = { code: 'chargeback_not_found' | 'not_open' }

/** Records what was answered to the bank, once. @param input.answer the evidence, for the staff */
export async function answerChargeback(
  { db }: { db: Kysely<DB> },
  { actor, chargebackId, answer, now }: Change & { answer: string },
): Promise<Result<void, ChargebackFailure>> {
  return asActor(db, actor, async (tx): Promise<Result<void, ChargebackFailure>> => {
    const found = await lockChargeback(tx, chargebackId)
    if (!found) return err({ code: 'chargeback_not_found' })
    if (found.chargeback.status !== 'received') return err({ code: 'not_open' })
    await changeChargeback(tx, chargebackId, { status: 'answered', answer, answered_at: now })
    await writeAudit(tx, {
      action: 'chargeback_answered',
      entity: 'orders',
      entity_id: found.chargeback.order_id,
      after: { chargeback_id: chargebackId, reason: answer },
    })
    return ok(undefined)
  })
}

export type SettledChargeback = { accesses: 'kept' | 'revoked' | 'restored' }

/**
 * Records the bank's decision, once. Won: the pesos are back in the ledger, and an order whose accesses
 * were revoked is paid again, with a new access for its buyer. Lost: the pesos stay with the cardholder, and accesses
 * may be revoked now, which the buyer is told by mail.
 */
export async function settleChargeback(
  { db }: { db: Kysely<DB> },
  input: Change & { result: 'won' | 'lost'; note: string; revoke: boolean; lossConfirmed: boolean },
): Promise<Result<SettledChargeback, ChargebackFailure | { code: 'loss_not_confirmed' }>> {
  const { actor, chargebackId, result, note, now } = input
  const revoke = input.revoke && result === 'lost'
  if (revoke && !input.lossConfirmed) return err({ code: 'loss_not_confirmed' })
  return asActorThenSystem(db, actor, async (tx): Promise<Result<SettledChargeback, ChargebackFailure>> => {
    const found = await lockChargeback(tx, chargebackId)
    if (!found) return err({ code: 'chargeback_not_found' })
    const { chargeback, order } = found
    if (chargeback.status !== 'received' && chargeback.status !== 'answered') return err({ code: 'not_open' })
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
    return ok({ accesses })
  })
}
