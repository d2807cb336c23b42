import { sql, type Transaction } from 'kysely'
import { ACCESS_DAYS } from '#app/features/orders/orders.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** When the accesses of a paid order end; computed in the database, as its trigger does for the buyer's own access. */
export const accessesEndAt = (table: 'orders' | 'order') =>
  sql<Date>`${sql.ref(`${table}.paid_at`)} + make_interval(days => ${ACCESS_DAYS})`

/** A paid item of this buyer with what an invitation tells about it; undefined for anybody else's, unpaid or deleted ones. */
export const findPaidItem = (tx: Transaction<DB>, userId: string, itemId: string) =>
  tx
    .selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select([
      'item.id',
      'item.seats',
      'order.id as order_id',
      'order.company_name',
      'product.slug',
      'product.name',
      'product.type',
      'product.duration_min',
      'product.duration_max',
      accessesEndAt('order').as('expires_at'),
    ])
    .where('item.id', '=', itemId)
    .where('item.user_id', '=', userId)
    .where('order.user_id', '=', userId)
    .where('order.status', '=', 'paid')
    .where('item.deleted_at', 'is', null)
    .where('product.deleted_at', 'is', null)
    .executeTakeFirst()

export type PaidItem = NonNullable<Awaited<ReturnType<typeof findPaidItem>>>

export type NewInvitee = {
  email: string
  first_name: string
  last_name: string
  invitee_name: string
  job_role: string
  department: string
}

/**
 * Takes a seat for an invited person. The database refuses one seat too many (constraint order_items_seats_left) and the same e-mail
 * twice on one item (user_accesses_one_per_email), also when many ask at once.
 */
export const insertInvitation = (tx: Transaction<DB>, userId: string, item: PaidItem, invitee: NewInvitee, now: Date) =>
  tx
    .insertInto('user_accesses')
    .values({
      ...invitee,
      order_item_id: item.id,
      user_id: userId,
      invitee_company: item.company_name,
      invited_by_user_id: userId,
      status: 'active',
      // Not through a Date, which would lose the microseconds of the buyer's own access.
      expires_at: ({ selectFrom }) =>
        selectFrom('orders as order').select(accessesEndAt('order').as('ends')).where('order.id', '=', item.order_id),
      created_at: now,
    })
    .returning(['id', 'access_code'])
    .executeTakeFirstOrThrow()

/** An access of the buyer that can still be configured. */
export const findManagedAccess = (tx: Transaction<DB>, userId: string, accessId: string) =>
  tx
    .selectFrom('user_accesses')
    .select(['id', 'order_item_id', 'email', 'invitee_name', 'job_role', 'department', 'status', 'accessed_at'])
    .where('id', '=', accessId)
    .where('user_id', '=', userId)
    .where('status', '<>', 'revoked')
    .executeTakeFirst()

/** Frees the seat of an access that nobody has started. False: it was started, completed or revoked in the meantime. */
export async function revokeUnstarted(tx: Transaction<DB>, userId: string, accessId: string): Promise<boolean> {
  const revoked = await tx
    .updateTable('user_accesses')
    .set({ status: 'revoked' })
    .where('id', '=', accessId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('accessed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/** Writes down who somebody is. False: the access was completed or revoked in the meantime. */
export async function updateInvitee(
  tx: Transaction<DB>,
  userId: string,
  accessId: string,
  invitee: Omit<NewInvitee, 'email'>,
): Promise<boolean> {
  const updated = await tx
    .updateTable('user_accesses')
    .set(invitee)
    .where('id', '=', accessId)
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'in_use'])
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
