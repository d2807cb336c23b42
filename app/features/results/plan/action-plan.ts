import {
  LOWEST_GOAL,
  type PlanDecision,
  type PlanStep,
  type QuestionnairePlan,
} from '#app/features/questionnaires/plan.ts'
import type { ClosedQuestion, Questionnaire, Section } from '#app/features/questionnaires/questionnaire.ts'
import { recommendationsToward } from '#app/features/results/next-steps.ts'
import { rounded } from '#app/kernel/rounding.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import type { CountsByField } from './plan-counts.ts'
import { type QuestionState, stateOfQuestion } from './question-state.ts'

/** Actions of a plan, and of one area in it, at most. */
const MOST = 12
const MOST_OF_AREA = 3

/** How people who don't know a level find out; no step can say it, because steps start from a level. */
const FIND_OUT_TOGETHER = [
  'Pide a quien responde por el tema que muestre cómo se hace hoy, con un caso reciente a la vista.',
  'Compara lo que viste con las cinco descripciones de la pregunta y quédate con la más alta que se cumple por completo.',
  'Cuéntalo a quienes respondieron, para que la próxima medición no parta de un «No sé».',
]
const FIND_OUT_ALONE = [
  'Busca un caso tuyo del último mes en que esto haya importado y reconstruye qué hiciste.',
  'Compáralo con las respuestas que ofrecía la pregunta y piensa cuál habría servido más, y por qué.',
  'Coméntalo con alguien que conozca el tema: lo que quede en duda es lo primero que conviene aprender.',
]

/** Every closed question with what was decided about it. */
export type PlannedQuestion = QuestionState & {
  field: string
  /** From 1 through all sections. */
  number: number
  text: string
  /** Its area: the section's number and title. */
  section: number
  area: string
  target: number
  /** 1 (normal) to 3 (critical). */
  importance: number
  /** Levels from what is reached to the target, 0 where it is reached. Where nobody knows the level, it counts as level 1. */
  gap: number
  /** Gap times importance: the higher, the sooner. */
  priority: number
}

/** Another question's level that comes first ('antes'), with the reason. */
export type Before = {
  field: string
  number: number
  text: string
  level: number
  why: string
  /** Null: not known. */
  reached: number | null
  /** Whether an earlier action of this plan leads to it. */
  planned: boolean
}

/** A step as it is shown: what to do first follows from the level that is reached. */
export type ActionStep = Omit<PlanStep, 'field' | 'to' | 'start' | 'needs'>

export type Action = PlannedQuestion & {
  kind: NonNullable<QuestionState['kind']>
  /** Its number in the plan, from 1; 0 while it is in none. */
  place: number
  /** The first thing to do this week: of 'act' with a step, and all there is of 'begin' ('basta con empezar'). */
  start: string | null
  /** Of 'act', where the questionnaire has a step to the goal. */
  step: ActionStep | null
  /** Of 'find_out': how to. Of 'act' without a step: what the questionnaire recommends for the area to reach the goal, about this question. */
  recommendations: readonly string[]
  /** The option that describes the goal: how it looks, which is no advice. */
  goalText: string | null
  /** Of 'agree': the question that opens the talk; of a person's 'find_out': one for whoever helps. */
  facilitator: string | null
  before: readonly Before[]
  /** Importance times the distance from mean to goal, by the area's questions, with two decimals; of 'act'. */
  impact: number | null
  /** Days of one person's work, the middle of what the step says; of 'act' with a step. */
  effort: number | null
}

/** What an action is about, and which level it begins from. */
export type Subject = Pick<Action, 'field' | 'kind' | 'goal' | 'reached'>

export type ActionPlan = {
  /** Whom the texts speak to; null where the version has no plan of its own. */
  audience: QuestionnairePlan['audience'] | null
  /** What the efforts assume. */
  note: string | null
  /** What to do, in this order. */
  actions: readonly Action[]
  /** What to decide about the areas with something to do, in the order of the plan; each says in words when. */
  decisions: readonly PlanDecision[]
  /** All questions in their order; one with a kind and no action is beyond the limits. */
  questions: readonly PlannedQuestion[]
}

export type Planned = {
  /** With the targets and the importance that hold for the purchase (`withTargets`). */
  questionnaire: Pick<Questionnaire, 'sections'>
  /** Of the same version; undefined: it has none. */
  plan: QuestionnairePlan | undefined
  counts: CountsByField
  /** People who are counted; 1 for somebody's own answers. */
  people: number
  /** 'nominative' for somebody's own answers, also of a confidential purchase. */
  mode: ResultMode
}

/**
 * The plan that follows from how many people gave each answer, and from nothing else: no answer that is not in the counts can change it.
 * Sources: spec D51, ADR 0052.
 */
export function makePlan({ questionnaire, plan, counts, people, mode }: Planned): ActionPlan {
  const questions = questionnaire.sections.flatMap(section =>
    section.questions.map(question =>
      planQuestion(
        section,
        question,
        stateOfQuestion(counts.get(question.field), { target: section.targetLevel, people, mode }),
      ),
    ),
  )
  const context = contextOf({ questionnaire, plan }, questions)
  const actions = needsFirst(select(questions.toSorted(bySoonest).flatMap(question => writeAction(question, context))))
  const areas = new Set(actions.filter(({ kind }) => kind === 'act').map(({ section }) => section))
  return {
    audience: plan?.audience ?? null,
    note: plan?.note ?? null,
    actions,
    decisions: [...areas].flatMap(id => plan?.decisions.find(({ section }) => section === id) ?? []),
    questions,
  }
}

/**
 * The texts of an action that was asked for before, whatever the answers ask for today; null where its question or its step has gone.
 * @param made the plan of today, of the same questionnaire
 */
export function describeAction(
  planned: Pick<Planned, 'questionnaire' | 'plan'>,
  made: ActionPlan,
  subject: Subject,
): Action | null {
  const question = made.questions.find(({ field }) => field === subject.field)
  if (!question) return null
  const [action = null] = writeAction({ ...question, ...subject }, contextOf(planned, made.questions))
  return action
}

const contextOf = (
  { questionnaire, plan }: Pick<Planned, 'questionnaire' | 'plan'>,
  questions: readonly PlannedQuestion[],
): Context => ({
  plan,
  sections: new Map(questionnaire.sections.map(section => [section.id, section])),
  questions: new Map(questions.map(question => [question.field, question])),
})

function planQuestion(
  section: Section,
  { field, number, text }: ClosedQuestion,
  state: QuestionState,
): PlannedQuestion {
  const { id, title, targetLevel: target, weight: importance } = section
  const gap = state.kind === null ? 0 : Math.max(0, target - (state.reached ?? 1))
  return {
    ...state,
    field,
    number,
    text,
    section: id,
    area: title,
    target,
    importance,
    gap,
    priority: gap * importance,
  }
}

/** By priority; the same priority by the lower mean, where nobody has a level before all; then in the questionnaire's order. */
const bySoonest = (a: PlannedQuestion, b: PlannedQuestion): number =>
  b.priority - a.priority || (a.mean ?? 0) - (b.mean ?? 0) || a.number - b.number

type Context = {
  plan: QuestionnairePlan | undefined
  sections: ReadonlyMap<number, Section>
  questions: ReadonlyMap<string, PlannedQuestion>
}

/** The action of a question; none where there is nothing to do or to say. */
function writeAction(question: PlannedQuestion, { plan, sections, questions }: Context): Action[] {
  const { field, kind, reached, goal } = question
  const section = sections.get(question.section)
  if (kind === null || !section) return []
  const nothing = {
    ...question,
    kind,
    place: 0,
    start: null,
    step: null,
    recommendations: [],
    goalText: null,
    facilitator: null,
    before: [],
    impact: null,
    effort: null,
  }
  if (kind === 'find_out') {
    const isPersonal = plan?.audience === 'person'
    const recommendations = isPersonal ? FIND_OUT_ALONE : FIND_OUT_TOGETHER
    return [{ ...nothing, recommendations, facilitator: (isPersonal && plan.facilitator[field]) || null }]
  }
  if (kind === 'agree') return [{ ...nothing, facilitator: plan?.facilitator[field] ?? null }]
  const found = plan?.steps.find(step => step.field === field && step.to === (goal ?? LOWEST_GOAL))
  const start = (reached && found?.start[reached]) ?? null
  if (kind === 'begin') return start === null ? [] : [{ ...nothing, start }]
  if (goal === null) return []
  const action = {
    ...nothing,
    goalText: section.questions.find(each => each.field === field)?.options[goal - 1] ?? null,
    impact: weighImpact(question, section, goal),
  }
  if (!found) {
    const levels = new Map([...questions].map(([name, each]) => [name, each.reached]))
    return [{ ...action, recommendations: recommendationsToward(section, { field, goal }, levels) }]
  }
  const { field: _field, to: _to, start: _start, needs, ...step } = found
  const [least, most] = step.effort.days
  return [{ ...action, start, step, before: unmetNeeds(needs, question, questions), effort: (least + most) / 2 }]
}

/** Importance times the distance from mean to goal, by the questions of the area; 0 where the mean has passed the goal that fewer than 60 % have. */
function weighImpact({ mean, importance }: PlannedQuestion, { questions }: Section, goal: number): number | null {
  if (mean === null) return null
  return rounded((importance * Math.max(0, goal - mean)) / questions.length, 2)
}

/** What other questions have not reached, or are not known to have; the order of levels within a question goes without saying. */
const unmetNeeds = (
  needs: PlanStep['needs'],
  { field }: PlannedQuestion,
  questions: ReadonlyMap<string, PlannedQuestion>,
): Before[] =>
  needs.flatMap(need => {
    const needed = questions.get(need.field)
    if (!needed || need.field === field || (needed.reached ?? 0) >= need.level) return []
    const { number, text, reached } = needed
    return [{ field: need.field, number, text, level: need.level, why: need.why, reached, planned: false }]
  })

/** The first ones within the limits. @param actions the soonest first. */
function select(actions: readonly Action[]): Action[] {
  const ofArea = new Map<number, number>()
  return actions
    .filter(({ section }) => {
      const before = ofArea.get(section) ?? 0
      ofArea.set(section, before + 1)
      return before < MOST_OF_AREA
    })
    .slice(0, MOST)
}

/** The same actions with their numbers, those that another one needs right before it. */
function needsFirst(actions: readonly Action[]): Action[] {
  const byField = new Map(actions.map(action => [action.field, action]))
  const ordered: Action[] = []
  const visited = new Set<Action>()
  const add = (action: Action) => {
    if (visited.has(action)) return
    visited.add(action)
    for (const { field } of action.before) {
      const needed = byField.get(field)
      if (needed) add(needed)
    }
    ordered.push(action)
  }
  for (const action of actions) add(action)
  return markPlanned(ordered.map((action, index) => ({ ...action, place: index + 1 })))
}

/** The same actions, each need marked that another one leads to. */
export const markPlanned = (actions: readonly Action[]): Action[] =>
  actions.map(action => ({
    ...action,
    before: action.before.map(need => ({
      ...need,
      planned: actions.some(({ field, goal }) => field === need.field && (goal ?? 0) >= need.level),
    })),
  }))
