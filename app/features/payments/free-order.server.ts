import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { type PlacedOrder, placedOrder } from '#app/features/orders/orders.server.ts'
import { markOrderPaid } from '#app/features/orders/paid-orders.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { newBuyOrder } from '#app/platform/payments/gateway.ts'
import { orderPaid } from './order-paid.server.ts'
import { insertFreePayment } from './payments.server.ts'

/**
 * Pays a pending order of $0, once, in a transaction of the shop or one that goes on as the shop (`continueAsSystem`): a buyer's own pays
 * nothing, whatever price it claims. Seats that can't be added any more fail their order.
 * @returns the order as it is now
 */
export async function payFreeOrder(
  tx: Transaction<DB>,
  orderId: string,
  userId: string,
  now: Date,
): Promise<PlacedOrder> {
  if ((await isFree(tx, orderId, userId)) && (await markOrderPaid(tx, orderId, now))) {
    await insertFreePayment(tx, { orderId, userId, buyOrder: newBuyOrder(now, randomBytes) })
    await orderPaid(tx, orderId, now)
  }
  return placedOrder(tx, orderId)
}

/** Whether a buyer's order costs nothing, by its prices or by the whole of its code. */
async function isFree(tx: Transaction<DB>, orderId: string, userId: string): Promise<boolean> {
  const free = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`total_clp = 0 and (subtotal_clp = 0 or exists (
      select from discount_redemptions redemption
      where redemption.order_id = orders.id and redemption.released_at is null and redemption.amount_clp = orders.subtotal_clp))`)
    .executeTakeFirst()
  return free !== undefined
}
