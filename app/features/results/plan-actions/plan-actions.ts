import {
  type Action,
  type ActionPlan,
  describeAction,
  makePlan,
  markPlanned,
  type Planned,
  type Subject,
} from '#app/features/results/plan/action-plan.ts'
import type { Day } from '#app/kernel/dates.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import type { PlanActionState } from '#app/platform/database/values.ts'

/** Who answers for an action; somebody of the purchase, or anybody else. */
export type Owner = { name: string; email: string | null }

/** An action as it is stored. */
export type PlanAction = {
  id: string
  /** What a form that changes it was shown. */
  version: number
  /** Null: somebody added it. */
  subject: Subject | null
  title: string
  owner: Owner | null
  due_on: Day | null
  state: PlanActionState
  /** Of a dropped one. */
  dropped_reason: string | null
  note: string
  hidden: boolean
  /** Still to be done, and its day has passed. */
  overdue: boolean
}

/** A stored action beside what the answers say today. */
export type WorkedAction = PlanAction & {
  /** From 1 among those that are not hidden; null where it is. */
  place: number | null
  /** Its texts; null where somebody added it, or its question has gone. */
  action: Action | null
  /** Whether the answers still ask for it, or nobody but its author ever did. */
  isAsked: boolean
}

/** A plan that somebody works with, or may begin to. */
export type PlanWork = {
  /** Whether the reader may change it. */
  edits: boolean
  /** In their order, hidden ones as well; none before the work has begun. */
  actions: readonly WorkedAction[]
  /** What the answers ask for that is not among them. */
  proposals: readonly Action[]
  /** Who may answer for an action, for whoever edits. */
  people: readonly Owner[]
}

/** A plan; where somebody works with it, `actions` are those of the work that are shown. */
export type WorkedPlan = ActionPlan & { work?: PlanWork | undefined }

/** Actions of one plan, at most. */
export const MOST_ACTIONS = 60

export const STATES: Readonly<Record<PlanActionState, string>> = {
  todo: 'Por hacer',
  doing: 'En curso',
  done: 'Hecha',
  dropped: 'Descartada',
}

/** What makes two actions of the answers the same; the level that they begin from does not. */
export const subjectKey = ({ field, kind, goal }: Pick<Subject, 'field' | 'kind' | 'goal'>): string =>
  [field, kind, goal ?? ''].join('.')

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
  if (stored.length === 0) return { ...plan, work: { edits, people, actions: [], proposals: [] } }
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
      people,
      actions: actions.map(each => ({ ...each, action: marked.get(each.place ?? 0) ?? each.action })),
      proposals: [...proposed].flatMap(([key, action]) => (known.has(key) ? [] : [action])),
    },
  }
}

const listShown = (actions: readonly WorkedAction[]): Action[] =>
  actions.flatMap(({ place, action }) => (place === null || !action ? [] : [action]))

/** How far the work is: '3 de 12 hechas, 2 vencidas'. Dropped and hidden ones don't count. */
export function progressText({ actions }: Pick<PlanWork, 'actions'>): string {
  const counted = actions.filter(({ hidden, state }) => !hidden && state !== 'dropped')
  const done = counted.filter(({ state }) => state === 'done').length
  const doing = counted.filter(({ state }) => state === 'doing').length
  const overdue = counted.filter(action => action.overdue).length
  return [
    `${done} de ${countOf(counted.length, 'acción', 'acciones')} ${inNumber(done, 'hecha', 'hechas')}`,
    ...(doing > 0 ? [`${doing} en curso`] : []),
    ...(overdue > 0 ? [countOf(overdue, 'vencida', 'vencidas')] : []),
  ].join(', ')
}
