import { sql, type Transaction } from 'kysely'
import { canActSql } from '#app/features/organisations/owners.db.server.ts'
import { boughtRuns } from '#app/features/results/results.db.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'

/** The item of a sheet; undefined for one that is not this buyer's. */
export const findDataItem = (tx: Transaction<DB>, userId: string, itemId: string) =>
  tx
    .selectFrom('order_items as item')
    .innerJoin('orders as order', 'order.id', 'item.order_id')
    .innerJoin('assessments as product', 'product.id', 'item.assessment_id')
    .select(['item.id', 'item.result_mode', 'order.order_number', 'product.name as product'])
    .where('item.id', '=', itemId)
    .where(canActSql('item.holder_id', userId, 'results'))
    .where('order.status', '=', 'paid')
    .where('item.deleted_at', 'is', null)
    .executeTakeFirst()

/** The versions of questionnaires that an item's completed runs were started with, the newest first. */
export const versionsOfItem = (tx: Transaction<DB>, userId: string, itemId: string) =>
  boughtRuns(tx, userId)
    .select(['run.questionnaire_id', 'run.questionnaire_version'])
    .distinct()
    .where('item.id', '=', itemId)
    .where('run.status', '=', 'completed')
    .orderBy('run.questionnaire_version', 'desc')
    .execute()

/** The runs of an item that may be shown one by one, in the order of their start: completed ones, and none of a confidential item. */
export async function runIdsOfItem(tx: Transaction<DB>, userId: string, itemId: string): Promise<string[]> {
  const rows = await boughtRuns(tx, userId)
    .innerJoin('assessment_runs as wide', 'wide.id', 'run.id')
    .select('wide.id')
    .where('item.id', '=', itemId)
    .where('access.result_mode', '=', 'nominative')
    .where('run.status', '=', 'completed')
    .orderBy('wide.start_time')
    .orderBy('wide.id')
    .execute()
  return rows.map(row => row.id)
}

/**
 * Some of an item's runs with all their answers by field, in the same order. In batches, because policies are evaluated
 * for each answer, which would take too long for a thousand people at once.
 */
export async function wideRuns(
  tx: Transaction<DB>,
  { userId, itemId, runIds }: { userId: string; itemId: string; runIds: readonly string[] },
) {
  const rows = await boughtRuns(tx, userId)
    .innerJoin('assessment_runs as wide', 'wide.id', 'run.id')
    .select([
      'wide.id',
      'wide.session_id',
      'wide.user_id',
      'wide.full_name',
      'wide.corporate_email',
      'wide.position',
      'wide.organizational_unit',
      'wide.data_role',
      'wide.company_name',
      'wide.invitation_code',
      'wide.validated_access_id',
      'wide.start_time',
      'wide.end_time',
      'wide.duration_seconds',
      'wide.status',
      'wide.current_section',
      'wide.created_at',
      'wide.updated_at',
    ])
    .select(
      sql<Record<string, number | string> | null>`(
        select jsonb_object_agg(answer.field, coalesce(to_jsonb(answer.option), to_jsonb(answer.text)))
        from run_answers answer where answer.run_id = wide.id)`.as('answers'),
    )
    .where('item.id', '=', itemId)
    .where(({ eb, val }) => eb('run.id', '=', eb.fn.any(val([...runIds]))))
    // The policies also enforce this: no single person's answers of a confidential item, and none before the end.
    .where('run.status', '=', 'completed')
    .where('access.result_mode', '=', 'nominative')
    .orderBy('wide.start_time')
    .orderBy('wide.id')
    .execute()
  return rows.map(row => ({ ...row, invitation_code: accessCode(row.invitation_code) }))
}

export type WideRun = Awaited<ReturnType<typeof wideRuns>>[number]
