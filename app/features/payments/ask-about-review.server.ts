import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { isApproved, refundableClp, type Snapshot } from '#app/platform/payments/gateway.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { leftAtGateway } from './finish-refund.server.ts'
import { lockOrder, lockPaidAttempt, openRefundOf } from './refunds.db.server.ts'
import { type Finding, reviewKind } from './review.ts'
import { lockReviewedAttempt } from './reviews.db.server.ts'

export type AskedAboutReview = {
  snapshot: Snapshot
  /** What the answer speaks for; undefined: for nothing that can be told. */
  speaksFor: Extract<Finding, 'went_back' | 'not_back' | 'paid' | 'not_paid'> | undefined
}

export type AskFailure =
  | { code: 'nothing_to_settle' }
  /** The gateway tells of payments for 7 days (`too_old`), knows none, or did not answer. */
  | { code: 'too_old' | 'not_found' | 'unavailable' }

/** Asks the gateway about a payment that waits for a person. It changes nothing: what it means is the person's to say. */
export async function askAboutReview(
  { db, gateway }: Pick<Services, 'db' | 'gateway'>,
  given: { actor: Extract<Actor, { kind: 'admin' }>; orderId: string; attemptId: string },
): Promise<Result<AskedAboutReview, AskFailure>> {
  const found = await asActor(db, given.actor, async tx => {
    const order = await lockOrder(tx, given.orderId)
    const attempt = order && (await lockReviewedAttempt(tx, given.orderId, given.attemptId))
    if (!attempt || attempt.token === null) return undefined
    const refund = await openRefundOf(tx, attempt.id, 'review')
    const paid = refund && (await lockPaidAttempt(tx, given.orderId))
    return { token: attempt.token, kind: reviewKind(order, refund !== undefined), refund, paid, attempt }
  })
  if (!found) return err({ code: 'nothing_to_settle' })
  const asked = await gateway.query(found.token)
  if (!asked.ok) return err({ code: asked.error.code })
  const snapshot = asked.value
  const left = refundableClp(snapshot)
  const speaksFor = (): AskedAboutReview['speaksFor'] => {
    const { kind, refund, paid, attempt } = found
    if (kind === 'refund') {
      // A payment that was made is neither: the gateway speaks of something else.
      if (!refund || !paid || snapshot.status === 'INITIALIZED' || snapshot.status === 'FAILED') return undefined
      const before = leftAtGateway(paid)
      if (left === before) return 'not_back'
      return left === before - refund.amount_clp ? 'went_back' : undefined
    }
    const isOurs = snapshot.amountClp === attempt.amount_clp && snapshot.buyOrder === attempt.buy_order
    if (!isOurs) return undefined
    if (snapshot.status === 'FAILED') return 'not_paid'
    if (kind === 'payment') return isApproved(snapshot) ? 'paid' : undefined
    return snapshot.status === 'REVERSED' || snapshot.status === 'NULLIFIED' ? 'went_back' : undefined
  }
  return ok({ snapshot, speaksFor: speaksFor() })
}
