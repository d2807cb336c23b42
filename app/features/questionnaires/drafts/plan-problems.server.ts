import type { z } from 'zod'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { PLAN_MIN, type QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import { planProblems, planSchema } from '#app/features/questionnaires/plan-schema.server.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { countOf } from '#app/kernel/format.ts'
import { draftProblems } from './draft-problems.ts'
import { hasContent, PLAN_CONTROLS } from './plan-form.ts'
import { partName } from './step-texts.ts'

type Sections = Pick<Questionnaire, 'sections'>
type Issue = z.core.$ZodIssue

/** Everything that prevents a draft with its plan from being published as the next version. @param versions all published ones, oldest first. */
export const publicationProblems = (
  content: Omit<Questionnaire, 'version'>,
  plan: QuestionnairePlan | undefined,
  versions: readonly Questionnaire[],
): Problem[] => [
  ...draftProblems({ ...content, version: (versions.at(-1)?.version ?? 0) + 1 }, versions),
  ...draftPlanProblems(plan, content),
]

/** Everything that prevents a draft's plan from being published, each with its control. A plan without anything to show is left out. */
function draftPlanProblems(plan: QuestionnairePlan | undefined, content: Sections): Problem[] {
  if (!plan || !hasContent(plan)) return []
  const parsed = planSchema.safeParse(plan)
  if (parsed.success) return planProblems(plan, content).map(text => ({ text }))
  return parsed.error.issues.map(issue => locate(issue, plan, content))
}

function locate(issue: Issue, plan: QuestionnairePlan, content: Sections): Problem {
  const reason = describeReason(issue, valueAt(plan, issue.path))
  const [part, index, ...rest] = issue.path
  if (part === 'steps' && typeof index === 'number') return locateStep(plan.steps[index], rest, reason, content)
  if (part === 'decisions' && typeof index === 'number') {
    const section = plan.decisions[index]?.section
    const [own] = rest
    const isText = own === 'title' || own === 'ask' || own === 'when'
    return problem(`sección ${section}, decisión${isText ? `, ${DECISION_PARTS[own]}` : ''}`, reason, {
      section,
      control: PLAN_CONTROLS.decision(isText ? own : 'title'),
    })
  }
  if (part === 'facilitator' && typeof index === 'string') {
    const { section, number } = findQuestion(content, index)
    return problem(`sección ${section}, pregunta ${number}, para conversarla`, reason, {
      section,
      field: index,
      control: PLAN_CONTROLS.talk(index),
    })
  }
  if (part === 'note') return problem('plan, qué supone el esfuerzo', reason, { control: PLAN_CONTROLS.note })
  return problem('plan', reason, { control: part === 'audience' ? PLAN_CONTROLS.audience : PLAN_CONTROLS.steps })
}

const DECISION_PARTS = { title: 'título', ask: 'qué se pide', when: 'cuándo' } as const

function locateStep(
  step: QuestionnairePlan['steps'][number] | undefined,
  path: readonly PropertyKey[],
  reason: string,
  content: Sections,
): Problem {
  if (!step) return problem('plan', reason, { control: PLAN_CONTROLS.steps })
  const { section, number } = findQuestion(content, step.field)
  const own = path.join('.')
  const name = partName(own)
  return problem(
    `sección ${section}, pregunta ${number}, paso al nivel ${step.to}${name === undefined ? '' : `, ${name}`}`,
    reason,
    { section, field: step.field, control: PLAN_CONTROLS.step(step, controlPath(own)) },
  )
}

/** The control of a part of a step: what is wrong with several is said at one of them. */
function controlPath(path: string): string {
  if (path === '' || path === 'start') return 'title'
  if (path === 'effort') return 'effort.days.1'
  if (path === 'needs') return 'needs.0.question'
  return path.replace(/\.field$/, '.question')
}

function findQuestion({ sections }: Sections, field: string): { section: number; number: number } {
  for (const [index, { questions }] of sections.entries()) {
    const question = questions.find(each => each.field === field)
    if (question) return { section: index + 1, number: question.number }
  }
  return { section: 0, number: 0 }
}

const problem = (where: string, reason: string, place: Omit<Problem, 'text' | 'reason'>): Problem => ({
  ...place,
  text: `${capital(where)}: ${reason}.`,
  reason: `${capital(reason)}.`,
})

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What is at a path of a plan. */
const valueAt = (plan: QuestionnairePlan, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    plan,
  )

function describeReason(issue: Issue, value: unknown): string {
  if (issue.code !== 'custom' && issue.path.at(-1) === 'field') return 'elige una pregunta, o borra su motivo'
  switch (issue.code) {
    case 'too_small':
      if (issue.origin !== 'string') return 'escribe cuántos días, por ejemplo 0,5 o 12'
      return typeof value === 'string' && value !== '' ? tooShort(issue.minimum) : 'falta el texto'
    case 'too_big':
      if (issue.origin === 'string')
        return `puede tener hasta ${countOf(Number(issue.maximum), 'carácter', 'caracteres')}`
      return issue.origin === 'array' ? `puede haber hasta ${issue.maximum}` : `debe ser ${issue.maximum} o menos`
    case 'custom':
      return issue.message
    default:
      return 'no es un valor válido'
  }
}

const tooShort = (minimum: number | bigint): string =>
  Number(minimum) < PLAN_MIN.text
    ? 'escribe al menos una palabra'
    : `escribe al menos ${countOf(Number(minimum), 'carácter', 'caracteres')}`
