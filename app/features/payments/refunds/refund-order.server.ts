import { writeAudit } from '#app/features/audit/audit.server.ts'
import { lockOrder } from '#app/features/orders/orders.server.ts'
import { isManualMethod } from '#app/features/orders/payment-text.ts'
import { COMMIT_LIMIT_MS, nextCheck } from '#app/features/payments/attempts/attempts.ts'
import { isWholeOnly } from '#app/features/payments/manual/staff-order.ts'
import { type Attempt, moveAttempt } from '#app/features/payments/payments.server.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { type RefundDecline, type RefundOutcome, refundableClp } from '#app/platform/payments/gateway.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { leftAtGateway, orderRefunded } from './order-refunded.server.ts'
import {
  chargedBackOf,
  claimRequest,
  insertRefund,
  lockPaidAttempt,
  type OpenRefund,
  openRefundOf,
  type PaidAttempt,
  settleRefund,
} from './refunds.server.ts'

type Deps = Pick<Services, 'db' | 'gateways' | 'log'>

export type RefundOrder = {
  actor: Extract<Actor, { kind: 'admin' }>
  orderId: string
  /** Pesos to refund; absent: the whole balance, which refunds the whole order. */
  amount?: number
  /**
   * Pesos that were refunded when the form was shown: if another refund happened since, it is shown first so that none
   * is made twice.
   */
  seen?: Pesos
  /** Shown to the buyer; 1 to 300 characters. */
  reason: string
  /** The bank can't make this refund: the staff made it themselves and record it here. */
  byHand?: boolean
  confirmed: {
    /** The requester has just entered their password again; required for any amount above $0. */
    password: boolean
    /** The requester was shown that the accesses are revoked; required when nothing would be left. */
    loss: boolean
  }
  now: Date
}

export type RefundOrderFailure =
  /** `not_paid`: the order is pending, failed, or was refunded before. */
  | { code: 'order_not_found' | 'not_paid' }
  /** An earlier refund is under way or waits for manual resolution. */
  | { code: 'refund_open' }
  /** Another refund was made since the form was shown. */
  | { code: 'refunded_meanwhile'; refundable: Pesos }
  /** Not an amount between one peso and the balance. */
  | { code: 'over_balance'; refundable: Pesos }
  | { code: 'loss_not_confirmed' | 'password_needed' }
  /** Debit, prepaid and instalment payments can only be refunded whole, or by hand. */
  | { code: 'whole_only' }
  /** All that is left is claimed by chargebacks. */
  | { code: 'charged_back' }
  /** The gateway that took the payment is not configured here any more: only a refund by hand can be recorded. */
  | { code: 'gateway_not_configured'; gateway: string }
  | { code: 'declined'; reason: RefundDecline }

/** `pending`: the bank did not answer; the recovery asks again until it does. */
export type RefundedOrder = { state: 'refunded' | 'partially_refunded' | 'pending'; amount: Pesos }

/**
 * Refunds a paid order, whole or in part: the only entry point. The request is stored before the gateway is called, so
 * that the recovery can finish it after a crash. When nothing is left the order is refunded, and the database revokes
 * its accesses in the same transaction; then the buyer is notified. A partial refund revokes nothing (ADR
 * 0026).
 */
export async function refundOrder(deps: Deps, input: RefundOrder): Promise<Result<RefundedOrder, RefundOrderFailure>> {
  const request = await asActor(deps.db, input.actor, async (tx): Promise<Result<Requested, RefundOrderFailure>> => {
    const status = await lockOrder(tx, input.orderId)
    if (status === undefined) return err({ code: 'order_not_found' })
    if (status !== 'paid' && status !== 'charged_back') return err({ code: 'not_paid' })
    const attempt = await lockPaidAttempt(tx, input.orderId)
    if (!attempt) return err({ code: 'not_paid' })
    if (attempt.status !== 'paid' && attempt.status !== 'partially_refunded') return err({ code: 'refund_open' })
    const unrefunded = pesos(attempt.amount_clp - attempt.refunded_clp)
    const chargedBack = await chargedBackOf(tx, input.orderId)
    const refundable = pesos(unrefunded - chargedBack)
    if (refundable === 0 && chargedBack > 0) return err({ code: 'charged_back' })
    if (input.seen !== undefined && input.seen !== attempt.refunded_clp) {
      return err({ code: 'refunded_meanwhile', refundable })
    }
    const requested = input.amount ?? refundable
    const isAmount = Number.isSafeInteger(requested) && requested <= refundable && requested >= Math.min(1, refundable)
    if (!isAmount) return err({ code: 'over_balance', refundable })
    const amount = pesos(requested)
    // Also a partial amount that equals the balance.
    if (amount === unrefunded && !input.confirmed.loss) return err({ code: 'loss_not_confirmed' })
    if (amount > 0 && !input.confirmed.password) return err({ code: 'password_needed' })
    const { orderId, reason, now } = input
    const byHand = (input.byHand ?? false) && attempt.token !== null
    if (!byHand && attempt.token !== null) {
      const { gateway } = attempt
      if (!deps.gateways.has(gateway)) return err({ code: 'gateway_not_configured', gateway })
      if (amount < attempt.amount_clp && isWholeOnly(attempt)) return err({ code: 'whole_only' })
    }
    const refund = await insertRefund(tx, { orderId, attemptId: attempt.id, amount, byHand, reason, now })
    const nextCheckAt = new Date(now.getTime() + 2 * COMMIT_LIMIT_MS)
    await moveAttempt(tx, attempt.id, 'refund_pending', { nextCheckAt, checks: 0 })
    await writeAudit(tx, {
      action: 'refund_requested',
      entity: 'orders',
      entity_id: orderId,
      before: { status, refunded_clp: attempt.refunded_clp },
      after: { refund_id: refund.id, amount_clp: amount, reason, ...(byHand && { by_hand: true }) },
    })
    return ok({ refund, payment: attempt })
  })
  if (!request.ok) return request
  const { refund, payment } = request.value
  const amount = refund.amount_clp
  const outcome = await atGateway(deps, payment, refund)
  const state = await settle(deps, refund, outcome, input.now)
  if (outcome.kind === 'declined') return err({ code: 'declined', reason: outcome.code })
  return ok({ state, amount })
}

type Payment = Pick<PaidAttempt, 'gateway' | 'token'>
type Requested = { refund: OpenRefund; payment: Payment }

/** An order of $0 has nothing at a gateway; transfers are refunded by the staff and recorded here. */
async function atGateway({ gateways }: Deps, payment: Payment, refund: OpenRefund): Promise<RefundOutcome> {
  const { amount_clp: amount, by_hand } = refund
  if (payment.token !== null && !by_hand) return gateways.of(payment.gateway).refund(payment.token, amount)
  if (amount === 0 || by_hand || isManualMethod(payment.gateway))
    return { kind: 'refunded', type: 'reversed', balanceClp: amount }
  throw new Error('A payment without a token cannot be refunded')
}

/**
 * Continues a refund whose outcome is open. There is no idempotency key: the refundable balance shows whether the
 * request arrived.
 * @returns false when the attempt has none, for example a second payment that is refunded automatically.
 */
export async function continueRefund(deps: Deps, attempt: Attempt, now: Date): Promise<boolean> {
  const found = await asActor(deps.db, SYSTEM, async tx => {
    const refund = await openRefundOf(tx, attempt.id)
    const paid = refund && (await lockPaidAttempt(tx, attempt.order_id))
    return refund && paid && { refund, paid }
  })
  if (!found) return false
  const { refund, paid } = found
  if (attempt.token === null || refund.by_hand) {
    await settle(deps, refund, await atGateway(deps, paid, refund), now)
    return true
  }
  const gateway = deps.gateways.of(attempt.gateway)
  const answer = await gateway.query(attempt.token)
  if (!answer.ok) {
    const gone = answer.error.code === 'unavailable' ? undefined : answer.error.code
    await keepOpen(deps, refund, attempt.checks, now, gone ?? `query: ${answer.error.code}`, gone !== undefined)
    return true
  }
  const left = refundableClp(answer.value)
  const before = leftAtGateway(paid)
  if (left === before) {
    const until = new Date(now.getTime() + 2 * COMMIT_LIMIT_MS)
    if (!(await asActor(deps.db, SYSTEM, tx => claimRequest(tx, attempt, until)))) return true
    const outcome = await gateway.refund(attempt.token, refund.amount_clp)
    // Nothing was refunded a moment ago: an earlier request of ours is arriving now. Its outcome is queried again.
    if (outcome.kind === 'declined' && ARRIVING.includes(outcome.code))
      await keepOpen(deps, refund, attempt.checks, now, `refund: ${outcome.code}`, false)
    else await settle(deps, refund, outcome, now, attempt.checks)
  } else if (left === before - refund.amount_clp) {
    await settle(deps, refund, { kind: 'refunded', type: 'nullified', balanceClp: pesos(left) }, now)
  } else {
    await keepOpen(deps, refund, attempt.checks, now, 'the balance tells neither', true)
  }
  return true
}

/** Declines that mean another request about the same payment exists. */
const ARRIVING: readonly RefundDecline[] = ['locked', 'already_refunded', 'over_balance']

/**
 * Records the gateway's answer about a refund and applies it to the order. Of two concurrent callers one records it.
 */
async function settle(
  deps: Deps,
  refund: OpenRefund,
  outcome: RefundOutcome,
  now: Date,
  checks = 0,
): Promise<RefundedOrder['state']> {
  switch (outcome.kind) {
    case 'refunded':
      return recordRefunded(deps, refund, now)
    case 'declined':
      await recordDeclined(deps, refund, outcome.code, now)
      return 'pending'
    case 'unknown':
      await keepOpen(deps, refund, checks, now, `refund: ${outcome.reason}`, false)
      return 'pending'
  }
}

const recordRefunded = (deps: Deps, refund: OpenRefund, now: Date): Promise<RefundedOrder['state']> =>
  asActor(deps.db, SYSTEM, async tx => {
    // Locked first, in the same order as a refund request, so that the two can't deadlock.
    await lockOrder(tx, refund.order_id)
    const reason = await settleRefund(tx, refund.id, { status: 'done', now })
    if (reason !== undefined) return orderRefunded(tx, refund, reason, now)
    const attempt = await lockPaidAttempt(tx, refund.order_id)
    if (attempt?.status === 'paid') deps.log.error('refund_done_after_decline', { refund: refund.id })
    return attempt?.status === 'refunded' ? 'refunded' : 'partially_refunded'
  })

async function recordDeclined(deps: Deps, refund: OpenRefund, code: RefundDecline, now: Date): Promise<void> {
  deps.log.warn('refund_declined', { refund: refund.id, code })
  await asActor(deps.db, SYSTEM, async tx => {
    await lockOrder(tx, refund.order_id)
    if ((await settleRefund(tx, refund.id, { status: 'declined', detail: code, now })) === undefined) return
    const attempt = await lockPaidAttempt(tx, refund.order_id)
    const back = attempt && attempt.refunded_clp > 0 ? 'partially_refunded' : 'paid'
    await moveAttempt(tx, refund.attempt_id, back, { nextCheckAt: null }, ['refund_pending'])
  })
}

/** Schedules another query, or leaves the refund to manual resolution when the gateway no longer answers. */
async function keepOpen(
  deps: Deps,
  refund: OpenRefund,
  checks: number,
  now: Date,
  detail: string,
  final: boolean,
): Promise<void> {
  const nextCheckAt = final ? undefined : nextCheck(refund.created_at, checks, now)
  await asActor(deps.db, SYSTEM, async tx => {
    await lockOrder(tx, refund.order_id)
    if (nextCheckAt) {
      await moveAttempt(tx, refund.attempt_id, 'refund_pending', { nextCheckAt, detail }, ['refund_pending'])
      return
    }
    if ((await settleRefund(tx, refund.id, { status: 'manual_resolution', detail, now })) === undefined) return
    await moveAttempt(tx, refund.attempt_id, 'manual_resolution', { nextCheckAt: null, detail }, ['refund_pending'])
  })
  if (nextCheckAt) deps.log.warn('refund_unknown', { refund: refund.id, detail })
  else deps.log.error('refund_needs_resolution', { refund: refund.id, detail })
}
