import type { Transaction } from 'kysely'
import { releaseDiscountUse } from '#app/features/discounts/discounts.db.server.ts'
import { withdrawOrder } from '#app/features/orders/orders.db.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** Unpaid orders of one buyer that may hold a use of the same code. */
const MAX_HELD = 2

/**
 * Makes room for one more order of a buyer with a code: the oldest unpaid ones beyond the limit are withdrawn and give their uses back.
 * Otherwise one account could hold every use of a code until its orders expire, without paying. An order whose payment may be under
 * way keeps its use.
 */
export async function releaseHeldUses(
  tx: Transaction<DB>,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<void> {
  const held = await tx
    .selectFrom('discount_redemptions as redemption')
    .innerJoin('orders', 'orders.id', 'redemption.order_id')
    .select('orders.id')
    .where('redemption.user_id', '=', userId)
    .where('redemption.released_at', 'is', null)
    .where('orders.status', '=', 'pending')
    .where('orders.discount_code', '=', code)
    .orderBy('orders.created_at')
    .execute()
  let excess = held.length + 1 - MAX_HELD
  for (const { id } of held) {
    if (excess <= 0) return
    if (!(await withdrawOrder(tx, id))) continue
    await releaseDiscountUse(tx, id, now)
    excess -= 1
  }
}
