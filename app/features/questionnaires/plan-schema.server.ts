import { z } from 'zod'
import {
  AUDIENCES,
  BANDS,
  GOALS,
  HORIZONS,
  LOWEST_GOAL,
  NEEDED_LEVELS,
  PERIODS,
  PLAN_MAX,
  PLAN_MIN,
  type PlanStep,
  type QuestionnairePlan,
  STARTS,
  STEP_LIMITS,
} from './plan.ts'
import { FIELD_MAX, type Questionnaire } from './questionnaire.ts'

/** A text that says what can be done: shorter ones say nothing. */
const text = (most: number) => z.string().trim().min(PLAN_MIN.text).max(most)
const short = (most: number) => z.string().trim().min(PLAN_MIN.short).max(most)
const field = z.string().min(1).max(FIELD_MAX)
const start = text(PLAN_MAX.start)
const days = z.number().positive().max(STEP_LIMITS.days)

const step = z
  .strictObject({
    field,
    to: z.literal(GOALS),
    title: text(PLAN_MAX.title),
    why: text(PLAN_MAX.why),
    start: z.strictObject({ 1: start, 2: start, 3: start, 4: start }).partial(),
    how: z.array(text(PLAN_MAX.how)).length(STEP_LIMITS.how),
    evidence: text(PLAN_MAX.evidence),
    owner: z.strictObject({
      role: short(PLAN_MAX.role),
      with: short(PLAN_MAX.with).nullable(),
      small: short(PLAN_MAX.small).nullable(),
    }),
    effort: z.strictObject({
      band: z.enum(BANDS),
      days: z.tuple([days, days]),
      money: short(PLAN_MAX.money).nullable(),
    }),
    horizon: z.literal(HORIZONS),
    indicator: z.strictObject({
      name: short(PLAN_MAX.indicator),
      formula: short(PLAN_MAX.formula),
      target: short(PLAN_MAX.target),
      every: z.enum(PERIODS),
    }),
    needs: z
      .array(z.strictObject({ field, level: z.literal(NEEDED_LEVELS), why: short(PLAN_MAX.need) }))
      .max(STEP_LIMITS.needs),
    law: text(PLAN_MAX.law).optional(),
  })
  .superRefine(({ to, start: starts, effort, needs, ...own }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const from = Object.keys(starts)
    if (from.join() !== STARTS[to].join()) {
      refuse(['start'], `debe decir cómo se comienza desde el nivel ${STARTS[to].join(' y el ')}, y desde ningún otro`)
    }
    const [least, most] = effort.days
    if (most < least) refuse(['effort'], 'el máximo de días es menor que el mínimo')
    for (const [index, need] of needs.entries()) {
      if (need.field === own.field && need.level >= to) refuse(['needs', index, 'field'], 'se necesita a sí mismo')
    }
  })

const decision = z.strictObject({
  section: z.int().min(1),
  title: text(PLAN_MAX.decisionTitle),
  ask: text(PLAN_MAX.decision),
  when: text(PLAN_MAX.decision),
})

/** The format of a plan, whatever its questionnaire: limits, levels, titles that are unique and needs without a circle. */
export const planSchema = z
  .strictObject({
    audience: z.enum(AUDIENCES),
    note: text(PLAN_MAX.note),
    steps: z.array(step).max(1000),
    decisions: z.array(decision).max(100),
    facilitator: z.record(field, text(PLAN_MAX.talk)),
  })
  .superRefine(({ steps, decisions }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const isRepeated = (keys: readonly (string | number)[], index: number) => keys.indexOf(keys[index] ?? '') < index
    const keys = steps.map(stepKey)
    const titles = steps.map(({ title }) => title)
    for (const [index, { field: name, to, title }] of steps.entries()) {
      if (isRepeated(keys, index)) refuse(['steps', index], `la pregunta ${name} tiene dos pasos al nivel ${to}`)
      if (isRepeated(titles, index)) refuse(['steps', index, 'title'], `dos pasos se llaman «${title}»`)
    }
    const sections = decisions.map(({ section }) => section)
    for (const [index, section] of sections.entries()) {
      if (isRepeated(sections, index)) refuse(['decisions', index], `la sección ${section} tiene dos decisiones`)
    }
    const circle = findCircle(steps)
    if (circle) refuse(['steps'], `los pasos se necesitan en círculo: ${circle.join(', ')}`)
  }) satisfies z.ZodType<QuestionnairePlan>

const stepKey = ({ field: name, to }: Reached): string => `${name} ${to}`

type Reached = Pick<PlanStep, 'field' | 'to'>

/**
 * Steps that need each other in a circle; undefined where there is none. To reach a level, a question goes through its lower goals, also
 * where no step leads to them; from level 1 it goes to 3, so whoever needs level 2 waits for that step.
 */
function findCircle(steps: readonly PlanStep[]): string[] | undefined {
  const needs = new Map(steps.map(each => [stepKey(each), each.needs]))
  const done = new Set<string>()
  const follow = (reached: Reached, path: readonly string[]): string[] | undefined => {
    const key = stepKey(reached)
    if (path.includes(key)) return [...path.slice(path.indexOf(key)), key]
    if (done.has(key)) return undefined
    const lower = GOALS.filter(goal => goal < reached.to).map(to => ({ field: reached.field, to }))
    const needed = (needs.get(key) ?? []).map(need => ({
      field: need.field,
      to: need.level === 2 ? LOWEST_GOAL : need.level,
    }))
    for (const next of [...lower, ...needed]) {
      const circle = follow(next, [...path, key])
      if (circle) return circle
    }
    done.add(key)
    return undefined
  }
  for (const step of steps) {
    const circle = follow(step, [])
    if (circle) return circle
  }
  return undefined
}

/** What in a plan refers to no closed question or section of its questionnaire, as sentences; none where it fits. */
export function planProblems(plan: QuestionnairePlan, { sections }: Pick<Questionnaire, 'sections'>): string[] {
  const fields = new Set(sections.flatMap(({ questions }) => questions.map(({ field: name }) => name)))
  const unknown = (name: string, where: string) =>
    fields.has(name) ? [] : [`${where} es de una pregunta que no existe: ${name}.`]
  return [
    ...plan.steps.flatMap(({ field: name, title, needs }) => [
      ...unknown(name, `El paso «${title}»`),
      ...needs.flatMap(need => unknown(need.field, `Lo que necesita el paso «${title}»`)),
    ]),
    ...plan.decisions
      .filter(({ section }) => section > sections.length)
      .map(({ section, title }) => `La decisión «${title}» es de una sección que no existe: ${section}.`),
    ...Object.keys(plan.facilitator).flatMap(name => unknown(name, 'Una pregunta para conversar')),
  ]
}
