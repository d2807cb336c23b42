import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { findPlan } from '#app/features/questionnaires/questionnaires.server.ts'
import type { Measured } from '#app/features/results/change/compare.server.ts'
import { countsFromTallies } from '#app/features/results/plan/plan-counts.ts'
import { listEntries } from '#app/features/results/plan/plan-texts.ts'
import type { PlanAction } from '#app/features/results/plan-actions/plan-actions.ts'
import { workOn } from '#app/features/results/plan-actions/worked-plan.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type ActionRow, findActions } from './api-actions.server.ts'
import type { consolidatedSchema } from './api-schema.server.ts'

type Counts = Parameters<typeof countsFromTallies>[0]
type Plan = z.input<typeof consolidatedSchema>['plan']

/** The plan of a nominative item as its page shows it: that of the answers, or what somebody made of it, without what was hidden. */
export async function apiPlan(
  tx: Transaction<DB>,
  itemId: string,
  { questionnaire, tallies, mode }: Measured & { tallies: Counts },
): Promise<Plan> {
  const [plan, rows] = await Promise.all([
    findPlan(tx, questionnaire.id, questionnaire.version),
    findActions(tx, { item: itemId }),
  ])
  const stored = rows.toSorted((a, b) => a.position - b.position).map(toPlanAction)
  const counts = countsFromTallies(tallies, mode)
  const worked = workOn({ questionnaire, plan, counts, people: tallies.people, mode }, stored, {
    edits: false,
    people: [],
  })
  return {
    begun: worked.work?.begun ?? false,
    actions: listEntries(worked).map(({ place, title, action, work }) => ({
      place,
      title,
      action_id: work?.id ?? null,
      kind: action?.kind ?? null,
      area: action?.area ?? null,
      number: action?.number ?? null,
      field: action?.field ?? null,
      reached: action?.reached ?? null,
      goal: action?.goal ?? null,
      target: action?.target ?? null,
      impact: action?.impact ?? null,
      effort_days: action?.effort ?? null,
      state: work?.state ?? null,
      due_on: work?.due_on ?? null,
      owner: work?.owner?.name ?? null,
    })),
  }
}

/** What the plan needs of an action: its note, its reason and whether it is late are told by the page alone. */
const toPlanAction = ({ field, kind, goal, reached, title, owner, ...row }: ActionRow): PlanAction => ({
  id: row.id,
  version: row.version,
  subject: field === null || kind === null ? null : { field, kind, goal, reached },
  title: title ?? '',
  owner: owner === null ? null : { name: owner, email: null },
  due_on: row.due_on,
  state: row.state,
  dropped_reason: null,
  note: '',
  hidden: row.hidden,
  overdue: false,
})
