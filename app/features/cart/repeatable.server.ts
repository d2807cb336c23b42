import type { Transaction } from 'kysely'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { CartChoice } from './cart.ts'

/**
 * Which of the items of earlier orders that lines name their buyer may measure again, by product: paid company purchases that the buyer
 * coordinates. Nothing is said of others.
 */
export async function findRepeatable(
  tx: Transaction<DB>,
  userId: string,
  lines: readonly Pick<CartChoice, 'mode' | 'repeats'>[],
): Promise<ReadonlyMap<string, string>> {
  const itemIds = lines.flatMap(({ mode, repeats }) => (mode === 'business' && repeats !== undefined ? [repeats] : []))
  if (itemIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('order_items as item')
    .innerJoin('orders', 'orders.id', 'item.order_id')
    .select(['item.id', 'item.assessment_id'])
    .where('item.id', 'in', itemIds)
    .where(canActSql('item.holder_id', userId, 'coordinator'))
    .where('item.mode', '=', 'business')
    .where('item.tops_up_item_id', 'is', null)
    .where('item.deleted_at', 'is', null)
    .where('orders.status', '=', 'paid')
    .execute()
  return new Map(rows.map(({ id, assessment_id }) => [assessment_id, id]))
}
