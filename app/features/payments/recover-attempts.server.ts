import { releaseDiscountUse } from '#app/features/discounts/discounts.db.server.ts'
import { abandonedOrders, failOrder } from '#app/features/orders/orders.db.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { type Attempt, claimDueAttempts } from './payments.db.server.ts'
import { continueRefund } from './refund-order.server.ts'
import { endAttempt, refundAttempt, settleByQuery } from './settle-attempt.server.ts'

const BATCH = 10

/**
 * Looks at attempts whose time has come: a buyer who never came back, a confirmation cut by a crash or without an answer, a refund
 * that is owed; and at orders that nobody pays any more.
 * @returns how many it took, so that the worker goes on at once while there are more.
 */
export async function recoverAttempts(services: Pick<Services, 'db' | 'gateway' | 'log'>, now: Date): Promise<number> {
  const due = await asActor(services.db, SYSTEM, tx => claimDueAttempts(tx, now, BATCH))
  for (const attempt of due) await recover(services, attempt, now)
  const abandoned = await asActor(services.db, SYSTEM, async tx => {
    const ids = await abandonedOrders(tx, now, BATCH)
    for (const id of ids) if (await failOrder(tx, id, now)) await releaseDiscountUse(tx, id, now)
    return ids
  })
  return due.length + abandoned.length
}

async function recover(services: Pick<Services, 'db' | 'gateway' | 'log'>, attempt: Attempt, now: Date): Promise<void> {
  switch (attempt.status) {
    case 'created':
      await endAttempt(services, attempt, 'expired', now, { detail: 'the gateway was never asked' }, ['created'])
      return
    case 'initiated':
      // No return was received, so nothing was confirmed and no money moved; the gateway undoes what it had authorised.
      // A return that comes at this moment has claimed it, and goes on.
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
    case 'review':
    case 'partially_refunded':
    case 'refunded':
      services.log.error('payment_recovery_unexpected', { attempt: attempt.id, status: attempt.status })
  }
}
