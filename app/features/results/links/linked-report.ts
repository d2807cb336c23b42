import type { ConsolidatedFigures, ConsolidatedReport } from '#app/features/results/consolidated/consolidated.ts'
import type { GroupTable } from '#app/features/results/consolidated/group-table.ts'
import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'
import { showPlan } from '#app/features/results/plan/plan-texts.ts'
import type { WorkedPlan } from '#app/features/results/plan-actions/plan-actions.ts'

/** A report as whoever has a link reads it. */
export type LinkedReport = ConsolidatedReport

/**
 * A report for whoever has its link: the round that is shown and nobody who waits for another, no measurement but this one, and a plan
 * without what it is not yet. A confidential purchase shows its figures as they were published; a nominative one what is about five
 * people or more, because less would be somebody's answers.
 */
export function showLinked({ plan, ...report }: ConsolidatedReport<WorkedPlan>): LinkedReport {
  const figures = report.figures && (report.item.mode === 'nominative' ? hideFew(report.figures) : report.figures)
  return {
    ...report,
    rounds: report.rounds.filter(({ number }) => number === report.round),
    addable: false,
    waiting: 0,
    baselines: [],
    selected: null,
    comparison: null,
    trend: null,
    figures,
    plan: figures && plan ? showPlan(withoutUndecided(plan)) : undefined,
  }
}

/** Without hidden actions, and without what the answers ask for besides: nobody has decided on it. */
const withoutUndecided = (plan: WorkedPlan): WorkedPlan => ({
  ...plan,
  work: plan.work && {
    ...plan.work,
    edits: false,
    isLinked: true,
    people: [],
    proposals: [],
    actions: plan.work.actions.filter(({ hidden }) => !hidden),
  },
})

/** Null where everybody together is fewer than five people. */
function hideFew(figures: ConsolidatedFigures): ConsolidatedFigures | null {
  if (figures.people < GROUP_MIN) return null
  return { ...figures, areas: hideSmallGroups(figures.areas), positions: hideSmallGroups(figures.positions) }
}

/** Leaves out groups of fewer than five people; the smallest one besides where the others would be fewer than five, as the total without the groups. */
function hideSmallGroups(table: GroupTable): GroupTable {
  const groups = table.groups.filter(({ people }) => people >= GROUP_MIN)
  let others =
    table.others + table.groups.filter(({ people }) => people < GROUP_MIN).reduce((sum, { people }) => sum + people, 0)
  while (others > 0 && others < GROUP_MIN) {
    const smallest = groups.pop()
    if (!smallest) break
    others += smallest.people
  }
  return { ...table, groups, others, ...(groups.length < table.groups.length && { hidesSmall: true }) }
}
