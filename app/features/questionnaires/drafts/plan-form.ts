import {
  AUDIENCES,
  BANDS,
  type Goal,
  HORIZONS,
  LOWEST_GOAL,
  NEEDED_LEVELS,
  PERIODS,
  type PlanDecision,
  type PlanStep,
  type QuestionnairePlan,
  STARTS,
  STEP_LIMITS,
} from '#app/features/questionnaires/plan.ts'
import { withoutControls } from '#app/kit/forms/text.ts'

type Form = Readonly<Record<string, string>>
type StepKey = Pick<PlanStep, 'field' | 'to'>

/** The plan of a draft that says nothing yet. */
export const EMPTY_PLAN: QuestionnairePlan = {
  audience: AUDIENCES[0],
  note: '',
  steps: [],
  decisions: [],
  facilitator: {},
}

/** Whether a plan has anything to show; what its effort assumes says nothing alone. */
export const hasContent = ({ steps, decisions, facilitator }: QuestionnairePlan): boolean =>
  steps.length > 0 || decisions.length > 0 || Object.keys(facilitator).length > 0

/** The question that opens the talk about a question; '' without one. A field may be called as something that every object has. */
export const talkOf = ({ facilitator }: Pick<QuestionnairePlan, 'facilitator'>, field: string): string =>
  Object.hasOwn(facilitator, field) ? (facilitator[field] ?? '') : ''

/** The names of the editor's controls. No field of a question has a hyphen. */
export const PLAN_CONTROLS = {
  audience: 'plan-audience',
  note: 'plan-note',
  steps: 'plan-steps',
  decision: (part: keyof Omit<PlanDecision, 'section'>) => `plan-decision.${part}`,
  talk: (field: string) => `plan-talk.${field}`,
  /** @param path of a text of the step: `title`, `how.0`, `needs.1.question` */
  step: ({ field, to }: StepKey, path: string) => `plan-step.${field}.${to}.${path}`,
  /** Whether a control is among the steps of a question. */
  isOfQuestion: (name: string) => /^plan-(step|talk)\./.test(name),
  /** Whether a control is one of the plan as a whole. */
  isOfPlan: (name: string) => /^plan-(audience|note|steps)$/.test(name),
} as const

/** A step that says nothing yet. */
const newStep = ({ field, to }: StepKey): PlanStep => ({
  field,
  to,
  title: '',
  why: '',
  start: Object.fromEntries(STARTS[to].map(level => [level, ''])),
  how: Array.from({ length: STEP_LIMITS.how }, () => ''),
  evidence: '',
  owner: { role: '', with: null, small: null },
  effort: { band: 'M', days: [0, 0], money: null },
  horizon: 90,
  indicator: { name: '', formula: '', target: '', every: 'mes' },
  needs: [],
})

/** A plan with another step, in the order of questions and goals; unchanged where it has that step. @param fields all closed questions in their order */
export function withStep(plan: QuestionnairePlan, key: StepKey, fields: readonly string[]): QuestionnairePlan {
  if (!fields.includes(key.field) || plan.steps.some(step => isStep(step, key))) return plan
  const place = ({ field, to }: StepKey) => fields.indexOf(field) * 10 + to
  return { ...plan, steps: [...plan.steps, newStep(key)].toSorted((a, b) => place(a) - place(b)) }
}

export const withoutStep = (plan: QuestionnairePlan, key: StepKey): QuestionnairePlan => ({
  ...plan,
  steps: plan.steps.filter(step => !isStep(step, key)),
})

const isStep = (step: StepKey, { field, to }: StepKey): boolean => step.field === field && step.to === to

/** A text without line breaks: page, document and sheet show each in one paragraph. */
const oneLine = (typed: string): string => withoutControls(typed).replaceAll(/\s+/g, ' ').trim()

const read = (typed: string | undefined, before: string): string => (typed === undefined ? before : oneLine(typed))
const readOrNull = (typed: string | undefined, before: string | null): string | null =>
  read(typed, before ?? '') || null

const choose = <Choice extends string | number>(
  typed: string | undefined,
  choices: readonly Choice[],
  before: Choice,
): Choice => choices.find(choice => String(choice) === typed) ?? before

/** Days with at most one decimal, as people write them; 0, which can't be published, for anything else. */
function readDays(typed: string | undefined, before: number): number {
  if (typed === undefined) return before
  const days = typed.trim().replace(',', '.')
  return /^\d{1,3}(\.\d)?$/.test(days) ? Number(days) : 0
}

/**
 * A plan with the values of a form: what the form does not name stays unchanged, and what it says about questions that there are not
 * is left out.
 * @param section whose decision the form may have, from 1; 0: it has none
 * @param fields all closed questions
 */
export function readPlanForm(
  plan: QuestionnairePlan,
  { section, fields, form }: { section: number; fields: readonly string[]; form: Form },
): QuestionnairePlan {
  return {
    audience: choose(form[PLAN_CONTROLS.audience], AUDIENCES, plan.audience),
    note: read(form[PLAN_CONTROLS.note], plan.note),
    steps: plan.steps.map(step => readStep(step, fields, form)),
    decisions: section > 0 ? readDecision(plan.decisions, section, form) : plan.decisions,
    facilitator: readTalks(plan.facilitator, fields, form),
  }
}

function readStep(step: PlanStep, fields: readonly string[], form: Form): PlanStep {
  const typed = (path: string): string | undefined => form[PLAN_CONTROLS.step(step, path)]
  if (typed('title') === undefined) return step
  const [least, most] = step.effort.days
  const law = read(typed('law'), step.law ?? '')
  return {
    field: step.field,
    to: step.to,
    title: read(typed('title'), step.title),
    why: read(typed('why'), step.why),
    start: Object.fromEntries(
      STARTS[step.to].map(level => [level, read(typed(`start.${level}`), step.start[level] ?? '')]),
    ),
    how: step.how.map((text, index) => read(typed(`how.${index}`), text)),
    evidence: read(typed('evidence'), step.evidence),
    owner: {
      role: read(typed('owner.role'), step.owner.role),
      with: readOrNull(typed('owner.with'), step.owner.with),
      small: readOrNull(typed('owner.small'), step.owner.small),
    },
    effort: {
      band: choose(typed('effort.band'), BANDS, step.effort.band),
      days: [readDays(typed('effort.days.0'), least), readDays(typed('effort.days.1'), most)],
      money: readOrNull(typed('effort.money'), step.effort.money),
    },
    horizon: choose(typed('horizon'), HORIZONS, step.horizon),
    indicator: {
      name: read(typed('indicator.name'), step.indicator.name),
      formula: read(typed('indicator.formula'), step.indicator.formula),
      target: read(typed('indicator.target'), step.indicator.target),
      every: choose(typed('indicator.every'), PERIODS, step.indicator.every),
    },
    needs: readNeeds(step, fields, typed),
    ...(law && { law }),
  }
}

/** The needs that the form has, without empty rows; `needs` says how many rows there are. */
function readNeeds(
  { needs }: PlanStep,
  fields: readonly string[],
  typed: (path: string) => string | undefined,
): PlanStep['needs'] {
  const rows = typed('needs')
  if (rows === undefined) return needs
  const count = Math.min(STEP_LIMITS.needs, Number(rows) || 0)
  return Array.from({ length: count }, (_, index) => ({
    field: choose(typed(`needs.${index}.question`), fields, ''),
    level: choose(typed(`needs.${index}.level`), NEEDED_LEVELS, LOWEST_GOAL),
    why: oneLine(typed(`needs.${index}.why`) ?? ''),
  })).filter(({ field, why }) => field !== '' || why !== '')
}

/** A decision of which nothing is left is removed. */
function readDecision(decisions: readonly PlanDecision[], section: number, form: Form): readonly PlanDecision[] {
  if (form[PLAN_CONTROLS.decision('title')] === undefined) return decisions
  const before = decisions.find(decision => decision.section === section)
  const own = {
    section,
    title: read(form[PLAN_CONTROLS.decision('title')], before?.title ?? ''),
    ask: read(form[PLAN_CONTROLS.decision('ask')], before?.ask ?? ''),
    when: read(form[PLAN_CONTROLS.decision('when')], before?.when ?? ''),
  }
  const others = decisions.filter(decision => decision.section !== section)
  if (own.title === '' && own.ask === '' && own.when === '') return others
  return [...others, own].toSorted((a, b) => a.section - b.section)
}

/** A question to talk of which nothing is left is removed. */
function readTalks(
  facilitator: QuestionnairePlan['facilitator'],
  fields: readonly string[],
  form: Form,
): QuestionnairePlan['facilitator'] {
  const talks = new Map(Object.entries(facilitator))
  for (const field of fields) {
    const typed = form[PLAN_CONTROLS.talk(field)]
    if (typed !== undefined) talks.set(field, oneLine(typed))
  }
  return Object.fromEntries([...talks].filter(([, text]) => text !== ''))
}

/** The goals that a question has a step to, in order. */
export const goalsOf = ({ steps }: Pick<QuestionnairePlan, 'steps'>, field: string): Goal[] =>
  steps.filter(step => step.field === field).map(({ to }) => to)
