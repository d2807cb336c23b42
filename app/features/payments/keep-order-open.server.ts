import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { orderForReceipt } from '#app/features/orders/orders.db.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'
import { holdUntil, lockForStaff } from './manual-payments.db.server.ts'
import { waitingMail } from './waiting-mail.ts'

/**
 * Keeps a pending order open for a payment that takes days, a transfer say: until the end of a day in Santiago, `days` from now. Its
 * code's use and its prices stay taken; the buyer may still pay by card, and is told until when and where to transfer to.
 */
export async function keepOrderOpen(
  { db }: { db: Kysely<DB> },
  given: { actor: Extract<Actor, { kind: 'admin' }>; orderId: string; days: number; now: Date },
): Promise<Result<Date, { code: 'order_not_found' | 'not_pending' }>> {
  const { actor, orderId, days, now } = given
  return asActor(db, actor, async tx => {
    const order = await lockForStaff(tx, orderId)
    if (!order) return err({ code: 'order_not_found' })
    if (order.status !== 'pending') return err({ code: 'not_pending' })
    const until = endOfDay(now, days)
    // The same day again, as by a second click: nothing is new to anybody.
    if (order.held_until?.getTime() === until.getTime()) return ok(until)
    await holdUntil(tx, orderId, until)
    await queueMail(tx, waitingMail(await orderForReceipt(tx, orderId), until))
    await writeAudit(tx, {
      action: 'order_kept_open',
      entity: 'orders',
      entity_id: orderId,
      before: { held_until: order.held_until },
      after: { held_until: until },
    })
    return ok(until)
  })
}
