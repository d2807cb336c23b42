import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GOALS, type QuestionnairePlan } from './plan.ts'
import { planProblems, planSchema } from './plan-schema.server.ts'
import { listClosedQuestions, type Questionnaire } from './questionnaire.ts'
import { questionnaireSchema } from './questionnaire-schema.ts'

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

const shop = readdirSync('content/plan').map((name): [id: string, Questionnaire, QuestionnairePlan] => {
  const { questionnaire: id, ...plan } = read(`content/plan/${name}`)
  expect(name).toBe(`${id}.es.json`)
  return [id, questionnaireSchema.parse(read(`content/${id}.es.json`)), planSchema.parse(plan)]
})

test('fourteen questionnaires have a plan', () => {
  expect(shop).toHaveLength(14)
})

test.each(shop)(
  '%s has a step to each goal of every question, and what to say and to decide',
  (_, questionnaire, plan) => {
    expect(planProblems(plan, questionnaire)).toEqual([])
    const fields = listClosedQuestions(questionnaire).map(({ field }) => field)
    expect(plan.steps.map(({ field, to }) => `${field} ${to}`).toSorted()).toEqual(
      fields.flatMap(field => GOALS.map(to => `${field} ${to}`)).toSorted(),
    )
    expect(plan.decisions.map(({ section }) => section)).toEqual(questionnaire.sections.map(({ id }) => id))
    expect(Object.keys(plan.facilitator).toSorted()).toEqual(fields.toSorted())
  },
)

/** Words that say nothing, or that nobody in Chile says. */
const AVOIDED =
  /(?<!\p{L})(implement\p{L}+|robust\p{L}+|sinergi\p{L}+|potenci\p{L}+|buenas prácticas|según corresponda|empoder\p{L}+|apalanc\p{L}+|holístic\p{L}+|lorem|ordenador\p{L}*|vosotros|fichero\p{L}*|becari\p{L}+|costes?|vos|tenés|podés)(?!\p{L})/giu

test.each(shop)(
  '%s writes titles and decisions as parts of a sentence, and the rest as sentences',
  (_id, _questionnaire, plan) => {
    const parts = [
      ...plan.steps.flatMap(({ title, indicator }) => [title, indicator.name, indicator.formula, indicator.target]),
      ...plan.decisions.flatMap(({ title, ask, when }) => [title, ask, when]),
    ]
    const sentences = [
      ...plan.steps.flatMap(({ why, start, how, evidence }) => [why, ...Object.values(start), ...how, evidence]),
      ...Object.values(plan.facilitator),
    ]
    expect(parts.filter(text => text.endsWith('.'))).toEqual([])
    expect(sentences.filter(text => !/[.?!»]$/.test(text ?? ''))).toEqual([])
  },
)

test.each(shop)('%s says what to do in words of the field', (_id, _questionnaire, plan) => {
  expect(JSON.stringify(plan).match(AVOIDED)).toBeNull()
})

const [, questionnaire, valid] = shop.find(([id]) => id === 'agilidad') ?? []
const [first, second, ...others] = valid?.steps ?? []
const [decision] = valid?.decisions ?? []

const withSteps = (...steps: unknown[]) => ({ ...valid, steps })
const withFirst = (change: object) => withSteps({ ...first, ...change }, second, ...others)

test.each([
  ['a step to level 2', withFirst({ to: 2, start: { 1: first?.start[1] } })],
  ['a step without the start from level 2', withFirst({ start: { 1: first?.start[1] } })],
  ['a step with a start that leads elsewhere', withFirst({ start: { ...first?.start, 3: first?.start[1] } })],
  ['a title of 63 characters', withFirst({ title: 'x'.repeat(63) })],
  ['a title twice', withFirst({ title: second?.title })],
  ['two steps of a question to one level', withSteps(first, { ...first, title: 'Otro título del paso' })],
  ['two imperatives', withFirst({ how: first?.how.slice(1) })],
  ['more days at least than at most', withFirst({ effort: { ...first?.effort, days: [5, 4] } })],
  ['work without days', withFirst({ effort: { ...first?.effort, days: [0, 4] } })],
  ['a horizon of 45 days', withFirst({ horizon: 45 })],
  ['a step that needs itself', withFirst({ needs: [{ field: first?.field, level: 3, why: 'círculo' }] })],
  [
    'a step that needs a higher one of its question',
    withFirst({ needs: [{ field: first?.field, level: 4, why: 'círculo' }] }),
  ],
  ['two decisions of a section', { ...valid, decisions: [decision, decision] }],
  ['data that are not in the format', { ...valid, extra: true }],
])('the format refuses %s', (_, plan) => {
  expect(planSchema.safeParse(plan).success).toBe(false)
})

/** The first question's step to 3 and another's, which needs it at the other's level 4. */
function circle(level: 2 | 3 | 4 | 5) {
  const other = others.find(({ field, to }) => field !== first?.field && to === 3)
  const higher = others.find(({ field, to }) => field === other?.field && to === 4)
  return withSteps(
    { ...first, needs: [{ field: other?.field, level, why: 'viene antes' }] },
    { ...other, needs: [{ field: first?.field, level: 3, why: 'viene antes' }] },
    { ...higher, needs: [] },
  )
}

test.each([2, 3, 4, 5] as const)(
  'the format refuses a circle, also over the order of levels and missing steps (%s)',
  level => {
    expect(planSchema.safeParse(circle(level)).error?.issues[0]?.message).toMatch(/en círculo/)
  },
)

test('a plan may have steps for some questions only', () => {
  expect(planSchema.safeParse({ ...valid, steps: [first], decisions: [], facilitator: {} }).success).toBe(true)
})

test('a plan refers to questions and sections of its questionnaire', () => {
  if (!questionnaire || !valid || !first || !decision) throw new Error('No plan')
  const plan: QuestionnairePlan = {
    ...valid,
    steps: [
      { ...first, field: 'q99_otra' },
      { ...first, to: 4, needs: [{ field: 'q98_otra', level: 3, why: 'viene antes' }] },
    ],
    decisions: [{ ...decision, section: 9 }],
    facilitator: { q97_otra: 'Pregunta para conversar.' },
  }
  expect(planProblems(plan, questionnaire)).toEqual([
    expect.stringContaining('q99_otra'),
    expect.stringContaining('q98_otra'),
    expect.stringContaining('9'),
    expect.stringContaining('q97_otra'),
  ])
})
