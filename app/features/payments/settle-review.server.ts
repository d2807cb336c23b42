import type { Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { releaseDiscountUse } from '#app/features/discounts/discounts.db.server.ts'
import { failOrder, markOrderPaid, orderForReceipt } from '#app/features/orders/orders.db.server.ts'
import { receiptMail } from '#app/features/orders/receipt.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { finishRefund } from './finish-refund.server.ts'
import { markRefunded, moveAttempt } from './payments.db.server.ts'
import { paidWith, refundMail } from './refund-mail.ts'
import { lockOrder, type OpenRefund, openRefundOf, settleReviewedRefund } from './refunds.db.server.ts'
import { FINDINGS_OF, type Finding, reviewKind } from './review.ts'
import { lockReviewedAttempt, type ReviewedAttempt } from './reviews.db.server.ts'

export type SettleReview = {
  actor: Extract<Actor, { kind: 'admin' }>
  orderId: string
  attemptId: string
  finding: Finding
  /** What the person saw, for the staff; 1 to 300 characters. */
  note: string
  now: Date
}

export type SettleReviewFailure =
  /** Nothing of this order waits for a person: somebody else has settled it, or never was. */
  | { code: 'nothing_to_settle' }
  /** Not an answer to what is asked of this payment. */
  | { code: 'other_question' }
  /** The money came, but its seats can be added no more: the order has failed and the money goes back. */
  | { code: 'seats_gone' }

type Found = { tx: Transaction<DB>; attempt: ReviewedAttempt; refund: OpenRefund | undefined; given: SettleReview }

/**
 * Settles what the gateway left unclear by what a person found out in its books, once: the refund, the payment or the surplus goes on
 * as if the gateway had said so, with the same mails. The log keeps who said what, and why.
 */
export async function settleReview(
  { db }: Pick<Services, 'db'>,
  given: SettleReview,
): Promise<Result<void, SettleReviewFailure>> {
  const { actor, orderId, attemptId, finding, note } = given
  return asActor(db, actor, async (tx): Promise<Result<void, SettleReviewFailure>> => {
    const order = await lockOrder(tx, orderId)
    const attempt = order && (await lockReviewedAttempt(tx, orderId, attemptId))
    if (!attempt) return err({ code: 'nothing_to_settle' })
    const refund = await openRefundOf(tx, attempt.id, 'review')
    const kind = reviewKind(order, refund !== undefined)
    if (!FINDINGS_OF[kind].some(choice => choice.value === finding)) return err({ code: 'other_question' })
    await writeAudit(tx, {
      action: kind === 'payment' ? 'payment_settled_by_hand' : 'refund_settled_by_hand',
      entity: 'orders',
      entity_id: orderId,
      before: { payment: attempt.buy_order, status: 'review' },
      after: { finding, reason: note, amount_clp: refund?.amount_clp ?? attempt.amount_clp },
    })
    const found = { tx, attempt, refund, given }
    if (refund) return settleRefundInReview(found, refund)
    return kind === 'payment' ? settlePaymentInReview(found) : settleSurplusInReview(found)
  })
}

async function settleRefundInReview({ tx, attempt, given }: Found, refund: OpenRefund): Promise<Result<void, never>> {
  const { finding, note, now, actor } = given
  const isBack = finding !== 'not_back'
  const byHand = finding === 'by_hand'
  const status = isBack ? 'done' : 'declined'
  const reason = await settleReviewedRefund(tx, refund.id, { status, byHand, by: actor.userId, note, now })
  if (reason === undefined) throw new Error(`Refund ${refund.id} left its review under our lock`)
  if (isBack) await finishRefund(tx, { ...refund, by_hand: byHand }, reason)
  else {
    const back = attempt.refunded_clp > 0 ? 'partially_refunded' : 'paid'
    await moveAttempt(tx, attempt.id, back, { nextCheckAt: null }, ['review'])
  }
  return ok(undefined)
}

async function settlePaymentInReview({ tx, attempt, given }: Found): Promise<Result<void, { code: 'seats_gone' }>> {
  const { finding, now, orderId } = given
  if (finding === 'not_paid') {
    await moveAttempt(tx, attempt.id, 'rejected', { nextCheckAt: null }, ['review'])
    if (await failOrder(tx, orderId, now)) await releaseDiscountUse(tx, orderId, now)
    return ok(undefined)
  }
  if (!(await markOrderPaid(tx, orderId, now))) {
    await moveAttempt(tx, attempt.id, 'refund_pending', { nextCheckAt: now, checks: 0 }, ['review'])
    return err({ code: 'seats_gone' })
  }
  await moveAttempt(tx, attempt.id, 'paid', { nextCheckAt: null }, ['review'])
  await queueMail(tx, receiptMail(await orderForReceipt(tx, orderId), paidWith(meansOf(attempt)), now))
  return ok(undefined)
}

async function settleSurplusInReview({ tx, attempt, given }: Found): Promise<Result<void, never>> {
  if (given.finding === 'not_paid') {
    await moveAttempt(tx, attempt.id, 'rejected', { nextCheckAt: null }, ['review'])
    return ok(undefined)
  }
  await markRefunded(tx, attempt.id, attempt.amount_clp)
  const order = await orderForReceipt(tx, given.orderId)
  const payment = meansOf(attempt)
  const byHand = given.finding === 'by_hand'
  await queueMail(tx, refundMail(order, { amount: attempt.amount_clp, payment, kind: 'surplus', byHand }))
  return ok(undefined)
}

const meansOf = ({ gateway, payment_type_code, card_last4 }: ReviewedAttempt) => ({
  gateway,
  paymentTypeCode: payment_type_code,
  cardLast4: card_last4,
})
