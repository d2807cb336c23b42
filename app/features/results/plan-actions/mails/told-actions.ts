import { isPlainText } from '#app/features/identity/plain-names.ts'
import { LOWEST_GOAL, type QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import type { Subject } from '#app/features/results/plan/action-plan.ts'
import { type Day, formatDay } from '#app/kernel/dates.ts'

/** An action as the database tells its owner about it; what asks for it is null where somebody added it. */
export type DueAction = { title: string; due_on: Day } & { [Name in keyof Subject]: Subject[Name] | null }

const FIRST = {
  find_out: 'Pide a quien responde por el tema que muestre cómo se hace hoy, con un caso reciente a la vista.',
  agree: 'Reúnete con quienes respondieron y acuerden, con ejemplos, qué nivel hay hoy.',
  added: 'Acuerda por dónde empezar con quien te la encargó.',
  own: 'Elige por dónde empezar y un momento de esta semana para hacerlo.',
}

/** Whether an action is of its reader's own plan, which nobody else gave. */
type Whose = { own: boolean }

/** What to do first about an action: its step's start for the level from which it began, where there is a step. */
export function firstThing(
  action: Omit<DueAction, 'title' | 'due_on'>,
  plan: QuestionnairePlan | undefined,
  { own }: Whose,
): string {
  const { field, kind, goal, reached } = action
  if (kind === 'find_out' || kind === 'agree') return FIRST[kind]
  const step = plan?.steps.find(each => each.field === field && each.to === (goal ?? LOWEST_GOAL))
  return (reached !== null && step?.start[reached]) || (own ? FIRST.own : FIRST.added)
}

/** A title as a sentence, whether it asks, tells or has its full stop already. */
const ended = (title: string): string => (/[.?!…]$/.test(title) ? title : `${title}.`)

/** An action as a mail tells it. What somebody typed is told only where it is plain text: a mail of the shop carries nobody's links. */
export const tellAction = (action: DueAction, plan: QuestionnairePlan | undefined, whose: Whose) => ({
  accion: ended(action.field !== null || isPlainText(action.title) ? action.title : 'Una acción del plan'),
  fecha_accion: formatDay(action.due_on),
  primer_paso: firstThing(action, plan, whose),
})
