import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'

/** One access of a buyer's seats. */
export type NewestAccess = {
  id: string
  /** The product, as it was called when it was bought. */
  assessment: string
  name: string
  email: string
  status: AccessStatus
  progress: number
  expires_at: Date
  created_at: Date
}

/** The newest accesses of what a buyer bought, or of one order. For administrators. */
export const newestAccesses = (
  tx: Transaction<DB>,
  of: { userId: string } | { orderId: string },
  limit: number,
): Promise<NewestAccess[]> =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .select([
      'access.id',
      'item.product_name as assessment',
      'access.email',
      'access.status',
      'access.progress',
      'access.expires_at',
      'access.created_at',
    ])
    .select(({ fn }) => fn.coalesce('access.invitee_name', sql<string>`''`).as('name'))
    .where(({ eb }) => ('userId' in of ? eb('access.user_id', '=', of.userId) : eb('item.order_id', '=', of.orderId)))
    .orderBy('access.created_at', 'desc')
    .orderBy('access.id')
    .limit(limit)
    .execute()
