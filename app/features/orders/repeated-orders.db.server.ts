import type { Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import { isNotHeld, SUMMARY } from './orders.db.server.ts'
import { type OrderSummary, REPEAT_WINDOW_MINUTES } from './orders.ts'

/**
 * The buyer's paid and unpaid orders of any of these assessments within the last minutes, newest first (spec D40). An
 * order that waits for a transfer is not among them, unless it is of the same quotation, which is paid once.
 */
export async function recentOrdersOf(
  tx: Transaction<DB>,
  userId: string,
  { assessmentIds, quotationId }: { assessmentIds: readonly string[]; quotationId: string | null },
  now: Date,
): Promise<OrderSummary[]> {
  return tx
    .selectFrom('orders')
    .select(SUMMARY)
    .where('user_id', '=', userId)
    .where(({ and, eb, exists, or, selectFrom }) =>
      or([
        and([eb('quotation_id', '=', quotationId), eb('status', '=', 'pending')]),
        and([
          eb('status', 'in', ['paid', 'pending']),
          eb('created_at', '>', new Date(now.getTime() - REPEAT_WINDOW_MINUTES * 60_000)),
          isNotHeld(now),
          exists(
            selectFrom('order_items')
              .select('order_items.id')
              .whereRef('order_items.order_id', '=', 'orders.id')
              .where('order_items.assessment_id', 'in', assessmentIds)
              // Adding seats to an earlier purchase is not buying the product again.
              .where('order_items.tops_up_item_id', 'is', null),
          ),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(MAX_RECENT)
    .execute()
}

/** Recent orders that a repeated purchase is compared with. */
const MAX_RECENT = 20
