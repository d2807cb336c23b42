import { sql, type Transaction } from 'kysely'
import { paidItem } from '#app/features/accesses/accesses.server.ts'
import { canActSql, canReadResultsSql } from '#app/features/organisations/organisations.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { PEOPLE_A_PAGE } from './results.ts'

/** Accesses of paid items that are not revoked, with their runs, whose results the user may read. */
export const boughtRuns = (tx: Transaction<DB>, userId: string) =>
  tx
    .selectFrom('user_accesses as access')
    .innerJoin('order_items as item', 'item.id', 'access.order_item_id')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .leftJoin('assessment_runs as run', 'run.validated_access_id', 'access.id')
    .where(canReadResultsSql('access', userId))
    .where('access.status', '<>', 'revoked')
    .where('order.status', '=', 'paid')
    .where('item.deleted_at', 'is', null)

/** An access with its run, if it has one; undefined for who may not read it. */
export const findBoughtRun = (tx: Transaction<DB>, userId: string, accessId: string) =>
  boughtRuns(tx, userId)
    .select([
      'access.id as access_id',
      'item.id as item_id',
      'access.result_mode',
      'item.section_targets',
      'item.section_weights',
      ownAccess(userId),
      'product.name as product',
      'run.id as run_id',
      'run.full_name',
      'run.corporate_email',
      'run.position',
      'run.organizational_unit',
      'run.data_role',
      'run.company_name',
      'run.questionnaire_id',
      'run.questionnaire_version',
      'run.end_time',
      'run.duration_seconds',
      'run.active_seconds',
      'run.closed_by',
      'access.progress',
      'access.answered_closed',
    ])
    .where('access.id', '=', accessId)
    .executeTakeFirst()

/** Whether an access is the user's own, with results that the user may read. */
export const readsOwnResults = async (tx: Transaction<DB>, userId: string, accessId: string): Promise<boolean> =>
  (await boughtRuns(tx, userId).select(ownAccess(userId)).where('access.id', '=', accessId).executeTakeFirst())?.own ===
  true

/** Whether it is the access of the buyer who asks: nobody else's answers. */
export const ownAccess = (userId: string) =>
  sql<boolean>`(access.invited_by_user_id is null and access.user_id = ${userId}::uuid)`.as('own')

/** A paid item of which the user may read the results, for the page over all its accesses. */
export const findBoughtItem = (tx: Transaction<DB>, userId: string, itemId: string) =>
  paidItem(tx, userId, itemId, 'results')
    .select([
      'item.id',
      'item.total_seats as seats',
      'item.used_seats',
      'item.mode',
      'order.order_number',
      'product.name',
    ])
    .select(canActSql('item.holder_id', userId, 'coordinator').as('manages'))
    .executeTakeFirst()

/**
 * Some accesses of an item with their runs and closed answers (field to option), in one query. One page at a time,
 * because policies are evaluated for each answer.
 */
export const runsOfItem = (
  tx: Transaction<DB>,
  userId: string,
  itemId: string,
  { offset = 0, limit = PEOPLE_A_PAGE } = {},
) =>
  boughtRuns(tx, userId)
    .select([
      'access.id',
      'access.email',
      'access.invitee_name',
      'access.accessed_at',
      'access.completed_at',
      'access.progress',
      ownAccess(userId),
      'access.result_mode',
      'run.questionnaire_id',
      'run.questionnaire_version',
      'run.closed_by',
    ])
    .select(
      sql<Record<string, number> | null>`(
        select jsonb_object_agg(answer.field, answer.option) from run_answers answer
        where answer.run_id = run.id and answer.option is not null)`.as('answers'),
    )
    .where('item.id', '=', itemId)
    .orderBy('access.completed_at', order => order.desc().nullsLast())
    .orderBy('access.created_at')
    .orderBy('access.id')
    .offset(offset)
    .limit(limit)
    .execute()
