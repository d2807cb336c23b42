import type { Transaction } from 'kysely'
import type { DB } from '#app/platform/database/schema.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { accessesEndAt } from './accesses.db.server.ts'
import { accessState, type DashboardAccess, type DashboardGroup, groupState, jobRoleText } from './accesses.ts'

/**
 * The buyer's items of paid orders with their accesses, newest order first (specification 2, sections 6 and 7). Two queries,
 * however many items there are.
 */
export async function dashboardGroups(tx: Transaction<DB>, userId: string, now: Date): Promise<DashboardGroup[]> {
  const items = await tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('assessments', 'assessments.id', 'order_items.assessment_id')
    .select([
      'order_items.id as item_id',
      'order_items.mode',
      'order_items.seats as total_seats',
      'order_items.used_seats',
      'order_items.result_mode',
      'orders.id as order_id',
      'orders.order_number',
      'orders.created_at as order_created_at',
      'assessments.id as assessment_id',
      'assessments.slug',
      'assessments.name',
      'assessments.description_short as description',
      'assessments.type',
      'assessments.questionnaire_id',
      'assessments.duration_min',
      'assessments.duration_max',
      accessesEndAt('orders').as('expires_at'),
    ])
    .where('order_items.user_id', '=', userId)
    .where('orders.user_id', '=', userId)
    .where('orders.status', '=', 'paid')
    .where('order_items.deleted_at', 'is', null)
    .where('assessments.deleted_at', 'is', null)
    .orderBy('orders.created_at', 'desc')
    .orderBy('order_items.id')
    .execute()
  const accesses = await accessesOfItems(
    tx,
    userId,
    items.map(item => item.item_id),
  )
  return items.map(({ questionnaire_id, expires_at, ...item }) => {
    const own = (accesses.get(item.item_id) ?? []).map(row => toAccess(row, item.result_mode, now))
    return {
      ...item,
      has_questionnaire: questionnaire_id !== null,
      expired: expires_at <= now,
      state: groupState(own),
      accesses: own,
    }
  })
}

async function accessesOfItems(tx: Transaction<DB>, userId: string, itemIds: readonly string[]) {
  const rows = await tx
    .selectFrom('user_accesses')
    .select([
      'id',
      'order_item_id',
      'email',
      'first_name',
      'last_name',
      'invitee_name',
      'job_role',
      'department',
      'access_code',
      'invited_by_user_id',
      'accessed_at',
      'completed_at',
      'progress',
      'expires_at',
    ])
    .where('user_id', '=', userId)
    .where('status', '<>', 'revoked')
    // One parameter, however many items: a list of parameters ends at 65535.
    .where(({ eb, val }) => eb('order_item_id', '=', eb.fn.any(val([...itemIds]))))
    // The buyer's own first, then in the order of the invitations.
    .orderBy('invited_by_user_id', order => order.asc().nullsFirst())
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, row => row.order_item_id)
}

type AccessRow = Awaited<ReturnType<typeof accessesOfItems>> extends Map<string, (infer Row)[]> ? Row : never

/** Of somebody else of a confidential item no more is told than whether it is completed (decision 18). */
const toAccess = (row: AccessRow, mode: ResultMode, now: Date): DashboardAccess => {
  const confidential = mode === 'confidential' && row.invited_by_user_id !== null
  return {
    id: row.id,
    email: row.email,
    name: row.invitee_name ?? `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    job_role: jobRoleText(row.job_role),
    department: row.department ?? '',
    access_code: row.access_code,
    own: row.invited_by_user_id === null,
    confidential,
    state: accessState(confidential ? { ...row, accessed_at: row.completed_at } : row),
    progress: row.progress,
    expires_at: row.expires_at,
    expired: row.expires_at <= now,
  }
}

/** A workshop's own access, with what its page shows; undefined for anything that is not the buyer's own workshop. */
export const findOwnWorkshop = (tx: Transaction<DB>, userId: string, accessId: string) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select([
      'access.email',
      'access.access_code',
      'access.expires_at',
      'item.seats',
      'item.used_seats',
      'order.order_number',
      'product.slug',
      'product.name',
      'product.description_short',
      'product.format',
      'product.duration_min',
      'product.duration_max',
    ])
    .where('access.id', '=', accessId)
    .where('access.user_id', '=', userId)
    .where('access.invited_by_user_id', 'is', null)
    .where('access.status', '<>', 'revoked')
    .where('order.status', '=', 'paid')
    .where('item.deleted_at', 'is', null)
    .where('product.type', '=', 'workshop')
    .executeTakeFirst()
