import type { Transaction } from 'kysely'
import { type PlacedOrder, placedOrder } from '#app/features/orders/orders.server.ts'
import { hasLivePayment } from '#app/features/payments/manual/manual-payments.server.ts'
import {
  type Attempt,
  attemptById,
  attemptByReference,
  attemptByToken,
  claimForCommit,
} from '#app/features/payments/payments.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { PaymentReturn, ReturnParams } from '#app/platform/payments/gateway.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { COMMIT_LIMIT_MS, type ReturnOutcome } from './attempts.ts'
import { endAttempt, settleAttempt } from './settle-attempt.server.ts'

type Deps = Pick<Services, 'db' | 'gateways' | 'log'>

export type Returned = { outcome: ReturnOutcome; order: PlacedOrder }

/**
 * Processes a buyer's return from the gateway. Its parameters are only a hint: the gateway's confirmation decides.
 * Unknown and forged returns yield undefined and change nothing; the same return twice, also concurrently, confirms
 * once.
 */
export async function handleReturn(
  services: Deps,
  method: string,
  params: ReturnParams,
  now: Date,
): Promise<Returned | undefined> {
  for (const gateway of services.gateways.all) {
    const returned = gateway.parseReturn(method, params)
    if (returned.kind === 'invalid') continue
    const attempt = await asActor(services.db, SYSTEM, tx => findAttempt(tx, returned))
    if (attempt) return apply(services, attempt, returned.kind, now)
  }
  return undefined
}

type ReturnKind = Exclude<PaymentReturn['kind'], 'invalid'>

async function apply(services: Deps, attempt: Attempt, kind: ReturnKind, now: Date): Promise<Returned> {
  if (kind === 'finished') return finish(services, attempt, now)
  const { to, outcome } = ENDINGS[kind]
  if (await endAttempt(services, attempt, to, now)) return reportOutcome(services, attempt, outcome)
  // It ended otherwise or is being confirmed: the buyer sees its current state.
  return reportCurrent(services, attempt)
}

const ENDINGS = {
  aborted: { to: 'aborted', outcome: 'cancelled' },
  timeout: { to: 'timed_out', outcome: 'timed_out' },
  formError: { to: 'form_error', outcome: 'form_error' },
} as const

function findAttempt(
  tx: Transaction<DB>,
  returned: Exclude<PaymentReturn, { kind: 'invalid' }>,
): Promise<Attempt | undefined> {
  return returned.kind === 'timeout'
    ? attemptByReference(tx, returned.buyOrder, returned.sessionId)
    : attemptByToken(tx, returned.token)
}

async function finish(services: Deps, attempt: Attempt, now: Date): Promise<Returned> {
  const { db, gateways } = services
  const checkAt = new Date(now.getTime() + COMMIT_LIMIT_MS)
  // Nothing is confirmed at a gateway without keys: it reverses an uncommitted payment.
  const claimed = gateways.has(attempt.gateway)
    ? await asActor(db, SYSTEM, tx => claimForCommit(tx, attempt, checkAt))
    : undefined
  if (claimed?.token) {
    const confirmed = await gateways.of(claimed.gateway).confirm(claimed.token)
    return reportOutcome(services, claimed, await settleAttempt(services, claimed, confirmed, now))
  }
  // Another return came first, another form of the order did, or it can no longer be paid: nothing is confirmed, and the
  // gateway reverses an uncommitted payment.
  if (gateways.has(attempt.gateway)) {
    await endAttempt(services, attempt, 'expired', now, { detail: 'its order was not payable any more' }, ['initiated'])
  }
  return reportCurrent(services, attempt)
}

async function reportCurrent(services: Deps, { id }: Attempt): Promise<Returned> {
  const attempt = await asActor(services.db, SYSTEM, tx => attemptById(tx, id))
  return reportOutcome(services, attempt, reportedOutcome(attempt))
}

function reportedOutcome(attempt: Attempt): ReturnOutcome {
  switch (attempt.status) {
    case 'paid':
    case 'partially_refunded':
    case 'refunded':
    case 'refund_pending':
      return 'paid'
    case 'rejected':
      return 'rejected'
    case 'aborted':
      return 'cancelled'
    case 'timed_out':
    case 'expired':
      return 'timed_out'
    case 'form_error':
      return 'form_error'
    case 'created':
    case 'initiated':
    case 'committing':
    case 'unknown':
    case 'manual_resolution':
      return 'processing'
  }
}

async function reportOutcome(
  services: Pick<Services, 'db'>,
  attempt: Attempt,
  outcome: ReturnOutcome,
): Promise<Returned> {
  const { order, isLive } = await asActor(services.db, SYSTEM, async tx => ({
    order: await placedOrder(tx, attempt.order_id),
    isLive: await hasLivePayment(tx, attempt.order_id),
  }))
  // The order decides: another attempt may have paid it, it may be confirming, or the order may have failed meanwhile.
  if (order.status === 'paid' || order.status === 'refunded') return { outcome: 'paid', order }
  if (order.status === 'pending' && isLive) return { outcome: 'processing', order }
  if (outcome === 'processing' && order.status === 'failed') return { outcome: 'timed_out', order }
  return { outcome, order }
}
