import type { Action, ActionPlan, Subject } from '#app/features/results/plan/action-plan.ts'
import type { Day } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
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
  begun: boolean
  /** In their order, hidden ones as well; none before the work has begun. */
  actions: readonly WorkedAction[]
  /** What the answers ask for that is not among them. */
  proposals: readonly Action[]
  /** Who may answer for an action, for whoever edits. */
  people: readonly Owner[]
  /** Whether it is read by a link, which has no calendar of it. */
  isLinked?: true
}

/** A plan; where somebody works with it, `actions` are those of the work that are shown. */
export type WorkedPlan = ActionPlan & { work?: PlanWork | undefined }

/** The one action that a calendar file is of. */
export const ACTION_PARAMETER = 'accion'

/** Actions of one plan, at most. */
export const MOST_ACTIONS = 60

export const STATES: Readonly<Record<PlanActionState, string>> = {
  todo: 'Por hacer',
  doing: 'En curso',
  done: 'Hecha',
  dropped: 'Descartada',
}

/** Whether there is still something to do: neither done nor dropped. */
export const isOpen = ({ state }: Pick<PlanAction, 'state'>): boolean => state === 'todo' || state === 'doing'

/** What became of a form of a plan. */
export type PlanAnswer = {
  intent: PlanIntent
  /** The action or the proposal that it was about. */
  about: string | undefined
  done: boolean
  text: string
  errors: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
}

export const PLAN_INTENTS = [
  'plan-begin',
  'plan-add',
  'plan-change',
  'plan-hide',
  'plan-show',
  'plan-up',
  'plan-down',
  'plan-accept',
  'plan-dismiss',
] as const
export type PlanIntent = (typeof PLAN_INTENTS)[number]

/** Whether what a page answered is about its plan. */
export const isPlanAnswer = <Answer extends { intent: string }>(
  answer: Answer | PlanAnswer | undefined,
): answer is PlanAnswer => PLAN_INTENTS.some(intent => intent === answer?.intent)

export const NOT_ASKED = 'Las respuestas de hoy ya no la piden'

/** What makes two actions of the answers the same; the level that they begin from does not. */
export const subjectKey = ({ field, kind, goal }: Pick<Subject, 'field' | 'kind' | 'goal'>): string =>
  [field, kind, goal ?? ''].join('.')

/** How far the work is: '3 de 12 acciones hechas, 2 vencidas'. Dropped and hidden ones don't count. */
export function progressText({
  actions,
}: {
  actions: readonly Pick<PlanAction, 'hidden' | 'state' | 'overdue'>[]
}): string {
  const counted = actions.filter(({ hidden, state }) => !hidden && state !== 'dropped')
  const done = counted.filter(({ state }) => state === 'done').length
  const doing = counted.filter(({ state }) => state === 'doing').length
  const overdue = counted.filter(action => action.overdue).length
  return [
    `${done} de ${countOf(counted.length, 'acción hecha', 'acciones hechas')}`,
    ...(doing > 0 ? [`${doing} en curso`] : []),
    ...(overdue > 0 ? [countOf(overdue, 'vencida', 'vencidas')] : []),
  ].join(', ')
}
