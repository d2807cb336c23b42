import type { Transaction } from 'kysely'
import { type PlacedOrder, placedOrder } from '#app/features/orders/orders.db.server.ts'
import {
  type Attempt,
  attemptByReference,
  attemptByToken,
  claimForCommit,
} from '#app/features/payments/payments.db.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { PaymentReturn, ReturnParams } from '#app/platform/payments/gateway.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { COMMIT_LIMIT_MS, type ReturnOutcome } from './attempts.ts'
import { endAttempt, settleAttempt } from './settle-attempt.server.ts'

export type Returned = { outcome: ReturnOutcome; order: PlacedOrder }

/**
 * Processes a buyer's return from the gateway. Its parameters are only a hint: the gateway's confirmation decides.
 * Unknown and forged returns yield undefined and change nothing; the same return twice, also concurrently, confirms
 * once.
 */
export async function handleReturn(
  services: Pick<Services, 'db' | 'gateway' | 'log'>,
  method: string,
  params: ReturnParams,
  now: Date,
): Promise<Returned | undefined> {
  const returned = services.gateway.parseReturn(method, params)
  if (returned.kind === 'invalid') return undefined
  if (returned.kind === 'finished') return finish(services, returned.token, now)
  const attempt = await asActor(services.db, SYSTEM, tx => attemptOf(tx, returned))
  if (!attempt) return undefined
  const { to, outcome } = ENDINGS[returned.kind]
  if (await endAttempt(services, attempt, to, now)) return reportOutcome(services, attempt, outcome)
  // It ended otherwise or is being confirmed: the buyer sees its current state.
  const current = await asActor(services.db, SYSTEM, tx => attemptOf(tx, returned))
  return current && reportOutcome(services, current, outcomeOf(current))
}

const ENDINGS = {
  aborted: { to: 'aborted', outcome: 'cancelled' },
  timeout: { to: 'timed_out', outcome: 'timed_out' },
  formError: { to: 'form_error', outcome: 'form_error' },
} as const

function attemptOf(
  tx: Transaction<DB>,
  returned: Exclude<PaymentReturn, { kind: 'invalid' }>,
): Promise<Attempt | undefined> {
  return returned.kind === 'timeout'
    ? attemptByReference(tx, returned.buyOrder, returned.sessionId)
    : attemptByToken(tx, returned.token)
}

async function finish(
  services: Pick<Services, 'db' | 'gateway' | 'log'>,
  token: string,
  now: Date,
): Promise<Returned | undefined> {
  const checkAt = new Date(now.getTime() + COMMIT_LIMIT_MS)
  const claimed = await asActor(services.db, SYSTEM, tx => claimForCommit(tx, token, checkAt))
  if (claimed) {
    const outcome = await settleAttempt(services, claimed, await services.gateway.confirm(token), now)
    return reportOutcome(services, claimed, outcome)
  }
  // Another return came first, or the order can no longer be paid: nothing is confirmed, and the gateway reverses an
  // uncommitted payment.
  const attempt = await asActor(services.db, SYSTEM, tx => attemptByToken(tx, token))
  return attempt && reportOutcome(services, attempt, outcomeOf(attempt))
}

function outcomeOf(attempt: Attempt): ReturnOutcome {
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
  const order = await asActor(services.db, SYSTEM, tx => placedOrder(tx, attempt.order_id))
  // The order decides: another attempt may have paid it, or it may have failed while this attempt was open.
  if (order.status === 'paid' || order.status === 'refunded') return { outcome: 'paid', order }
  if (outcome === 'processing' && order.status === 'failed') return { outcome: 'timed_out', order }
  return { outcome, order }
}
