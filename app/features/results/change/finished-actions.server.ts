import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { BegunAction } from './finished-actions.ts'

/**
 * The actions under way or done of the plan of the earlier purchase that an item is compared with, in their order, where the actor may read
 * them. @param itemIds the later and the earlier one
 */
export async function findBegunActions(tx: Transaction<DB>, itemIds: RawBuilder<string[]>): Promise<BegunAction[]> {
  const rows = await tx
    .selectFrom('plan_actions')
    .select(['field', 'title', 'state', 'hidden'])
    .where('order_item_id', '=', sql<string>`(${itemIds})[2]`)
    .where('access_id', 'is', null)
    .where('state', 'in', ['doing', 'done'])
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ state, ...row }) => ({ ...row, state: state === 'done' ? 'done' : 'doing' }))
}
