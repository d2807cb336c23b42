import type { Transaction } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { PlanRow } from './plan-actions.server.ts'
import type { PlanAction } from './plan-actions.ts'

/** An action before and after what somebody did; new ones have no before. */
export type ActionChange = { before: PlanAction | null; after: PlanAction }

/**
 * What follows from any change of the actions of a plan, in its transaction: the audit log of a purchase says who changed which action
 * and how, without anybody's name or words. What one person does with the own plan is logged nowhere.
 */
export async function actionsChanged(
  tx: Transaction<DB>,
  plan: PlanRow,
  changes: readonly ActionChange[],
): Promise<void> {
  if (plan.access_id !== null) return
  const entries = changes.flatMap(({ before, after }) => {
    const changed = changedFields(before, after)
    return changed.length === 0
      ? []
      : [
          {
            action: 'plan_action_changed',
            entity: 'order_items',
            entity_id: plan.order_item_id,
            before: before && { state: before.state, due_on: before.due_on },
            after: { plan_action: after.id, changed, state: after.state, due_on: after.due_on },
          },
        ]
  })
  if (entries.length > 0) await writeAudits(tx, entries)
}

const COMPARED = ['title', 'owner', 'due_on', 'state', 'dropped_reason', 'note', 'hidden'] as const

/** What somebody changed of an action; of a new one, that it is. Its place is none of it. */
const changedFields = (before: PlanAction | null, after: PlanAction): string[] =>
  before === null ? ['created'] : COMPARED.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
