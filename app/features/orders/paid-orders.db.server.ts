import { sql, type Transaction } from 'kysely'
import { releaseDiscountUse } from '#app/features/discounts/discounts.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { withdrawOrder } from './orders.db.server.ts'

/**
 * Marks a pending order as paid, from which `orderPaid` follows once its payment is recorded. The other orders
 * of its quotation are withdrawn, because a quotation is paid once. False: it was not pending any more, another order of
 * its quotation is paid, or the seats can't be added any more and the order has failed.
 */
export async function markOrderPaid(tx: Transaction<DB>, orderId: string, now: Date): Promise<boolean> {
  // Of two orders of one quotation that are paid at once, the second waits here and then sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(quotation_id::text, 19)) from orders
    where id = ${orderId} and quotation_id is not null`.execute(tx)
  const paid = await tx
    .updateTable('orders')
    .set({ status: 'paid', paid_at: now })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where(
      sql<boolean>`not exists (
        select from orders other where other.quotation_id = orders.quotation_id and other.status in ('paid', 'charged_back'))`,
    )
    .returning(['status', 'quotation_id'])
    .executeTakeFirst()
  if (paid?.status !== 'paid') return false
  if (paid.quotation_id !== null) await withdrawOrdersOf(tx, paid.quotation_id, now)
  return true
}

/** Withdraws the pending orders of a paid quotation. One that somebody is paying right now is left to that payment. */
async function withdrawOrdersOf(tx: Transaction<DB>, quotationId: string, now: Date): Promise<void> {
  const others = await tx
    .selectFrom('orders')
    .select('id')
    .where('quotation_id', '=', quotationId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of others) if (await withdrawOrder(tx, id)) await releaseDiscountUse(tx, id, now)
}

/**
 * Withdraws an order that can't be paid, because another one of its quotation is. @returns the number of that other one;
 * undefined when there is none.
 */
export async function withdrawIfQuotationPaid(
  tx: Transaction<DB>,
  orderId: string,
  now: Date,
): Promise<string | undefined> {
  const paid = await tx
    .selectFrom('orders')
    .innerJoin('orders as other', 'other.quotation_id', 'orders.quotation_id')
    .select('other.order_number')
    .where('orders.id', '=', orderId)
    .where('other.status', 'in', ['paid', 'charged_back'])
    .whereRef('other.id', '<>', 'orders.id')
    .executeTakeFirst()
  if (paid && (await withdrawOrder(tx, orderId))) await releaseDiscountUse(tx, orderId, now)
  return paid?.order_number
}
