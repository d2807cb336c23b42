import { sql, type Transaction } from 'kysely'
import { consultantSql } from '#app/features/organisations/client-companies.server.ts'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { OrganisationRole } from '#app/platform/database/values.ts'

/**
 * The expiry of a paid order's accesses; computed in the database, like its trigger does for the buyer's own access.
 */
export const accessesEndAt = (table: 'orders' | 'order') =>
  sql<Date>`private.end_of_day(${sql.ref(`${table}.paid_at`)}, ${sql.ref(`${table}.access_days`)})`

/** The date that a buyer asked people to answer by, while it is ahead; null: none, or it has passed. */
export const dueAt = (table: 'order_items' | 'item') =>
  sql<Date | null>`case when ${sql.ref(`${table}.due_at`)} > private.actor_time() then ${sql.ref(`${table}.due_at`)} end`

/**
 * Serialises changes to the seats of a purchase, and the acting user's, until the transaction ends: lists, invitations
 * and hand-overs lock rows in different orders and could deadlock, and daily limits must be counted one at a time.
 * @param of where somebody else may have bought the seats: the item, or one of its accesses.
 */
export const lockSeats = (tx: Transaction<DB>, userId: string, of: { itemId: string } | { accessId: string } | null) =>
  // In the order of the keys, so that two people of an organisation don't wait for each other.
  sql`select pg_advisory_xact_lock(key) from (
    select hashtextextended('seats:' || id, 0) as key from (
      select ${userId}::text as id
      union select user_id::text from order_items where id = ${of && 'itemId' in of ? of.itemId : null}::uuid
      union select user_id::text from user_accesses where id = ${of && 'accessId' in of ? of.accessId : null}::uuid) holders
    order by key) ordered`.execute(tx)

/**
 * Locks the order of an item until the transaction ends: a concurrent refund waits, or came first and left no paid item
 * to find. Call it before any of the item's accesses is locked, as the refund does.
 */
export const lockItemOrder = (tx: Transaction<DB>, itemId: string) =>
  sql`select from orders where id = (select order_id from order_items where id = ${itemId}::uuid) for share`.execute(tx)

/**
 * A paid item with its order and its product, of somebody who has the needed role for it; nothing for another's, unpaid
 * or deleted items, and for added seats.
 * @param userId undefined for the staff.
 */
export const paidItem = (tx: Transaction<DB>, userId: string | undefined, itemId: string, needed: OrganisationRole) =>
  tx
    .selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .where('item.id', '=', itemId)
    .where(userId === undefined ? sql<boolean>`true` : canActSql('item.holder_id', userId, needed))
    .where('order.status', '=', 'paid')
    .where('item.deleted_at', 'is', null)
    .where('item.tops_up_item_id', 'is', null)

/** A paid item with what an invitation needs, for who coordinates it; undefined as user: for the staff. */
export const findPaidItem = (tx: Transaction<DB>, userId: string | undefined, itemId: string) =>
  paidItem(tx, userId, itemId, 'coordinator')
    .select([
      'item.id',
      'item.total_seats as seats',
      'item.used_seats',
      'item.mode',
      'item.result_mode',
      'item.reminder_days',
      'order.id as order_id',
      'order.company_name',
      'product.id as product_id',
      'product.slug',
      'product.name',
      'product.type',
      'product.duration_min',
      'product.duration_max',
      'product.questionnaire_id',
      dueAt('item').as('due_at'),
      accessesEndAt('order').as('expires_at'),
    ])
    .select(
      consultantSql('item.organisation_id', userId === undefined ? sql.ref('order.user_id') : sql`${userId}::uuid`).as(
        'consultant',
      ),
    )
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

/** `insertInvitations` for one person. */
export async function insertInvitation(
  tx: Transaction<DB>,
  inviterId: string,
  item: PaidItem,
  invitee: NewInvitee,
  now: Date,
): Promise<NewAccess> {
  const [access] = await insertInvitations(tx, inviterId, item, [invitee], now)
  if (!access) throw new Error(`No access was made of item ${item.id}`)
  return access
}

export type NewAccess = { id: string; email: string; access_code: string }

/**
 * Takes a seat for each invited person, in one statement. The database refuses more seats than there are (constraint
 * order_items_seats_left) and the same e-mail twice on one item (user_accesses_one_per_email), also for concurrent
 * calls.
 */
export const insertInvitations = (
  tx: Transaction<DB>,
  inviterId: string,
  item: PaidItem,
  invitees: readonly NewInvitee[],
  now: Date,
): Promise<NewAccess[]> => {
  const people = invitees.map((invitee, index) => ({
    ...invitee,
    // One millisecond apart, so that the list keeps its order.
    created_at: new Date(now.getTime() + index),
  }))
  return tx
    .insertInto('user_accesses')
    .columns([
      'order_item_id',
      'user_id',
      'invited_by_user_id',
      'invitee_company',
      'expires_at',
      'email',
      'first_name',
      'last_name',
      'invitee_name',
      'job_role',
      'department',
      'created_at',
    ])
    .expression(({ selectFrom, val }) =>
      selectFrom('orders as order')
        .innerJoin(listed(people), join => join.onTrue())
        .where('order.id', '=', item.order_id)
        .select([
          sql<string>`${item.id}::uuid`.as('order_item_id'),
          'order.user_id',
          sql<string>`${inviterId}::uuid`.as('invited_by_user_id'),
          val(item.company_name).as('invitee_company'),
          // Not through a Date, which would lose the microseconds of the buyer's own access.
          accessesEndAt('order').as('expires_at'),
          'person.email',
          'person.first_name',
          'person.last_name',
          'person.invitee_name',
          'person.job_role',
          'person.department',
          'person.created_at',
        ]),
    )
    .returning(['id', 'email', 'access_code'])
    .execute()
}

/** People as rows of one JSON parameter, however many they are. */
const listed = (people: readonly (NewInvitee & { created_at: Date })[]) =>
  sql<NewInvitee & { created_at: Date }>`jsonb_to_recordset(${storableJson(people)}::jsonb)`.as<'person'>(
    sql`person(email text, first_name text, last_name text, invitee_name text, job_role text, department text, created_at timestamptz)`,
  )

/** An access that can still be configured, for who coordinates it. */
export const findManagedAccess = (tx: Transaction<DB>, userId: string, accessId: string) =>
  tx
    .selectFrom('user_accesses')
    .select(['id', 'order_item_id', 'email', 'invitee_name', 'job_role', 'department', 'status', 'accessed_at'])
    .where('id', '=', accessId)
    .where(canActSql('user_accesses.holder_id', userId, 'coordinator'))
    .where('status', '<>', 'revoked')
    .executeTakeFirst()

/**
 * Revokes an access that nobody has started, which frees its seat. False: it was started, completed or revoked in the
 * meantime.
 * @param userId undefined for the staff.
 */
export async function revokeUnstarted(
  tx: Transaction<DB>,
  userId: string | undefined,
  accessId: string,
): Promise<boolean> {
  const revoked = await tx
    .updateTable('user_accesses')
    .set({ status: 'revoked' })
    .where('id', '=', accessId)
    .where(userId === undefined ? sql<boolean>`true` : canActSql('user_accesses.holder_id', userId, 'coordinator'))
    .where('status', '=', 'active')
    .where('accessed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/** Stores a person's data. False: the access was completed or revoked in the meantime. */
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
    .where(canActSql('user_accesses.holder_id', userId, 'coordinator'))
    .where('status', 'in', ['active', 'in_use'])
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
