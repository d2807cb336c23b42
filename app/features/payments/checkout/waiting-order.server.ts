import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import type { Quote } from '#app/features/cart/cart.ts'
import { claimDiscountUse, insertRedemption } from '#app/features/discounts/discounts.server.ts'
import { ALREADY_USED_REASON, type ValidDiscount } from '#app/features/discounts/discounts.ts'
import type { BillingData } from '#app/features/orders/order-billing.server.ts'
import { toOrderItems, withRepeated } from '#app/features/orders/order-items.ts'
import { lockCheckout } from '#app/features/orders/order-keys.server.ts'
import { insertOrder, orderForReceipt } from '#app/features/orders/orders.server.ts'
import { newOrderNumber } from '#app/features/orders/orders.ts'
import { waitingMail } from '#app/features/payments/order-mails.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { ZERO } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { makeRoomForUse } from './checkout.server.ts'

type PendingOrder = {
  userId: string
  /** Makes the order unique, however often it is asked for. */
  key: string
  quote: Quote
  discount: ValidDiscount | null
  quotation: { id: string; number: string } | null
  /** The items of earlier orders that are measured again, by product. */
  repeated?: ReadonlyMap<string, string>
  billing: BillingData
  heldUntil: Date
  now: Date
}

/**
 * Writes a pending order that is kept open for its payment, and claims the use of its code. The caller holds the client's
 * checkout lock. @throws Refusal where the code has no use left
 */
export async function insertHeldOrder(
  tx: Transaction<DB>,
  { userId, key, quote, discount, quotation, repeated = new Map(), billing, heldUntil, now }: PendingOrder,
): Promise<{ orderId: string; orderNumber: string }> {
  if (discount && !(await makeRoomForUse(tx, { userId, discount, now }))) refuse(ALREADY_USED_REASON)
  if (discount && !(await claimDiscountUse(tx, discount.discountCodeId, userId)))
    refuse('El código de descuento ya alcanzó su máximo de usos')
  const orderNumber = newOrderNumber(now, userId, randomBytes)
  const orderId = await insertOrder(tx, {
    ...billing,
    userId,
    orderNumber,
    key,
    items: withRepeated(
      toOrderItems(quote.lines, quote.discount?.amount ?? ZERO, quote.discount?.productIds),
      repeated,
    ),
    discount: quote.discount,
    subtotal: quote.subtotal_clp,
    total: quote.total_clp,
    termsVersion: legalDocument('purchase_terms').version,
    quotationId: quotation?.id ?? null,
    heldUntil,
    now,
  })
  if (discount) {
    const { discountCodeId, amount } = discount
    await insertRedemption(tx, { orderId, userId, discountCodeId, amount, now })
  }
  return { orderId, orderNumber }
}

/** Days that an order waits for a transfer, or for another card after a rejected one. */
export const HELD_DAYS = 10

/** Orders that one buyer may have waiting for a transfer: each holds its prices, and a use of its discount code that others may want. */
export const MAX_AWAITED = 10

/** Whether a buyer has that many, besides the order of a cart. Locks the buyer's checkout, so that two carts at once wait for each other. */
export async function isFullOfAwaited(tx: Transaction<DB>, userId: string, key: string, now: Date): Promise<boolean> {
  await lockCheckout(tx, userId)
  const waiting = await tx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('held_until', '>', now)
    .where('quotation_id', 'is', null)
    .where('idempotency_key', '<>', key)
    .limit(MAX_AWAITED)
    .execute()
  return waiting.length === MAX_AWAITED
}

/**
 * Keeps a pending order open for its buyer's transfer, and mails the deadline, the account and the number to write with it. Asked
 * again, it does nothing. For the shop.
 */
export async function awaitTransfer(tx: Transaction<DB>, orderId: string, now: Date): Promise<void> {
  const heldUntil = endOfDay(now, HELD_DAYS)
  const held = await tx
    .updateTable('orders')
    .set({ held_until: heldUntil })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where('held_until', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (held) await queueMail(tx, waitingMail(await orderForReceipt(tx, orderId), heldUntil))
}

type WaitingOrder = Omit<PendingOrder, 'heldUntil'> & {
  /** Days that the order waits for its payment. */
  days: number
}

/**
 * Writes the pending order that an administrator makes for a client, mails the client the deadline and the bank account,
 * and logs it. The caller holds the client's checkout lock.
 * @returns the order's id. @throws Refusal where the code has no use left
 */
export async function insertWaitingOrder(tx: Transaction<DB>, { days, ...order }: WaitingOrder): Promise<string> {
  const heldUntil = endOfDay(order.now, days)
  const { orderId, orderNumber } = await insertHeldOrder(tx, { ...order, heldUntil })
  await queueMail(tx, waitingMail(await orderForReceipt(tx, orderId), heldUntil))
  await writeAudit(tx, {
    action: 'order_made_for_client',
    entity: 'orders',
    entity_id: orderId,
    after: {
      status: 'pending',
      order_number: orderNumber,
      ...(order.quotation && { quotation: order.quotation.number }),
      total_clp: order.quote.total_clp,
      held_until: heldUntil,
    },
  })
  return orderId
}
