import type { Transaction } from 'kysely'
import { releaseDiscountUse } from '#app/features/discounts/discounts.db.server.ts'
import type { ValidDiscount } from '#app/features/discounts/discounts.ts'
import { withdrawOrder } from '#app/features/orders/orders.db.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Unpaid orders of one buyer that may hold a use of the same code. */
const MAX_HELD = 2

/**
 * Makes room for one more order of a buyer with a code: the oldest unpaid ones beyond the limit are withdrawn and give their uses back.
 * Otherwise one account could hold every use of a code until its orders expire, without paying. An order whose payment may be under
 * way keeps its use.
 * @returns false when the code is once per customer and such an order keeps the use.
 */
export async function makeRoomForUse(
  tx: Transaction<DB>,
  {
    userId,
    discount,
    now,
  }: { userId: string; discount: Pick<ValidDiscount, 'discountCodeId' | 'oncePerCustomer'>; now: Date },
): Promise<boolean> {
  const held = await tx
    .selectFrom('discount_redemptions as redemption')
    .innerJoin('orders', 'orders.id', 'redemption.order_id')
    .select('orders.id')
    .where('redemption.user_id', '=', userId)
    .where('redemption.discount_code_id', '=', discount.discountCodeId)
    .where('redemption.released_at', 'is', null)
    .where('orders.status', '=', 'pending')
    .orderBy('orders.created_at')
    .execute()
  const most = discount.oncePerCustomer ? 1 : MAX_HELD
  let excess = held.length + 1 - most
  for (const { id } of held) {
    if (excess <= 0) break
    if (!(await withdrawOrder(tx, id))) continue
    await releaseDiscountUse(tx, id, now)
    excess -= 1
  }
  return !discount.oncePerCustomer || excess <= 0
}
