import {
  type Action,
  describeAction,
  makePlan,
  markPlanned,
  type Planned,
} from '#app/features/results/plan/action-plan.ts'
import { type PlanAction, type PlanWork, subjectKey, type WorkedAction, type WorkedPlan } from './plan-actions.ts'

/**
 * A plan with the actions that were stored, in their order and as they were changed, beside what the answers ask for besides. No answer
 * changes a stored action. Before the work has begun it is the plan of the answers.
 */
export function workOn(
  planned: Planned,
  stored: readonly PlanAction[],
  { edits, people }: Pick<PlanWork, 'edits' | 'people'>,
): WorkedPlan {
  const plan = makePlan(planned)
  if (stored.length === 0) return { ...plan, work: { edits, begun: false, people, actions: [], proposals: [] } }
  const proposed = new Map(plan.actions.map(action => [subjectKey(action), action]))
  const asked = new Set(
    plan.questions.flatMap(({ kind, ...question }) => (kind ? [subjectKey({ ...question, kind })] : [])),
  )
  let shown = 0
  const actions = stored.map((each): WorkedAction => {
    const { subject, hidden } = each
    const place = hidden ? null : ++shown
    if (!subject) return { ...each, place, action: null, isAsked: true }
    const key = subjectKey(subject)
    const action = proposed.get(key) ?? describeAction(planned, plan, subject)
    return { ...each, place, action: action && { ...action, place: place ?? 0 }, isAsked: asked.has(key) }
  })
  const marked = new Map(markPlanned(listShown(actions)).map(action => [action.place, action]))
  const known = new Set(stored.flatMap(({ subject }) => (subject ? [subjectKey(subject)] : [])))
  return {
    ...plan,
    actions: [...marked.values()],
    work: {
      edits,
      begun: true,
      people,
      actions: actions.map(each => ({ ...each, action: marked.get(each.place ?? 0) ?? each.action })),
      proposals: [...proposed].flatMap(([key, action]) => (known.has(key) ? [] : [action])),
    },
  }
}

const listShown = (actions: readonly WorkedAction[]): Action[] =>
  actions.flatMap(({ place, action }) => (place === null || !action ? [] : [action]))
