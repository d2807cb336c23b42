import { releaseDiscountUse } from '#app/features/discounts/discounts.server.ts'
import { abandonedOrders, failOrder, lockOrder, orderForReceipt } from '#app/features/orders/orders.server.ts'
import { markOrderPaid, withdrawIfQuotationPaid } from '#app/features/orders/paid-orders.server.ts'
import { refundMail } from '#app/features/payments/order-mails.ts'
import { orderPaid } from '#app/features/payments/order-paid.server.ts'
import {
  type Attempt,
  claimDueAttempts,
  lockAttempt,
  markRefunded,
  moveAttempt,
} from '#app/features/payments/payments.server.ts'
import { continueRefund } from '#app/features/payments/refunds/refund-order.server.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { AttemptStatus } from '#app/platform/database/values.ts'
import { type ConfirmOutcome, isApproved, isWholeBack, type Snapshot } from '#app/platform/payments/gateway.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { FORM_LIMIT_MS, nextCheck, type ReturnOutcome } from './attempts.ts'
import { surplusReceived, surplusReturned } from './surplus.server.ts'

type Deps = Pick<Services, 'db' | 'gateways' | 'log'>

/**
 * Records the gateway's answer about an attempt whose confirmation was requested, and applies it to the order: paid,
 * failed, or still open. Idempotent: a return and the recovery may call it concurrently.
 */
export async function settleAttempt(
  deps: Deps,
  attempt: Attempt,
  outcome: ConfirmOutcome,
  now: Date,
): Promise<ReturnOutcome> {
  switch (outcome.kind) {
    case 'approved':
      return settleApproved(deps, attempt, outcome.snapshot, now)
    case 'rejected':
      await endAttempt(deps, attempt, 'rejected', now, { snapshot: outcome.snapshot })
      return 'rejected'
    case 'alreadyProcessed':
      return settleByQuery(deps, attempt, now)
    case 'notConfirmable':
      return settleNotConfirmable(deps, attempt, outcome.code, now)
    case 'unknown':
      await keepOpen(deps, attempt, now, `confirm: ${outcome.reason}`)
      return 'processing'
  }
}

/**
 * Queries the gateway about an attempt and records the answer.
 * @param ended whether the gateway has just refused to confirm it for good, so that it is not asked to again.
 */
async function settleByQuery(deps: Deps, attempt: Attempt, now: Date, ended = false): Promise<ReturnOutcome> {
  if (attempt.token === null) throw new Error(`Attempt ${attempt.id} has no token to ask about`)
  const gateway = deps.gateways.of(attempt.gateway)
  const found = await gateway.query(attempt.token)
  if (!found.ok) {
    if (found.error.code === 'unavailable') await keepOpen(deps, attempt, now, `query: ${found.error.reason}`)
    else await requireManualResolution(deps, attempt, `query: ${found.error.code}`)
    return 'processing'
  }
  const snapshot = found.value
  if (snapshot.status !== 'INITIALIZED') return settleSnapshot(deps, attempt, snapshot, now)
  if (ended) {
    await endAttempt(deps, attempt, 'expired', now, { detail: 'confirm: ended' })
    return 'timed_out'
  }
  // A return was received before confirmation was requested, so requesting it again is allowed.
  const outcome = await gateway.confirm(attempt.token)
  if (outcome.kind !== 'alreadyProcessed') return settleAttempt(deps, attempt, outcome, now)
  await keepOpen(deps, attempt, now, 'confirm: locked')
  return 'processing'
}

/** Records what the gateway's books say of an attempt that it has confirmed or ended. */
async function settleSnapshot(deps: Deps, attempt: Attempt, snapshot: Snapshot, now: Date): Promise<ReturnOutcome> {
  if (isApproved(snapshot)) return settleApproved(deps, attempt, snapshot, now)
  if (snapshot.status === 'FAILED') {
    await endAttempt(deps, attempt, 'rejected', now, { snapshot })
    return 'rejected'
  }
  if (isWholeBack(snapshot)) {
    // The money went back before the order was paid with it, for example because the gateway never saw its commit end.
    if (!isOf(attempt, snapshot)) return settleMismatch(deps, attempt)
    await endAttempt(deps, attempt, 'expired', now, { snapshot, detail: `status ${snapshot.status}` })
    return 'timed_out'
  }
  // Money was taken without an approval that we know, or only a part of it is left: a person looks at it.
  await requireManualResolution(deps, attempt, `status ${snapshot.status}`)
  return 'processing'
}

async function settleNotConfirmable(
  deps: Deps,
  attempt: Attempt,
  code: 'not_found' | 'not_finished' | 'ended',
  now: Date,
): Promise<ReturnOutcome> {
  switch (code) {
    case 'not_finished': {
      // The return came before the buyer decided, for example by hand: the form is still open.
      const nextCheckAt = new Date(attempt.created_at.getTime() + FORM_LIMIT_MS)
      await asActor(deps.db, SYSTEM, tx =>
        moveAttempt(tx, attempt.id, 'initiated', { nextCheckAt }, ['committing', 'unknown']),
      )
      return 'processing'
    }
    case 'ended':
      // An earlier commit may have been carried out without an answer: only the status proves that no money moved.
      return settleByQuery(deps, attempt, now, true)
    case 'not_found':
      await requireManualResolution(deps, attempt, 'confirm: not_found')
      return 'processing'
  }
}

const isOf = (attempt: Attempt, snapshot: Snapshot): boolean =>
  snapshot.amountClp === attempt.amount_clp && snapshot.buyOrder === attempt.buy_order

async function settleMismatch(deps: Deps, attempt: Attempt): Promise<ReturnOutcome> {
  deps.log.error('payment_mismatch', { attempt: attempt.id })
  await requireManualResolution(deps, attempt, 'amount or reference differ')
  return 'processing'
}

async function settleApproved(deps: Deps, attempt: Attempt, snapshot: Snapshot, now: Date): Promise<ReturnOutcome> {
  if (!isOf(attempt, snapshot)) return settleMismatch(deps, attempt)
  const settled = await asActor(deps.db, SYSTEM, async tx => {
    const status = await lockAttempt(tx, attempt.id)
    const isOpen = status === 'committing' || status === 'unknown'
    if (!isOpen || !(await markOrderPaid(tx, attempt.order_id, now))) {
      // Another attempt paid this order, or it failed meanwhile: this money is refunded.
      const moved = await moveAttempt(tx, attempt.id, 'refund_pending', { nextCheckAt: now, snapshot }, [
        'committing',
        'unknown',
        'expired',
      ])
      if (!moved) return 'done'
      await surplusReceived(tx, attempt, now)
      await withdrawIfQuotationPaid(tx, attempt.order_id, now)
      return 'refund'
    }
    await moveAttempt(tx, attempt.id, 'paid', { nextCheckAt: null, snapshot })
    await orderPaid(tx, attempt.order_id, now)
    return 'done'
  })
  if (settled === 'refund') {
    deps.log.warn('payment_second', { attempt: attempt.id })
    await refundAttempt(deps, { ...attempt, status: 'refund_pending' }, now)
  }
  return 'paid'
}

/**
 * Refunds the whole amount of an attempt that its order did not need, and notifies the buyer. When the outcome stays
 * open the recovery tries again.
 */
async function refundAttempt(deps: Deps, attempt: Attempt, now: Date): Promise<void> {
  if (attempt.token === null) throw new Error(`Attempt ${attempt.id} has no token to refund`)
  // There is no idempotency key: the refundable balance shows whether an earlier request arrived.
  const gateway = deps.gateways.of(attempt.gateway)
  const found = await gateway.query(attempt.token)
  const isBack = found.ok && isWholeBack(found.value)
  const outcome = isBack ? undefined : await gateway.refund(attempt.token, attempt.amount_clp)
  if (isBack || outcome?.kind === 'refunded') {
    await asActor(deps.db, SYSTEM, async tx => {
      const payment = await markRefunded(tx, attempt.id, attempt.amount_clp)
      if (!payment) return
      await surplusReturned(tx, attempt, false, now)
      const order = await orderForReceipt(tx, attempt.order_id)
      await queueMail(tx, refundMail(order, { amount: attempt.amount_clp, payment, kind: 'surplus' }))
    })
    return
  }
  if (outcome?.kind === 'declined') {
    deps.log.error('refund_declined', { attempt: attempt.id, code: outcome.code })
    await requireManualResolution(deps, attempt, `refund: ${outcome.code}`)
    return
  }
  const nextCheckAt = nextCheck(attempt.created_at, attempt.checks, now)
  deps.log.warn('refund_unknown', { attempt: attempt.id, reason: outcome?.reason })
  if (!nextCheckAt) return requireManualResolution(deps, attempt, 'refund: unknown')
  await asActor(deps.db, SYSTEM, tx =>
    moveAttempt(tx, attempt.id, 'refund_pending', { nextCheckAt }, ['refund_pending']),
  )
}

/**
 * Ends an attempt without money, fails its order unless another attempt is live, and releases the discount use.
 * @param from the states that it may end from; an attempt in any other state is left unchanged.
 */
export async function endAttempt(
  deps: Pick<Services, 'db'>,
  attempt: Attempt,
  to: Extract<AttemptStatus, 'rejected' | 'aborted' | 'timed_out' | 'form_error' | 'expired'>,
  now: Date,
  change: { snapshot?: Snapshot; detail?: string } = {},
  from?: readonly AttemptStatus[],
): Promise<boolean> {
  return asActor(deps.db, SYSTEM, async tx => {
    await lockOrder(tx, attempt.order_id)
    const ended = await moveAttempt(tx, attempt.id, to, { nextCheckAt: null, ...change }, from)
    if (ended && (await failOrder(tx, attempt.order_id, now))) await releaseDiscountUse(tx, attempt.order_id, now)
    return ended
  })
}

async function keepOpen(deps: Deps, attempt: Attempt, now: Date, detail: string): Promise<void> {
  const at = nextCheck(attempt.created_at, attempt.checks, now)
  deps.log.warn('payment_unknown', { attempt: attempt.id, detail })
  if (!at) return requireManualResolution(deps, attempt, detail)
  await asActor(deps.db, SYSTEM, tx =>
    moveAttempt(tx, attempt.id, 'unknown', { nextCheckAt: at, detail }, ['committing', 'unknown']),
  )
}

async function requireManualResolution(deps: Deps, attempt: Attempt, detail: string): Promise<void> {
  deps.log.error('payment_needs_resolution', { attempt: attempt.id, detail })
  await asActor(deps.db, SYSTEM, tx => moveAttempt(tx, attempt.id, 'manual_resolution', { nextCheckAt: null, detail }))
}

const BATCH = 10

/**
 * Processes due attempts (a buyer who never returned, a confirmation without an answer, an owed refund) and fails
 * abandoned orders.
 * @returns how many attempts it took, so that the worker continues at once while there are more.
 */
export async function recoverAttempts(services: Deps, now: Date): Promise<number> {
  const due = await asActor(services.db, SYSTEM, tx => claimDueAttempts(tx, now, BATCH))
  for (const attempt of due) await recover(services, attempt, now)
  const abandoned = await asActor(services.db, SYSTEM, async tx => {
    const ids = await abandonedOrders(tx, now, BATCH)
    for (const id of ids) if (await failOrder(tx, id, now)) await releaseDiscountUse(tx, id, now)
    return ids
  })
  return due.length + abandoned.length
}

async function recover(services: Deps, attempt: Attempt, now: Date): Promise<void> {
  switch (attempt.status) {
    case 'created':
      await endAttempt(services, attempt, 'expired', now, { detail: 'the gateway was never called' }, ['created'])
      return
    case 'initiated':
      // No return was received, so nothing was confirmed and no money moved; the gateway reverses its authorisation. A
      // concurrent return has claimed the attempt and continues.
      await endAttempt(services, attempt, 'expired', now, { detail: 'the buyer never came back' }, ['initiated'])
      return
    case 'committing':
    case 'unknown':
      await settleByQuery(services, attempt, now)
      return
    case 'refund_pending':
      if (!(await continueRefund(services, attempt, now))) await refundAttempt(services, attempt, now)
      return
    case 'paid':
    case 'rejected':
    case 'aborted':
    case 'timed_out':
    case 'form_error':
    case 'expired':
    case 'manual_resolution':
    case 'partially_refunded':
    case 'refunded':
      services.log.error('payment_recovery_unexpected', { attempt: attempt.id, status: attempt.status })
  }
}
