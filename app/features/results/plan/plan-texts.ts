import type { PlanDecision, PlanStep } from '#app/features/questionnaires/plan.ts'
import {
  isOpen,
  NOT_ASKED,
  STATES,
  type WorkedAction,
  type WorkedPlan,
} from '#app/features/results/plan-actions/plan-actions.ts'
import { daysBetween, formatDay } from '#app/kernel/dates.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import type { Action, Before } from './action-plan.ts'
import { ACTION_KINDS } from './question-state.ts'

/** A plan as page, document and sheet show it. Questions without an action are no part of it: nothing is said about them. */
export type ShownPlan = Omit<WorkedPlan, 'questions'>

export const showPlan = ({ questions: _questions, ...shown }: WorkedPlan): ShownPlan => shown

/** Actions that are named near the top of a result. */
const NEXT = 3

/** An action as each of the plan's forms shows it, with what somebody made of it. */
export type PlanEntry = { place: number; title: string; action: Action | null; work: WorkedAction | null }

/** The actions that are shown, in their order. */
export const listEntries = ({ actions, work }: ShownPlan): PlanEntry[] =>
  work?.begun
    ? work.actions.flatMap(each => {
        const { place, title, action } = each
        return place === null ? [] : [{ place, title, action, work: each }]
      })
    : actions.map(action => ({ place: action.place, title: actionTitle(action), action, work: null }))

/**
 * What to do first, in the plan's order: of a plan that somebody works with, what is neither done nor dropped. One that somebody added, and
 * whose day comes before all others, is among them wherever it stands.
 */
export function nextEntries(plan: ShownPlan): readonly PlanEntry[] {
  const open = listEntries(plan).filter(({ work }) => work === null || isOpen(work))
  const first = open.slice(0, NEXT)
  const dated = open.flatMap(entry => (entry.work?.due_on ? [{ entry, day: entry.work.due_on }] : []))
  const soonest = dated.toSorted((a, b) => daysBetween(b.day, a.day) || a.entry.place - b.entry.place)[0]?.entry
  const isLeftOut = soonest?.work?.subject === null && !first.includes(soonest)
  return isLeftOut ? [...first.slice(0, NEXT - 1), soonest] : first
}

/** What a next step is called, where it leads to, and what is said beside it. */
export const nextName = ({ action, title }: PlanEntry): string => (action ? namedAction(action) : title)
export const entryAnchor = ({ action, work }: Pick<PlanEntry, 'action' | 'work'>): string =>
  action ? actionAnchor(action) : `accion-${work?.id ?? ''}`
export const addedTexts = ({ work }: PlanEntry): string[] => [
  work?.subject ? NOT_ASKED : ADDED_SUBJECT,
  ...(work?.due_on ? [`Para el ${formatDay(work.due_on)}`] : []),
]

/** The plan as the top of a result needs it: what to do first, without the rest. */
export function planHead(plan: ShownPlan): ShownPlan {
  const next = nextEntries(plan)
  const worked = next.flatMap(({ work }) => (work ? [{ ...work, owner: null, note: '' }] : []))
  return {
    ...plan,
    actions: next.flatMap(({ action }) => (action ? [action] : [])),
    decisions: [],
    work: plan.work && { ...plan.work, actions: worked, proposals: [], people: [] },
  }
}

/** Who does it until when and how far it is, and what was written about it. */
export const listWork = ({ state, owner, due_on, dropped_reason, note }: WorkedAction): ActionFact[] => [
  ...fact('Estado', STATES[state], dropped_reason),
  ...fact('Responsable', owner?.name),
  ...fact('Fecha', due_on && formatDay(due_on)),
  ...fact('Nota', note || null),
]

/** Whether there is anything to show of a plan. */
export const hasActions = (plan: ShownPlan | undefined): boolean =>
  plan !== undefined && (plan.actions.length > 0 || plan.work?.begun === true)

/** 'Tres próximos pasos', or how many there are. @param count 1 to 3 */
export const nextTitle = (count: number): string =>
  count === 1 ? 'Próximo paso' : `${count === 2 ? 'Dos' : 'Tres'} próximos pasos`

/** `0,75`, with as many decimals as there are. */
export const decimalText = (value: number): string => String(value).replace('.', ',')

/** `0,40`: an impact, as all of them are compared. */
export const impactText = (impact: number): string => impact.toFixed(2).replace('.', ',')

/** What an action is called: its step's title, or the question that it is about. */
export const actionTitle = ({ step, text }: Action): string => step?.title ?? text

/** The title in a list that has no room for the kind beside it: `Averiguar: ¿Cómo se…?`. */
export const namedAction = (action: Action): string =>
  action.step ? action.step.title : `${ACTION_KINDS[action.kind]}: ${action.text}`

/** What a link to an action leads to: it lies within the folded details of the plan, which are unfolded for it. */
export const actionAnchor = ({ field, kind, goal }: Pick<Action, 'field' | 'kind' | 'goal'>): string =>
  `accion-${field}-${goal ?? kind}`

/** From which level to which. */
export function levelsText({ kind, reached, goal }: Action): string {
  if (kind === 'act') return `Del nivel ${reached ?? ''} al ${goal ?? ''}`
  if (kind === 'agree') return 'Sin acuerdo sobre el nivel'
  if (reached === null) return 'Nivel por averiguar'
  return kind === 'find_out' ? `Nivel ${reached} según quienes lo conocen` : `Hoy en nivel ${reached}`
}

/** `Objetivo 4`, on one line. */
export const actionTarget = ({ target }: Action): string => `Objetivo\u00a0${target}`

/** `Área · Pregunta 12`. */
export const subjectText = ({ area, number }: Action): string => `${area} · Pregunta ${number}`

/** Levels, target, effort and time of an action, for one line. */
export const measureTexts = (action: Action): string[] => [
  levelsText(action),
  actionTarget(action),
  ...(action.step ? [daysText(action.step.effort.days), horizonText(action.step)] : []),
]

/** Of an action that somebody added. */
export const ADDED_SUBJECT = 'Agregada a mano'

export const FEW = 'Pocas respuestas'

/** Why there is something to do about a question that has no step. Null: its step says why. @param people who are counted */
export function reasonText({ kind, step, target }: Action, people: number): string | null {
  switch (kind) {
    case 'find_out':
      return people === 1
        ? 'La respuesta es «No sé»: antes de elegir un paso, conviene aclarar en qué nivel se está hoy.'
        : 'Tres de cada diez respuestas o más son «No sé»: antes de elegir un paso, conviene aclarar en qué nivel se está hoy.'
    case 'agree':
      return 'Las respuestas difieren demasiado: antes de elegir un paso, conviene acordar qué nivel hay hoy y con qué ejemplos.'
    case 'begin':
      return `El objetivo de esta área es el nivel ${target}: basta con empezar.`
    case 'act':
      return step?.why ?? null
  }
}

const BANDS: Readonly<Record<PlanStep['effort']['band'], string>> = {
  S: 'Poco esfuerzo',
  M: 'Esfuerzo medio',
  L: 'Mucho esfuerzo',
}

export const bandText = ({ effort }: Pick<PlanStep, 'effort'>): string => BANDS[effort.band]

/** `4 a 9 días de trabajo`. */
export function daysText([least, most]: readonly [number, number]): string {
  if (least === most) return most === 0.5 ? 'medio día de trabajo' : workDays(most)
  return `${least === 0.5 ? 'medio día' : decimalText(least)} a ${workDays(most)}`
}

const workDays = (days: number): string => `${decimalText(days)} ${inNumber(days, 'día', 'días')} de trabajo`

const horizonText = ({ horizon }: Pick<PlanStep, 'horizon'>): string => `Listo en ${countOf(horizon, 'día', 'días')}`

const EVERY: Readonly<Record<PlanStep['indicator']['every'], string>> = {
  semana: 'Se mide cada semana',
  mes: 'Se mide cada mes',
  trimestre: 'Se mide cada trimestre',
  semestre: 'Se mide cada semestre',
}

export const everyText = ({ indicator }: Pick<PlanStep, 'indicator'>): string => EVERY[indicator.every]

/** What comes first, with the action of the plan that leads there. */
export function beforeText({ field, number, level, why, reached, planned }: Before, { actions }: ShownPlan): string {
  const place = actions.find(action => action.field === field && (action.goal ?? 0) >= level)?.place ?? 0
  const now = reached === null ? 'hoy sin dato' : `hoy en ${reached}`
  return `Pregunta ${number} en nivel ${level} (${now}${planned ? `; es la acción ${place}` : ''}): ${why}.`
}

/** A labelled detail of an action; several lines where there are several. */
export type ActionFact = { label: string; lines: readonly string[] }

const fact = (label: string, ...lines: (string | null | undefined)[]): ActionFact[] => {
  const said = lines.filter(line => line !== null && line !== undefined)
  return said.length === 0 ? [] : [{ label, lines: said }]
}

/** Beside what is said of a law. */
const NO_LEGAL_ADVICE = 'Es orientación general: no es asesoría legal.'

/** What comes first, who does it with how much work, until when, what it is worth, where it leads and which law asks for it. */
export const listMeans = ({ step, before, impact, text, goal, goalText }: Action, plan: ShownPlan): ActionFact[] => [
  ...fact('Antes', ...before.map(need => beforeText(need, plan))),
  ...(step
    ? [
        ...fact('Pregunta', text),
        ...fact('Responsable propuesto', step.owner.role),
        ...fact('Con', step.owner.with),
        ...fact('En una empresa de 30 personas', step.owner.small),
        ...fact(
          'Esfuerzo',
          `${bandText(step)}: ${daysText(step.effort.days)}`,
          step.effort.money && `Puede costar: ${step.effort.money}`,
        ),
        ...fact('Plazo', countOf(step.horizon, 'día', 'días')),
      ]
    : []),
  ...fact('Impacto', impact === null ? null : impactText(impact)),
  ...fact(`Así se ve el nivel ${goal ?? ''}`, goalText),
  ...fact('Ley', ...(step?.law === undefined ? [] : [step.law, NO_LEGAL_ADVICE])),
]

/** How an action is seen to be done. */
export const listProofs = ({ step }: Action): ActionFact[] =>
  step
    ? [
        ...fact('Evidencia', step.evidence),
        ...fact(
          'Indicador',
          `${step.indicator.name}: ${step.indicator.formula}`,
          `Meta: ${step.indicator.target}. ${everyText(step)}.`,
        ),
      ]
    : []

/** Labels of what is longer than a detail. */
export const START = 'Esta semana'
export const HOW = 'Cómo'
export const TALK = 'Pregunta para conversarlo'
export const recommendedLabel = ({ kind }: Pick<Action, 'kind'>): string =>
  kind === 'find_out' ? 'Cómo averiguarlo' : 'Recomendaciones'

/** When a decision is to be asked for: `Cuándo: si hay dos o más pasos de esta área en el plan.` */
export const decisionWhen = ({ when }: Pick<PlanDecision, 'when'>): string =>
  `Cuándo: ${when.charAt(0).toLocaleLowerCase('es')}${when.slice(1)}.`

/** Under the plan's title: how it is ordered, and for whom it is written. @param isOwn whether the reader answered */
export function planIntro({ actions, audience }: ShownPlan, { isOwn }: { isOwn: boolean }): string {
  const count = countOf(actions.length, 'acción', 'acciones')
  const order =
    actions.length === 1
      ? `${count} que sale de las respuestas.`
      : `${count} que salen de las respuestas, en orden: primero lo que está más lejos de su objetivo y más importa. Lo que otra acción necesita va antes que ella.`
  return audience === 'person' && !isOwn ? `${order} Los pasos le hablan a quien responde.` : order
}

export const ALL_ENDED = 'Las acciones del plan están hechas o descartadas.'

/** Where there is no action. @param mean the overall level */
export const noActions = (mean: number | null): string =>
  mean === null
    ? 'Todavía no hay respuestas con nivel.'
    : 'Ninguna pregunta pide un paso por ahora: lo que sigue es sostener lo logrado.'

/** Under the title of a plan that somebody works with, after how far it is. */
export const WORK_INTRO =
  'Las respuestas nuevas no cambian lo que guardaron: lo que piden además aparece abajo, como propuestas.'

export const decisionsTitle = ({ audience }: ShownPlan): string =>
  audience === 'person' ? 'Acuerdos que buscar' : 'Decisiones que pedir'

export const MATRIX_TITLE = 'Impacto y esfuerzo'
export const MATRIX_TEXT =
  'Impacto: importancia del área por lo que falta desde el promedio hasta el nivel de llegada, dividido por las preguntas del área. Esfuerzo: el punto medio de los días de trabajo.'

/** An action with its number in the plan, and both figures. */
export type WeighedAction = { number: number; action: Action; impact: number; effort: number }

/** The actions whose impact and effort are known; none where there is nothing to compare. */
export function weighedActions({ actions }: ShownPlan): WeighedAction[] {
  const weighed = actions.flatMap(action => {
    const { place: number, impact, effort } = action
    return impact === null || effort === null ? [] : [{ number, action, impact, effort }]
  })
  return weighed.length < 2 ? [] : weighed
}
