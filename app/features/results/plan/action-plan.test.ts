import { describe, expect, it } from 'vitest'
import { type Goal, type PlanStep, type QuestionnairePlan, STARTS } from '#app/features/questionnaires/plan.ts'
import { DONT_KNOW, type Questionnaire, type Section } from '#app/features/questionnaires/questionnaire.ts'
import { makePlan } from './action-plan.ts'
import { countPeople, planned } from './plan.test-support.ts'
import { countsFromAnswers, countsFromTallies } from './plan-counts.ts'

type Own = Partial<Pick<Section, 'targetLevel' | 'weight'>> & { fields: string[] }

/** A questionnaire of areas with these questions; the recommendations of an area say for which level they are. */
const buildQuestionnaire = (...areas: Own[]): Pick<Questionnaire, 'sections'> => ({
  sections: areas.map(({ fields, targetLevel = 3, weight = 1 }, index) => ({
    id: index + 1,
    title: `Área ${index + 1}`,
    emoji: '📋',
    description: '',
    targetLevel,
    weight,
    questions: fields.map(field => ({
      number: areas.slice(0, index).flatMap(each => each.fields).length + fields.indexOf(field) + 1,
      field,
      text: `Pregunta ${field}`,
      options: [...[1, 2, 3, 4, 5].map(level => `${field} en ${level}`), 'No sé / lo desconozco'],
    })),
    openQuestions: [],
    recommendations: Object.fromEntries([1, 2, 3, 4, 5].map(level => [level, [`Desde el nivel ${level}`]])),
  })),
})

const stepTo = (field: string, to: Goal, needs: PlanStep['needs'] = []): PlanStep => ({
  field,
  to,
  title: `Llevar ${field} al nivel ${to}`,
  why: 'Por una consecuencia',
  start: Object.fromEntries(STARTS[to].map(from => [from, `Comenzar ${field} desde ${from}`])),
  how: ['Haz esto', 'Haz eso', 'Haz aquello'],
  evidence: 'Un acta firmada',
  owner: { role: 'Gerencia', with: null, small: null },
  effort: { band: 'M', days: [4, 9], money: null },
  horizon: 60,
  indicator: { name: 'Avance', formula: 'a ÷ b', target: '100 % a los 60 días', every: 'mes' },
  needs,
})

const planWith = (...steps: PlanStep[]): QuestionnairePlan => ({
  audience: 'organisation',
  note: 'Supone una empresa de 200 personas.',
  steps,
  decisions: [1, 2].map(section => ({ section, title: `Decidir ${section}`, ask: 'Aprobar algo', when: 'Siempre' })),
  facilitator: { a: '¿Qué vio cada cual?' },
})

/** The plan of a team, from everybody's answers by field. */
const make = (
  questionnaire: Pick<Questionnaire, 'sections'>,
  plan: QuestionnairePlan | undefined,
  answers: Record<string, (number | null)[]>,
) =>
  makePlan({
    questionnaire,
    plan,
    counts: new Map(Object.entries(answers).map(([field, each]) => [field, countPeople(each)])),
    people: Math.max(...Object.values(answers).map(({ length }) => length)),
    mode: 'nominative',
  })

const all = (level: number): number[] => [level, level, level, level, level, level]
const fieldsIn = ({ actions }: ReturnType<typeof make>) => actions.map(({ field }) => field)

describe('the order', () => {
  it('is gap times importance; then the lower mean, then the order of the questionnaire', () => {
    const questionnaire = buildQuestionnaire(
      { fields: ['a', 'b'], targetLevel: 5 },
      { fields: ['c', 'd', 'e'], weight: 3 },
    )
    const made = make(questionnaire, undefined, {
      a: all(1),
      b: [2, 2, 2, 2, 3, 3],
      c: all(1),
      d: all(2),
      e: [2, 2, 2, 1, 2, 2],
    })
    expect(made.actions.map(({ field, gap, priority }) => [field, gap, priority])).toEqual([
      ['c', 2, 6],
      ['a', 4, 4],
      ['e', 1, 3],
      ['d', 1, 3],
      ['b', 3, 3],
    ])
  })

  it('has at most three actions of an area and twelve in all, the soonest; the other questions keep what they need', () => {
    const { questionnaire, plan } = planned.find(({ id }) => id === 'dama-dmbok2') ?? planned[0] ?? raise()
    const answers = questionnaire.sections.flatMap(({ questions }) =>
      questions.map(({ field }) => [field, all(1)] as const),
    )
    const made = make(questionnaire, plan, Object.fromEntries(answers))
    expect(made.actions).toHaveLength(12)
    const areas = Map.groupBy(made.actions, ({ section }) => section)
    expect([...areas.values()].map(({ length }) => length)).toEqual([3, 3, 3, 3])
    const least = Math.min(...made.actions.map(({ priority }) => priority))
    const others = questionnaire.sections.filter(({ id }) => !areas.has(id))
    for (const { targetLevel, weight } of others) expect((targetLevel - 1) * weight).toBeLessThanOrEqual(least)
    expect(made.questions).toHaveLength(40)
    for (const { kind, target } of made.questions) expect(kind).toBe(target < 3 ? 'begin' : 'act')
  })

  it('does not go by the mean: a gap that nobody knows counts as from level 1', () => {
    const made = make(buildQuestionnaire({ fields: ['a', 'b'] }), undefined, { a: all(2), b: all(DONT_KNOW) })
    expect(made.actions.map(({ field, kind, gap }) => [field, kind, gap])).toEqual([
      ['b', 'find_out', 2],
      ['a', 'act', 1],
    ])
  })
})

describe('what nobody knows', () => {
  const questionnaire = buildQuestionnaire({ fields: ['a'] })
  const unknown = { a: [DONT_KNOW, DONT_KNOW, 2, 2, 2] }

  it('says how to find out, to a team and to a person', () => {
    const [together] = make(questionnaire, planWith(), unknown).actions
    const [alone] = make(questionnaire, { ...planWith(), audience: 'person' }, unknown).actions
    expect(together).toMatchObject({ kind: 'find_out', step: null, facilitator: null })
    expect(together?.recommendations[0]).toMatch(/^Pide a quien responde/)
    expect(alone).toMatchObject({ kind: 'find_out', step: null, facilitator: '¿Qué vio cada cual?' })
    expect(alone?.recommendations[0]).toMatch(/^Busca un caso tuyo/)
  })
})

function raise(): never {
  throw new Error('No such questionnaire')
}

describe('needs', () => {
  const questionnaire = buildQuestionnaire(
    { fields: ['a', 'b', 'c', 'd'], targetLevel: 4, weight: 2 },
    { fields: ['e'] },
  )
  const need = (field: string, level: 3 | 4 = 3) => ({ field, level, why: `antes ${field}` })

  it('put what is not reached right before the step, and say whether it leads there', () => {
    const plan = planWith(stepTo('a', 3, [need('e'), need('b', 4)]), stepTo('b', 3), stepTo('e', 3))
    const made = make(questionnaire, plan, { a: all(1), b: all(2), c: all(4), d: all(4), e: all(2) })
    expect(fieldsIn(made)).toEqual(['e', 'b', 'a'])
    expect(made.actions[2]?.before).toMatchObject([
      { field: 'e', number: 5, level: 3, why: 'antes e', reached: 2, planned: true },
      { field: 'b', number: 2, level: 4, why: 'antes b', reached: 2, planned: false },
    ])
  })

  it('follow over several questions', () => {
    const plan = planWith(stepTo('a', 3, [need('b')]), stepTo('b', 3, [need('e')]), stepTo('e', 3))
    const made = make(questionnaire, plan, { a: all(1), b: all(2), c: all(4), d: all(4), e: all(2) })
    expect(fieldsIn(made)).toEqual(['e', 'b', 'a'])
  })

  it('are shown where the plan does nothing about them, and where the level is not known', () => {
    const plan = planWith(stepTo('a', 3, [need('c', 4), need('d')]))
    const easy = buildQuestionnaire({ fields: ['a'], targetLevel: 4 }, { fields: ['c', 'd'] })
    const made = make(easy, plan, { a: all(1), c: all(3), d: [] })
    expect(fieldsIn(made)).toEqual(['a'])
    expect(made.actions[0]?.before).toMatchObject([
      { field: 'c', reached: 3, planned: false },
      { field: 'd', reached: null, planned: false },
    ])
  })

  it('that are met, or of the question itself, are not', () => {
    const plan = planWith(stepTo('a', 4, [need('b'), need('a')]))
    expect(
      make(questionnaire, plan, { a: all(3), b: all(3) }).actions.find(({ field }) => field === 'a')?.before,
    ).toEqual([])
  })
})

describe('an action', () => {
  const questionnaire = buildQuestionnaire({ fields: ['a', 'b', 'c', 'd'], targetLevel: 4, weight: 2 })
  const plan = planWith(stepTo('a', 3), stepTo('a', 4), stepTo('a', 5))

  it.each([
    [1, 3, 'Comenzar a desde 1'],
    [2, 3, 'Comenzar a desde 2'],
    [3, 4, 'Comenzar a desde 3'],
  ])('from level %i leads to %i and starts with what is there', (reached, goal, start) => {
    const [action] = make(questionnaire, plan, { a: all(reached) }).actions
    expect(action).toMatchObject({
      kind: 'act',
      goal,
      start,
      step: { title: `Llevar a al nivel ${goal}` },
      recommendations: [],
    })
    expect(action?.step).not.toHaveProperty('start')
  })

  it('weighs impact by importance, the distance of the mean and the questions of the area, and effort by its days', () => {
    // 2 × (3 − 1.5) ÷ 4
    expect(make(questionnaire, plan, { a: [1, 1, 1, 2, 2, 2] }).actions[0]).toMatchObject({ impact: 0.75, effort: 6.5 })
    // Fewer than 60 % have level 3, and the mean is above it.
    expect(make(questionnaire, plan, { a: [2, 2, 2, 4, 4, 4, 5, 2] }).actions[0]).toMatchObject({
      kind: 'agree',
      impact: null,
    })
    expect(make(questionnaire, plan, { a: [2, 2, 2, 4, 4, 4, 4] }).actions[0]).toMatchObject({
      kind: 'act',
      goal: 3,
      impact: 0,
    })
  })

  it('of a target below 3 is a beginning, without goal, effort or the rest of the step', () => {
    const low = buildQuestionnaire({ fields: ['a', 'b'], targetLevel: 2 })
    const { actions } = make(low, plan, { a: all(1), b: all(1) })
    // There is no step for b, and no recommendation that leads to level 2.
    expect(actions).toMatchObject([
      { field: 'a', kind: 'begin', goal: null, start: 'Comenzar a desde 1', step: null, effort: null, impact: null },
    ])
  })

  it('of people who disagree has the question that opens the talk', () => {
    const [action] = make(questionnaire, plan, { a: [1, 1, 1, 5, 5, 5] }).actions
    expect(action).toMatchObject({ kind: 'agree', facilitator: '¿Qué vio cada cual?', step: null, start: null })
  })

  it('without a step has what the area recommends to reach the goal, and shows how it looks', () => {
    const { actions } = make(questionnaire, undefined, { a: all(1), b: all(2), c: all(3) })
    expect(actions.map(({ field, recommendations, goalText }) => [field, recommendations, goalText])).toEqual([
      ['a', [], 'a en 3'],
      ['b', [], 'b en 3'],
      ['c', ['Desde el nivel 3'], 'c en 4'],
    ])
    // While c has reached level 3, nobody is told what may be about it.
    const both = make(questionnaire, undefined, { a: all(1), b: all(2) })
    expect(both.actions.map(({ recommendations }) => recommendations)).toEqual([
      ['Desde el nivel 2'],
      ['Desde el nivel 2'],
    ])
  })

  it('asks for a decision where there is something to do in the area, not to find out or to agree', () => {
    const two = buildQuestionnaire({ fields: ['a'] }, { fields: ['b'] })
    expect(make(two, plan, { a: [1, 1, 1, 5, 5, 5], b: all(1) }).decisions).toMatchObject([{ section: 2 }])
    expect(make(two, undefined, { a: all(1) })).toMatchObject({ decisions: [], audience: null, note: null })
  })
})

describe('counts', () => {
  const questionnaire = buildQuestionnaire({ fields: ['a', 'b', 'c'] })

  it("of one person's answers give the own levels", () => {
    const counts = countsFromAnswers(questionnaire, { a: 2, b: DONT_KNOW, c: undefined, texto: 'Algo' })
    const made = makePlan({ questionnaire, plan: planWith(stepTo('a', 3)), counts, people: 1, mode: 'nominative' })
    expect(made.questions.map(({ reached, kind, few }) => [reached, kind, few])).toEqual([
      [2, 'act', false],
      [null, 'find_out', false],
      [null, null, false],
    ])
  })

  it('of a confidential purchase leave out a question that only some people were asked', () => {
    const option = (field: string) => ({ field, option: 2, people: 6 })
    const tallies = {
      options: [option('a'), option('b')],
      people: 8,
      respondents: new Map([
        ['a', 8],
        ['b', 6],
      ]),
    }
    expect([...countsFromTallies(tallies, 'confidential')]).toEqual([['a', { levels: [0, 6, 0, 0, 0], unknown: 0 }]])
    expect([...countsFromTallies(tallies, 'nominative').keys()]).toEqual(['a', 'b'])
  })
})
