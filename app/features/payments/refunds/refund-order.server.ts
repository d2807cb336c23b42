import { writeAudit } from '#app/features/audit/audit.server.ts'
import { PASSWORD_MISSING } from '#app/features/identity/account-fields.ts'
import { lockOrder } from '#app/features/orders/orders.server.ts'
import { gatewayName, isManualMethod } from '#app/features/orders/payment-text.ts'
import { COMMIT_LIMIT_MS, nextCheck } from '#app/features/payments/attempts/attempts.ts'
import { DECLINE_TEXTS, isWholeOnly, LOSS_NOT_CONFIRMED } from '#app/features/payments/manual/staff-order.ts'
import { type Attempt, moveAttempt } from '#app/features/payments/payments.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type Actor, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { type RefundDecline, type RefundOutcome, refundableClp } from '#app/platform/payments/gateway.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { leftAtGateway, orderRefunded } from './order-refunded.server.ts'
import {
  claimRequest,
  findOpenRefund,
  insertRefund,
  lockPaidAttempt,
  type OpenRefund,
  type PaidAttempt,
  settleRefund,
  sumChargedBack,
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

/** `pending`: the bank did not answer; the recovery asks again until it does. */
type OrderState = 'refunded' | 'partially_refunded' | 'pending'
type RefundedOrder =
  | { state: OrderState; amount: Pesos }
  /** The bank refused, which its record keeps. */
  | { state: 'declined'; reason: RefundDecline }

/**
 * Refunds a paid order, whole or in part: the only entry point. The request is stored before the gateway is called, so
 * that the recovery can finish it after a crash. When nothing is left the order is refunded, and the database revokes
 * its accesses in the same transaction; then the buyer is notified. A partial refund revokes nothing (ADR
 * 0026).
 * @throws Refusal where nothing was requested from the gateway
 */
export async function refundOrder(deps: Deps, input: RefundOrder): Promise<RefundedOrder> {
  const { refund, payment } = await asActor(deps.db, input.actor, async tx => {
    const { orderId, reason, now } = input
    const status = await lockOrder(tx, orderId)
    const isPaid = status === 'paid' || status === 'charged_back'
    const attempt = isPaid ? await lockPaidAttempt(tx, orderId) : undefined
    if (!attempt) return refuse('No se devolvió nada: esta orden no está pagada, o ya se reembolsó.')
    // Another one is under way or waits for manual resolution.
    if (attempt.status !== 'paid' && attempt.status !== 'partially_refunded')
      refuse('No se devolvió nada: hay otro reembolso de esta orden en curso.')
    const unrefunded = pesos(attempt.amount_clp - attempt.refunded_clp)
    const chargedBack = await sumChargedBack(tx, orderId)
    const refundable = pesos(unrefunded - chargedBack)
    if (refundable === 0 && chargedBack > 0) refuse('No se devolvió nada: todo lo que queda está en un contracargo.')
    if (input.seen !== undefined && input.seen !== attempt.refunded_clp)
      refuse(`No se devolvió nada: mientras tanto hubo otro reembolso. Quedan ${formatPesos(refundable)} por devolver.`)
    const requested = input.amount ?? refundable
    const isPart = input.amount !== undefined
    const isAmount = Number.isSafeInteger(requested) && requested <= refundable && requested >= Math.min(1, refundable)
    if (!isAmount) refuse(`Quedan ${formatPesos(refundable)} por devolver`, isPart ? { field: 'amount' } : {})
    const amount = pesos(requested)
    // Also a partial amount that equals the balance.
    if (amount === unrefunded && !input.confirmed.loss) {
      const whole = 'Ese monto es todo lo que queda: la orden queda reembolsada. '
      refuse(`${isPart ? whole : ''}${LOSS_NOT_CONFIRMED}`, { field: 'understood' })
    }
    if (amount > 0 && !input.confirmed.password) refuse(PASSWORD_MISSING, { field: 'password' })
    const byHand = (input.byHand ?? false) && attempt.token !== null
    if (!byHand && attempt.token !== null) {
      if (!deps.gateways.has(attempt.gateway))
        refuse(
          `No se devolvió nada: el pago se hizo con ${gatewayName(attempt.gateway)}, que la tienda ya no tiene conectado. Conéctalo de nuevo, o transfiere el dinero y márcalo abajo.`,
        )
      if (amount < attempt.amount_clp && isWholeOnly(attempt))
        refuse(
          `${DECLINE_TEXTS.partial_with_debit} Lo mismo vale para las cuotas. Devuelve todo, o transfiere la parte y márcalo abajo`,
          { field: 'amount' },
        )
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
    return { refund, payment: attempt }
  })
  const amount = refund.amount_clp
  const outcome = await atGateway(deps, payment, refund)
  const state = await settle(deps, refund, outcome, input.now)
  return outcome.kind === 'declined' ? { state: 'declined', reason: outcome.code } : { state, amount }
}

type Payment = Pick<PaidAttempt, 'gateway' | 'token'>

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
    const refund = await findOpenRefund(tx, attempt.id)
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
): Promise<OrderState> {
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

const recordRefunded = (deps: Deps, refund: OpenRefund, now: Date): Promise<OrderState> =>
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
