import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { AccessStatus } from '#app/platform/database/values.ts'

/** One access of a buyer's seats. */
export type ClientAccess = {
  id: string
  assessment: string
  name: string
  email: string
  status: AccessStatus
  progress: number
  expires_at: Date
  created_at: Date
}

/** The newest accesses of what a buyer bought. For administrators. */
export const accessesOfClient = (tx: Transaction<DB>, userId: string, limit: number): Promise<ClientAccess[]> =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select([
      'access.id',
      'product.name as assessment',
      'access.email',
      'access.status',
      'access.progress',
      'access.expires_at',
      'access.created_at',
    ])
    .select(({ fn }) => fn.coalesce('access.invitee_name', sql<string>`''`).as('name'))
    .where('access.user_id', '=', userId)
    .orderBy('access.created_at', 'desc')
    .orderBy('access.id')
    .limit(limit)
    .execute()
