import { sql, type Transaction } from 'kysely'
import { canActSql } from '#app/features/organisations/organisations.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Mode, ProductType } from '#app/platform/database/values.ts'
import { isOneOf, type OrderIds } from './orders.ts'

/** One item of a buyer's order, and what has come of it so far. */
export type ItemProgress = {
  order_id: string
  item_id: string
  product_id: string
  name: string
  slug: string
  type: ProductType
  has_questionnaire: boolean
  mode: Mode
  /** Seats that the order bought. */
  seats: number
  /** Seats of the item today, with those of its top-ups. */
  total_seats: number
  /** Seats with a person. */
  used_seats: number
  completed: number
  /** The item of an earlier order that the seats were added to. */
  tops_up_item_id: string | null
  /** Whether it can be bought today in the same mode. */
  sold: boolean
  /** The buyer's own access, unless it was given away or revoked. */
  own: { id: string; started: boolean; completed: boolean } | undefined
}

/** The items of orders that the user may buy for, in one query however many they are. @param orderIds their ids, or a select of them */
export async function itemsOfOrders(tx: Transaction<DB>, userId: string, orderIds: OrderIds): Promise<ItemProgress[]> {
  const isOwn = sql<boolean>`access.user_id = ${userId}::uuid and access.invited_by_user_id is null`
  const rows = await tx
    .selectFrom('order_items as item')
    .innerJoin('assessments', 'assessments.id', 'item.assessment_id')
    .innerJoinLateral(
      inner =>
        inner
          .selectFrom('user_accesses as access')
          .whereRef('access.order_item_id', '=', 'item.id')
          .where('access.status', '<>', 'revoked')
          .select(({ fn }) => fn.count<number>('access.completed_at').as('completed'))
          // Of those that nobody was invited to, an item has one.
          .select([
            sql<string | null>`(array_agg(access.id) filter (where ${isOwn}))[1]`.as('own_id'),
            sql<Date | null>`max(access.accessed_at) filter (where ${isOwn})`.as('own_accessed_at'),
            sql<Date | null>`max(access.completed_at) filter (where ${isOwn})`.as('own_completed_at'),
          ])
          .as('counted'),
      join => join.onTrue(),
    )
    .select([
      'item.order_id',
      'item.id as item_id',
      'item.assessment_id as product_id',
      'item.product_name as name',
      'assessments.slug',
      'assessments.type',
      'assessments.questionnaire_id',
      'item.mode',
      'item.seats',
      'item.total_seats',
      'item.used_seats',
      'item.tops_up_item_id',
      'counted.completed',
      'counted.own_id',
      'counted.own_accessed_at',
      'counted.own_completed_at',
    ])
    .select(
      sql<boolean>`(assessments.status = 'active' and assessments.deleted_at is null and
        case item.mode when 'business' then assessments.allow_business else assessments.min_seats <= 1 end)`.as('sold'),
    )
    .where(isOneOf('item.order_id', orderIds))
    // The staff see what a client bought, also for an organisation.
    .where(
      sql<boolean>`(${canActSql('item.holder_id', userId, 'buyer')} or (item.user_id = ${userId}::uuid and private.actor_is_staff()))`,
    )
    .orderBy('item.product_name')
    .orderBy('item.mode')
    .execute()
  return rows.map(({ questionnaire_id, own_id, own_accessed_at, own_completed_at, ...row }) => ({
    ...row,
    has_questionnaire: questionnaire_id !== null,
    own:
      own_id === null
        ? undefined
        : { id: own_id, started: own_accessed_at !== null, completed: own_completed_at !== null },
  }))
}
