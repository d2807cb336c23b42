import { z } from 'zod'
import { GOALS, LOWEST_GOAL, type PlanStep, type QuestionnairePlan, STARTS } from './plan.ts'
import { FIELD_MAX, type Questionnaire } from './questionnaire.ts'

/** A text of at least eight characters: shorter ones say nothing that can be done. */
const text = (most: number) => z.string().trim().min(8).max(most)
const short = (most: number) => z.string().trim().min(2).max(most)
const field = z.string().min(1).max(FIELD_MAX)

const step = z
  .strictObject({
    field,
    to: z.literal(GOALS),
    title: text(62),
    why: text(120),
    start: z.strictObject({ 1: text(190), 2: text(190), 3: text(190), 4: text(190) }).partial(),
    how: z.array(text(150)).length(3),
    evidence: text(150),
    owner: z.strictObject({ role: short(60), with: short(100).nullable(), small: short(80).nullable() }),
    effort: z.strictObject({
      band: z.enum(['S', 'M', 'L']),
      days: z.tuple([z.number().positive().max(365), z.number().positive().max(365)]),
      money: short(120).nullable(),
    }),
    horizon: z.literal([30, 60, 90, 180]),
    indicator: z.strictObject({
      name: short(60),
      formula: short(150),
      target: short(90),
      every: z.enum(['semana', 'mes', 'trimestre', 'semestre']),
    }),
    needs: z.array(z.strictObject({ field, level: z.literal([2, 3, 4, 5]), why: short(90) })).max(5),
    law: text(300).optional(),
  })
  .superRefine(({ to, start, effort, needs, ...own }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const from = Object.keys(start)
    if (from.join() !== STARTS[to].join()) {
      refuse('start', `debe decir cómo se comienza desde el nivel ${STARTS[to].join(' y el ')}, y desde ningún otro`)
    }
    const [least, most] = effort.days
    if (most < least) refuse('effort', 'el máximo de días es menor que el mínimo')
    if (needs.some(need => need.field === own.field && need.level >= to)) refuse('needs', 'se necesita a sí mismo')
  })

const decision = z.strictObject({ section: z.int().min(1), title: text(90), ask: text(160), when: text(160) })

/** The format of a plan, whatever its questionnaire: limits, levels, titles that are unique and needs without a circle. */
export const planSchema = z
  .strictObject({
    audience: z.enum(['organisation', 'team', 'person']),
    note: text(800),
    steps: z.array(step).max(1000),
    decisions: z.array(decision).max(100),
    facilitator: z.record(field, text(220)),
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
