import { sql, type Transaction } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import { queueWebhooks } from '#app/features/integrations/queue-webhooks.server.ts'
import { runAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { PlanRow } from './plan-actions.server.ts'
import type { PlanAction } from './plan-actions.ts'

/** An action before and after what somebody did; new ones have no before. */
export type ActionChange = { before: PlanAction | null; after: PlanAction }

/**
 * What follows from any change of the actions of a plan, in its transaction (`asActorThenSystem`): the audit log of a purchase says who
 * changed which action and how, and webhooks tell how far it is, both without anybody's name or words. What one person does with the own
 * plan is told nowhere.
 */
export async function actionsChanged(
  tx: Transaction<DB>,
  plan: PlanRow,
  changes: readonly ActionChange[],
): Promise<void> {
  if (plan.access_id !== null) return
  const found = changes.flatMap(({ before, after }) => {
    const changed = changedFields(before, after)
    return changed.length === 0 ? [] : [{ before, after, changed }]
  })
  if (found.length === 0) return
  await writeAudits(
    tx,
    found.map(({ before, after, changed }) => ({
      action: 'plan_action_changed',
      entity: 'order_items',
      entity_id: plan.order_item_id,
      before: before && { state: before.state, due_on: before.due_on },
      after: { plan_action: after.id, changed, state: after.state, due_on: after.due_on },
    })),
  )
  const ids = found.map(({ after }) => after.id)
  await runAsSystem(tx, async shop => queueWebhooks(shop, 'action.updated', await findFacts(shop, ids)))
}

/**
 * Actions as webhooks tell them, times as endpoints read them: of a confidential purchase without question, kind and goal, which follow
 * from its figures.
 */
const findFacts = (tx: Transaction<DB>, ids: readonly string[]) =>
  tx
    .selectFrom('plan_actions as action')
    .innerJoin('order_items as item', 'item.id', 'action.order_item_id')
    .select([
      'action.id as action_id',
      'item.id as order_item_id',
      'item.order_id',
      'item.assessment_id as product_id',
      sql<boolean>`item.result_mode <> 'nominative'`.as('confidential'),
      'action.state',
      sql<string | null>`to_char(action.due_on, 'YYYY-MM-DD')`.as('due_on'),
      sql<string | null>`to_jsonb(action.done_at) #>> '{}'`.as('done_at'),
      'action.hidden',
      sql<string | null>`case when item.result_mode = 'nominative' then action.field end`.as('field'),
      sql<string | null>`case when item.result_mode = 'nominative' then action.kind end`.as('kind'),
      sql<number | null>`case when item.result_mode = 'nominative' then action.goal end`.as('goal'),
    ])
    .where('action.id', 'in', ids)
    .orderBy('action.position')
    .orderBy('action.id')
    .execute()

const COMPARED = ['title', 'owner', 'due_on', 'state', 'dropped_reason', 'note', 'hidden'] as const

/** What somebody changed of an action; of a new one, that it is. Its place is none of it. */
const changedFields = (before: PlanAction | null, after: PlanAction): string[] =>
  before === null ? ['created'] : COMPARED.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
