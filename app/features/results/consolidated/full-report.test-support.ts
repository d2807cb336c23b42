import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { compare, type Measured, type PairedSums } from '#app/features/results/change/compare.server.ts'
import { compareFinished } from '#app/features/results/change/finished-actions.ts'
import { writeTrend } from '#app/features/results/change/trend.server.ts'
import { makePlan, type Planned } from '#app/features/results/plan/action-plan.ts'
import type { planned } from '#app/features/results/plan/plan.test-support.ts'
import { countsFromTallies } from '#app/features/results/plan/plan-counts.ts'
import { namedAction, showPlan } from '#app/features/results/plan/plan-texts.ts'
import type { PlanAction } from '#app/features/results/plan-actions/plan-actions.ts'
import { workOn } from '#app/features/results/plan-actions/worked-plan.ts'
import { withTargets } from '#app/features/results/targets/targets.ts'
import type { Theme } from '#app/features/results/themes/theme.ts'
import { addDays, type Day } from '#app/kernel/dates.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { type AnsweringPerson, tallyPeople } from '#tests/support/tallies.ts'
import { writeConsolidated } from './consolidated.ts'
import type { ShownReport } from './consolidated-chapters.ts'

/** `isFull`: with targets of its own, themes, earlier measurements and a plan that somebody works with; by default. */
type Asked = { lean: number; mode: ResultMode; count?: number; isFull?: boolean }

const MEASURED_AT = new Date('2026-11-20T15:00:00Z')

/** People who lean to a level, with an occasional 'No sé'. @param away how many measurements ago */
function optionOf(lean: number, one: number, at: number, section: number, away: number): number {
  if ((one + at * 5) % 17 === 0) return 6
  const level = lean + ((one * 3 + at + section) % 4) - 1 - (one % 3 === 0 ? 1 : 0)
  return Math.min(5, Math.max(1, level - ((one + section) % (away + 1) === 0 ? 0 : 1) * Math.sign(away)))
}

const peopleOf = ({ sections }: Questionnaire, { lean, count = 15 }: Asked, away: number): AnsweringPerson[] => {
  const fields = sections.flatMap(({ questions }, section) => questions.map(({ field }) => ({ field, section })))
  return Array.from({ length: count }, (_, one) => ({
    area: ['Finanzas', 'Ventas', 'Tecnología'][one % 3] ?? '',
    position: one % 2 === 0 ? 'gerente' : 'analista',
    answers: Object.fromEntries(
      fields.map(({ field, section }, at) => [
        field,
        one === 0 && count > 100 ? 5 : optionOf(lean, one, at, section, away),
      ]),
    ),
  }))
}

const THEMES: readonly Theme[] = [
  { theme: 'responsables', texts: 6, quotes: ['Nadie decide qué lista vale.', 'Faltan responsables de los datos.'] },
  { theme: 'tiempo del equipo', texts: 4, quotes: ['No hay tiempo del equipo para ordenar lo que ya tenemos.'] },
]

/** Results of people who lean to a level, 15 by default. */
export function fullReport({ questionnaire: published, plan }: (typeof planned)[number], asked: Asked): ShownReport {
  const { mode, count = 15, isFull = true } = asked
  const questionnaire = isFull
    ? withTargets(published, { section_targets: { '1': 5, '3': 2 }, section_weights: { '2': 3 } })
    : published
  const measure = (away: number): Measured & { people: AnsweringPerson[]; planned: Planned } => {
    const people = peopleOf(questionnaire, asked, away)
    const tallies = tallyPeople(questionnaire, people)
    const open = questionnaire.sections.flatMap(({ openQuestions }) => openQuestions)
    const texts = open.map(({ field }) => ({
      field,
      text: `Falta acordar quién responde por ${field}`,
      total: count,
    }))
    const themes = new Map(isFull ? open.slice(0, 3).map(({ field }) => [field, THEMES]) : [])
    const counts = countsFromTallies({ ...tallies, people: count }, mode)
    return {
      questionnaire,
      people,
      tallies,
      mode,
      figures: writeConsolidated(questionnaire, { ...tallies, texts, themes }, mode),
      planned: { questionnaire, plan, counts, people: count, mode },
    }
  }
  const now = measure(0)
  const earlier = isFull ? [1, 2, 3].map(away => placed(measure(away), away, mode)) : []
  const [last] = earlier
  const planOf = workOn(now.planned, isFull ? storedPlan(now.planned) : [], { edits: true, people: [] })
  return {
    item: {
      id: 'i',
      product: questionnaire.title,
      order_number: 'ALH-2026-000123',
      seats: count,
      mode,
      measured_at: MEASURED_AT,
      frozen: true,
    },
    participation: { seats: count, invited: count, started: null, completed: count },
    waiting: 0,
    rounds: [],
    round: null,
    figures: now.figures,
    baselines: [],
    selected: null,
    comparison: last
      ? {
          ...compare(now, last, pairsOf(now, last)),
          finished: compareFinished(now, last, storedPlan(last.planned).slice(0, 4).map(finish)),
        }
      : null,
    trend: writeTrend({ ...now, order_number: 'ALH-2026-000123', round: null, measured_at: MEASURED_AT }, earlier),
    plan: showPlan(planOf),
  }
}

/** A measurement half a year before the one after it. */
function placed<Of extends Measured>(measured: Of, away: number, mode: ResultMode) {
  const measured_at = addDays(MEASURED_AT, -182 * away)
  const order_number = `ALH-2025-00010${away}`
  const round = mode === 'confidential' ? 1 : null
  const baseline = {
    order_item_id: `e${away}`,
    round_number: round,
    product: measured.questionnaire.title,
    order_number,
    measured_at,
    people: measured.figures.people,
    common: mode === 'confidential' ? null : measured.figures.people,
  }
  return { ...measured, order_number, round, measured_at, baseline }
}

const meanOf = (levels: readonly number[]): number => levels.reduce((sum, level) => sum + level, 0) / levels.length

type Answered = { questionnaire: Questionnaire; people: readonly AnsweringPerson[] }

/** Of the same people in both, by section and in the general level (0). */
function pairsOf({ questionnaire, people }: Answered, earlier: Answered): PairedSums[] {
  const levelsOf = ({ answers }: AnsweringPerson): number[] => {
    const sections = questionnaire.sections.map(({ questions }) =>
      meanOf(questions.map(({ field }) => Number(answers[field])).filter(option => option <= 5)),
    )
    return [meanOf(sections), ...sections]
  }
  const both = people.map((person, at) => ({
    now: levelsOf(person),
    before: levelsOf(earlier.people[at] ?? person),
  }))
  return [0, ...questionnaire.sections.map(({ id }) => id)].map((section, at) => {
    const each = both.map(({ now, before }) => ({ now: now[at] ?? 0, before: before[at] ?? 0 }))
    const changes = each.map(({ now, before }) => now - before)
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    return {
      section,
      people: each.length,
      before_sum: sum(each.map(({ before }) => before)),
      now_sum: sum(each.map(({ now }) => now)),
      change_sum: sum(changes),
      change_squares: sum(changes.map(change => change ** 2)),
      up: changes.filter(change => change > 0).length,
      down: changes.filter(change => change < 0).length,
    }
  })
}

const OWNERS = ['Marcela Ibáñez', 'Rodrigo Salas', 'Paula Contreras'] as const
const NOTES = ['Aprobado por la gerencia; el acta está en la carpeta de Personas.', '', 'Falta la firma de Finanzas.']
const STATES = ['done', 'doing', 'todo'] as const
const DAYS: readonly Day[] = ['2026-11-02', '2026-12-18', '2027-01-15']

/** The plan as somebody took it over: with owners, dates and notes, and one action of their own. */
function storedPlan(of: Planned): PlanAction[] {
  const made = makePlan(of).actions.map(action => ({ subject: action, title: namedAction(action) }))
  return [...made, { subject: null, title: 'Presentar el plan y sus primeros resultados al directorio' }].map(
    ({ subject, title }, at) => ({
      id: String(at),
      version: 1,
      subject: subject && {
        field: subject.field,
        kind: subject.kind,
        goal: subject.goal,
        reached: subject.reached,
      },
      title,
      owner: at % 4 === 3 ? null : { name: OWNERS[at % 3] ?? '', email: null },
      due_on: at % 5 === 4 ? null : (DAYS[at % 3] ?? null),
      state: at === 6 ? 'dropped' : (STATES[at % 3] ?? 'todo'),
      dropped_reason: at === 6 ? 'Se hará con el proyecto de compras del próximo año.' : null,
      note: NOTES[at % 3] ?? '',
      hidden: false,
      overdue: false,
    }),
  )
}

const finish = ({ subject, title }: PlanAction) => ({
  field: subject?.field ?? null,
  title,
  state: 'done' as const,
  hidden: false,
})
