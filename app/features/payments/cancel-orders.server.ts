import type { Kysely } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.db.server.ts'
import { releaseDiscountUse } from '#app/features/discounts/discounts.db.server.ts'
import { orderForReceipt, withdrawOrder } from '#app/features/orders/orders.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMails } from '#app/platform/mail/outbox.server.ts'
import { cancelMail } from './cancel-mail.ts'

export type CancelFailure = { code: 'nothing_chosen' | 'nothing_to_cancel' }

/**
 * Cancels pending orders, gives their codes' uses back and tells whoever made them. Left out is what is not pending any more, and what a payment is being
 * confirmed of; what an open form at the bank pays later is not confirmed for a cancelled order.
 * @returns how many were cancelled, and how many were left out
 */
export async function cancelOrders(
  { db }: { db: Kysely<DB> },
  given: { actor: Extract<Actor, { kind: 'admin' }>; orderIds: readonly string[]; reason?: string | null; now: Date },
): Promise<Result<{ cancelled: number; left: number }, CancelFailure>> {
  const { actor, orderIds, reason = null, now } = given
  if (orderIds.length === 0) return err({ code: 'nothing_chosen' })
  return asActor(db, actor, async tx => {
    const cancelled: string[] = []
    const mails = []
    // In one order: two administrators that cancel the same orders do not wait for each other for ever.
    for (const id of orderIds.toSorted()) {
      if (!(await withdrawOrder(tx, id))) continue
      await releaseDiscountUse(tx, id, now)
      cancelled.push(id)
      mails.push(cancelMail(await orderForReceipt(tx, id), reason))
    }
    if (cancelled.length === 0) return err({ code: 'nothing_to_cancel' })
    await queueMails(tx, mails)
    await writeAudits(
      tx,
      cancelled.map(id => ({
        action: 'order_cancelled',
        entity: 'orders',
        entity_id: id,
        before: { status: 'pending' },
        after: { status: 'failed', ...(reason !== null && { reason }) },
      })),
    )
    return ok({ cancelled: cancelled.length, left: orderIds.length - cancelled.length })
  })
}
