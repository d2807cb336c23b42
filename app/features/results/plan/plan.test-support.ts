import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { GOALS, type QuestionnairePlan } from '#app/features/questionnaires/plan.ts'
import { planSchema } from '#app/features/questionnaires/plan-schema.server.ts'
import { DONT_KNOW, listClosedQuestions, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { questionnaires } from '#app/features/results/advice.test-support.ts'
import { type Action, type ActionPlan, makePlan } from './action-plan.ts'
import type { CountsByField } from './plan-counts.ts'
import type { AnswerCounts } from './question-state.ts'

/** The fourteen of the shop, each with its plan. */
export const planned: { id: string; questionnaire: Questionnaire; plan: QuestionnairePlan }[] = questionnaires.map(
  questionnaire => {
    const { questionnaire: id, ...plan } = JSON.parse(readFileSync(`content/plan/${questionnaire.id}.es.json`, 'utf8'))
    return { id, questionnaire, plan: planSchema.parse(plan) }
  },
)

/** The people of a team by their answers to one question: 1 to 6, or null for none. */
type TeamAnswers = readonly (number | null)[]

export const countPeople = (answers: TeamAnswers): AnswerCounts => {
  const on = (option: number) => answers.filter(each => each === option).length
  return { levels: [on(1), on(2), on(3), on(4), on(5)], unknown: on(DONT_KNOW) }
}

/** How far an answer is from the level that the team leans to; 6 'No sé', null none. */
const AWAY = [0, 0, 0, 0, 0, -1, 1, 2, DONT_KNOW, null] as const

export type Team = {
  people: number
  /** By field, in the people's order. */
  answers: ReadonlyMap<string, TeamAnswers>
  questionnaire: Questionnaire
}

/** A team of one to twelve people who lean to any level, with targets and importance of the questionnaire or of its own. */
function randomTeams(questionnaire: Questionnaire): fc.Arbitrary<Team> {
  const fields = listClosedQuestions(questionnaire).map(({ field }) => field)
  const one = (people: number) =>
    fc
      .tuple(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(AWAY.length - 1), { minLength: people, maxLength: people }),
      )
      .map(([leaning, draws]) =>
        draws.map(draw => {
          const away = AWAY[draw] ?? null
          return away === null || away === DONT_KNOW ? away : Math.min(5, Math.max(1, leaning + away))
        }),
      )
  const { length } = questionnaire.sections
  return fc.integer({ min: 1, max: 12 }).chain(people =>
    fc
      .record({
        answers: fc.array(one(people), { minLength: fields.length, maxLength: fields.length }),
        targets: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: length, maxLength: length }),
        weights: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: length, maxLength: length }),
      })
      .map(({ answers, targets, weights }) => ({
        people,
        answers: new Map(fields.map((field, index) => [field, answers[index] ?? []])),
        questionnaire: {
          ...questionnaire,
          sections: questionnaire.sections.map((section, index) => ({
            ...section,
            targetLevel: targets[index] || section.targetLevel,
            weight: weights[index] ?? section.weight,
          })),
        },
      })),
  )
}

const countTeam = ({ answers }: Team): CountsByField =>
  new Map([...answers].map(([field, each]) => [field, countPeople(each)]))

/** The level that at least 60 % have, found by lining people up, which the product does not do. */
function reachedInLine(answers: TeamAnswers): number | undefined {
  const line = answers.filter(each => each !== null && each !== DONT_KNOW).toSorted((a, b) => Number(b) - Number(a))
  return line[Math.ceil((6 * line.length) / 10) - 1] ?? undefined
}

/** Squared distances of all pairs are 2n² times the population's variance. */
function agreementOfPairs(answers: TeamAnswers): number {
  const known = answers.filter(each => each !== null && each !== DONT_KNOW).map(Number)
  const pairs = known.flatMap(a => known.map(b => (a - b) ** 2)).reduce((sum, each) => sum + each, 0)
  return 1 - pairs / (2 * known.length ** 2) / 2
}

/** What there is to do about a question, from people instead of counts. */
function kindOfPeople(answers: TeamAnswers, target: number): Action['kind'] | null {
  const answered = answers.filter(each => each !== null)
  const known = answered.filter(each => each !== DONT_KNOW)
  const share = (some: TeamAnswers, of: TeamAnswers) => some.length / of.length + 1e-9
  if (answered.length === 0) return null
  if (
    share(
      answered.filter(each => each === DONT_KNOW),
      answered,
    ) >= 0.3
  )
    return 'find_out'
  const agreement = agreementOfPairs(known)
  const isSplit =
    share(
      known.filter(each => Number(each) < 3),
      known,
    ) >= 0.25 &&
    share(
      known.filter(each => Number(each) > 3),
      known,
    ) >= 0.25
  if (agreement <= 0.3 + 1e-9 || (agreement < 0.5 - 1e-9 && isSplit)) return 'agree'
  if ((reachedInLine(known) ?? 0) >= target) return null
  return target < 3 ? 'begin' : 'act'
}

/** What is wrong with a plan for a team of a nominative purchase; empty where nothing is. */
function findFaults(team: Team, plan: QuestionnairePlan | undefined, made: ActionPlan): string[] {
  const { sections } = team.questionnaire
  const faults = made.actions.flatMap((action, index) =>
    findActionFaults(team, plan, action, made.actions.slice(index)).map(fault => `${action.field}: ${fault}`),
  )
  for (const { field, kind, target } of made.questions) {
    if (kind !== kindOfPeople(team.answers.get(field) ?? [], target)) faults.push(`${field}: another kind than ${kind}`)
  }
  if (made.actions.length > 12) faults.push('more than 12 actions')
  for (const { id } of sections) {
    const own = made.actions.filter(({ section }) => section === id).length
    if (own > 3) faults.push(`more than 3 actions of section ${id}`)
    const left = made.questions.filter(
      ({ section, kind, field }) => section === id && kind !== null && !made.actions.some(each => each.field === field),
    )
    const least = Math.min(...made.actions.map(({ priority }) => priority))
    if (plan && own < 3 && left.some(({ priority }) => made.actions.length < 12 || priority > least)) {
      faults.push(`an action of section ${id} is left out`)
    }
  }
  return faults
}

function findActionFaults(
  { answers, people }: Team,
  plan: QuestionnairePlan | undefined,
  { field, kind, goal, reached, target, importance, ...action }: Action,
  later: readonly Action[],
): string[] {
  const own = answers.get(field) ?? []
  const level = reachedInLine(own)
  const step = plan?.steps.find(each => each.field === field && each.to === (goal ?? 3))
  const checks: [ok: boolean, fault: string][] = [
    [level === (reached ?? undefined), 'another level is reached'],
    [goal === null || GOALS.includes(goal), 'a goal below 3'],
    [goal === null || (level !== undefined && goal > level), 'a goal that is reached'],
    [goal === null || goal === Math.max(3, (level ?? 0) + 1), 'a goal that is not the next'],
    [(goal === null) === (kind !== 'act'), 'a goal without an action, or none'],
    [(kind !== 'act' && kind !== 'begin') || (level ?? 0) < target, 'an action at the target'],
    [kind !== 'begin' || (target < 3 && action.step === null && action.start !== null), 'more than a beginning'],
    [kind !== 'act' || !plan || action.step?.title === step?.title, 'another step'],
    [kind !== 'act' || !plan || action.start === step?.start[reached ?? 1], 'a start from another level'],
    [action.few === (people > 1 && action.people > 0 && action.people < 5), 'few, or not'],
    [action.priority === Math.max(0, target - (level ?? 1)) * importance, 'another priority'],
    [action.impact === null || action.impact >= 0, 'an impact below nothing'],
    [
      action.before.every(
        need => need.field !== field && need.level > (reachedInLine(answers.get(need.field) ?? []) ?? 0),
      ),
      'a need that is met',
    ],
    [action.before.every(need => !later.some(each => each.field === need.field)), 'a need that comes later'],
  ]
  return checks.filter(([ok]) => !ok).map(([, fault]) => fault)
}

/** The same plan, made as the product does. */
const planTeam = (team: Team, plan: QuestionnairePlan | undefined): ActionPlan =>
  makePlan({
    questionnaire: team.questionnaire,
    plan,
    counts: countTeam(team),
    people: team.people,
    mode: 'nominative',
  })

/** The steps that a plan asks to do. */
const stepsToDo = ({ actions }: ActionPlan): string[] =>
  actions.flatMap(({ field, goal, kind }) => (kind === 'act' ? [`${field} ${goal}`] : []))

type Opposites = { team: Team; opposite: Team }

/**
 * Two teams with the same mean of each area: of each pair of questions of an area one is weak and one is strong, and the other team has it the
 * other way around. Everybody of a team answers alike, by one level more or less.
 */
function oppositeTeams(questionnaire: Questionnaire): fc.Arbitrary<Opposites> {
  const pairs = questionnaire.sections.flatMap(({ questions, targetLevel }) =>
    Array.from({ length: Math.floor(questions.length / 2) }, (_, index) => ({
      fields: [questions[2 * index]?.field ?? '', questions[2 * index + 1]?.field ?? ''] as const,
      targetLevel,
    })),
  )
  const answers = (people: number, least: number, most: number) =>
    fc.array(fc.integer({ min: least, max: most }), { minLength: people, maxLength: people })
  return fc.integer({ min: 1, max: 12 }).chain(people =>
    fc
      .tuple(
        ...pairs.map(({ targetLevel }) =>
          fc.tuple(answers(people, 1, targetLevel - 1), answers(people, targetLevel, 5), fc.boolean()),
        ),
      )
      .map(drawn => {
        const answered = (isOpposite: boolean) =>
          new Map(
            drawn.flatMap(([weak, strong, isFirstWeak], index) => {
              const [one, two] = pairs[index]?.fields ?? ['', '']
              const [first, second] = isFirstWeak !== isOpposite ? [weak, strong] : [strong, weak]
              return [[one, first] as const, [two, second] as const]
            }),
          )
        const team = (isOpposite: boolean) => ({ people, questionnaire, answers: answered(isOpposite) })
        return { team: team(false), opposite: team(true) }
      }),
  )
}

/** The properties of plans, for any number of random teams of each questionnaire. */
export function checkPlans({ questionnaire, plan }: (typeof planned)[number], numRuns: number): void {
  const seed = { seed: questionnaire.id.length * 7919, numRuns }
  fc.assert(
    fc.property(randomTeams(questionnaire), team => {
      const faults = [plan, undefined].flatMap(each => findFaults(team, each, planTeam(team, each)))
      if (faults.length > 0) throw new Error(faults.join('; '))
    }),
    seed,
  )
}

export function checkOpposites({ questionnaire, plan }: (typeof planned)[number], numRuns: number): void {
  fc.assert(
    fc.property(oppositeTeams(questionnaire), ({ team, opposite }) => {
      const [own, others] = [team, opposite].map(each => new Set(stepsToDo(planTeam(each, plan))))
      const shared = [...(own ?? [])].filter(step => others?.has(step))
      if (shared.length > 0) throw new Error(`Both are told to do ${shared.join(', ')}`)
    }),
    { seed: questionnaire.id.length * 104_729, numRuns },
  )
}
