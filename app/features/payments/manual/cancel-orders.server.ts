import { type Kysely, sql, type Transaction } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import { releaseDiscountUse } from '#app/features/discounts/discounts.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { orderForReceipt, withdrawOrder } from '#app/features/orders/orders.server.ts'
import { cancelMail } from '#app/features/payments/order-mails.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** An order that can currently be cancelled, with what is lost with it. */
export type Cancellable = { id: string; number: string; client: string; total: Pesos; usesCode: boolean }

/**
 * Which of the orders can be cancelled: pending ones without a payment being confirmed. For administrators, before they
 * confirm.
 */
export async function findCancellable(tx: Transaction<DB>, orderIds: readonly string[]): Promise<Cancellable[]> {
  if (orderIds.length === 0) return []
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('profiles as client', 'client.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.order_number',
      'orders.total_clp',
      'client.first_name',
      'client.last_name',
      sql<boolean>`exists (select from discount_redemptions redemption
        where redemption.order_id = orders.id and redemption.released_at is null)`.as('uses_code'),
    ])
    .where('orders.id', 'in', orderIds)
    .where('orders.status', '=', 'pending')
    .where(
      sql<boolean>`not exists (select from payment_attempts attempt where attempt.order_id = orders.id
        and attempt.status in ('committing', 'unknown', 'manual_resolution', 'paid'))`,
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    number: row.order_number,
    client: fullName(row),
    total: row.total_clp,
    usesCode: row.uses_code,
  }))
}

/**
 * Cancels pending orders, releases their uses of codes and notifies their buyers. Orders that are no longer pending or
 * whose payment is being confirmed are skipped; a later payment through a form still open at the bank is not confirmed
 * for a cancelled order.
 * @returns how many were cancelled, and how many were skipped
 */
export function cancelOrders(
  { db }: { db: Kysely<DB> },
  input: { actor: Extract<Actor, { kind: 'admin' }>; orderIds: readonly string[]; reason?: string | null; now: Date },
): Promise<{ cancelled: number; left: number }> {
  const { actor, orderIds, reason = null, now } = input
  return asActor(db, actor, async tx => {
    const cancelled: string[] = []
    const mails = []
    // Sorted, so that two administrators who cancel the same orders can't deadlock.
    for (const id of orderIds.toSorted()) {
      if (!(await withdrawOrder(tx, id))) continue
      await releaseDiscountUse(tx, id, now)
      cancelled.push(id)
      mails.push(cancelMail(await orderForReceipt(tx, id), reason))
    }
    if (cancelled.length === 0) return { cancelled: 0, left: orderIds.length }
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
    return { cancelled: cancelled.length, left: orderIds.length - cancelled.length }
  })
}
