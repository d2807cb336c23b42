import { describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { compare } from '#app/features/results/change/compare.server.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { type AnsweringPerson, tallyPeople } from '#tests/support/tallies.ts'
import { type ConsolidatedReport, writeConsolidated } from './consolidated.ts'

const dama = questionnaireSchema.parse(data)
const [first, second] = dama.sections

/** Somebody who answers the sections with these options, the same one in all questions of a section; undefined leaves it out. */
const person = (options: readonly (number | undefined)[], groups: Partial<AnsweringPerson> = {}): AnsweringPerson => ({
  answers: Object.fromEntries(
    dama.sections.flatMap((section, index) => section.questions.map(({ field }) => [field, options[index]])),
  ),
  ...groups,
})
const everywhere = (option: number, groups: Partial<AnsweringPerson> = {}) =>
  person(
    Array.from({ length: 8 }, () => option),
    groups,
  )

type Figures = NonNullable<ConsolidatedReport['figures']>
const report = (people: readonly AnsweringPerson[], mode: ResultMode = 'nominative'): Figures =>
  writeConsolidated(dama, tallyPeople(dama, people), mode)

describe('mean and spread', () => {
  it("of 2, 3 and 4 are 3 and 0,82: the population's deviation, not a sample's", () => {
    // Variance ((−1)² + 0² + 1²) / 3 = 0.667; of a sample it would be 1.
    const { overall, sections } = report([everywhere(2), everywhere(3), everywhere(4)])
    expect(overall).toEqual({ mean: 3, level: 3, tone: 'fair', word: 'Definido', deviation: 0.82, people: 3 })
    expect(sections[0]).toMatchObject({ mean: 3, deviation: 0.82, people: 3, distance: 1 })
    expect(sections[0]?.questions[0]).toMatchObject({ mean: 3, deviation: 0.82, people: 3 })
  })

  it("of one person are that person's, without spread", () => {
    expect(report([everywhere(4)]).overall).toMatchObject({ mean: 4, deviation: 0, people: 1 })
  })

  it('weigh each person the same, despite unanswered questions', () => {
    // In the first section one person has 5 in one question, the other 2 in five: (5 + 2) / 2 = 3.5, not 15 / 6.
    const one = { answers: { q1_governance_framework: 5 } }
    expect(report([one, person([2])]).sections[0]).toMatchObject({ mean: 3.5, people: 2, deviation: 1.5 })
  })

  it("exclude 'don't know', which is shown as a rate", () => {
    const { sections, unknownRate } = report([person([4]), person([6]), person([4])])
    expect(sections[0]).toMatchObject({ mean: 4, people: 2, unknownRate: 33 })
    expect(unknownRate).toBe(33)
    expect(sections[1]).toMatchObject({ mean: null, level: null, word: 'Sin nivel', people: 0, distance: null })
  })

  it('are undefined when nobody knows', () => {
    const { overall, unknownRate, priorities, disagreements } = report([everywhere(6), everywhere(6)])
    expect(overall).toMatchObject({ mean: null, deviation: null, word: 'Sin nivel' })
    expect([unknownRate, priorities, disagreements]).toEqual([100, [], []])
  })

  it('of a thousand people are as exact as of ten', () => {
    const options = [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]
    const ten = report(options.map(option => everywhere(option)))
    const thousand = report(Array.from({ length: 1000 }, (_, index) => everywhere(options[index % 10] ?? 1)))
    expect(thousand.overall).toEqual({ ...ten.overall, people: 1000 })
    expect(ten.overall).toMatchObject({ mean: 3, deviation: 1.41 })
  })
})

describe('the distribution of a question', () => {
  it('shows people and share of every option, and of unanswered ones', () => {
    const [question] = report([person([1]), person([1]), person([6]), person([])]).sections[0]?.questions ?? []
    expect(question?.distribution.map(({ option, people, share }) => [option, people, share])).toEqual([
      [1, 2, 50],
      [2, 0, 0],
      [3, 0, 0],
      [4, 0, 0],
      [5, 0, 0],
      [6, 1, 25],
      [null, 1, 25],
    ])
    expect(question?.unknownRate).toBe(33)
  })
})

describe('a priority', () => {
  it("is the distance to the target times the area's importance", () => {
    // (4 − 2) × 3 = 6 in a critical area, (3 − 2) × 1 = 1 in a normal one.
    const sections = dama.sections.map((section, index) =>
      index === 4 ? { ...section, targetLevel: 4, weight: 3 } : { ...section, targetLevel: 3, weight: 1 },
    )
    const { priorities } = writeConsolidated({ ...dama, sections }, tallyPeople(dama, [everywhere(2)]), 'nominative')
    expect(priorities[0]).toMatchObject({
      area: sections[4]?.title,
      distance: 2,
      importance: 'Importancia crítica',
      weight: 6,
    })
    expect(priorities.at(-1)).toMatchObject({ distance: 1, importance: 'Importancia normal', weight: 1 })
  })

  it('is undefined for sections that reach their target', () => {
    expect(report([everywhere(5)]).priorities).toEqual([])
  })
})

describe('agreement', () => {
  it('is measured by question, counted by area and listed where it is low', () => {
    const { sections, agreement, disagreements } = report([person([1, 2]), person([5, 2])])
    expect(sections.slice(0, 3).map(({ agreement: counted }) => counted)).toEqual([
      { low: 5, measured: 5, questions: 5 },
      { low: 0, measured: 5, questions: 5 },
      { low: 0, measured: 0, questions: 5 },
    ])
    expect(sections.slice(0, 3).map(({ questions }) => questions[0]?.agreement)).toEqual([0, 1, null])
    expect(agreement).toEqual({ low: 5, measured: 10, questions: 40 })
    expect(disagreements).toHaveLength(5)
    expect(new Set(disagreements.map(({ area }) => area))).toEqual(new Set([first?.title]))
    expect(disagreements[0]).toMatchObject({ agreement: 0, mean: 3 })
  })

  it('of one person is none', () => {
    expect(report([everywhere(3)]).agreement).toEqual({ low: 0, measured: 0, questions: 40 })
  })
})

describe('the variance between groups', () => {
  const people = (area: string, ...levels: number[]) => levels.map(level => everywhere(level, { area }))

  it('is that of the general level, and then of each section', () => {
    const apart = report([...people('Ventas', 1, 1, 2, 1, 2), ...people('Finanzas', 5, 4, 5, 5, 4)]).areas.between
    expect(apart).toHaveLength(9)
    expect(new Set(apart)).toEqual(new Set([0.91]))
    expect(report([...people('Ventas', 1, 3, 5, 2, 4), ...people('Finanzas', 5, 1, 3, 4, 2)]).areas.between[0]).toBe(0)
  })

  it('is told of groups of five with a level or more', () => {
    const of = (...levels: number[]) =>
      report([...people('Ventas', ...levels), ...people('Finanzas', 5, 4, 5, 5, 4)]).areas.between[0]
    expect(of(1, 1, 2, 1)).toBeNull()
    expect(of(1, 1, 2, 1, 6)).toBeNull()
    expect(of(1, 1, 2, 1, 2)).not.toBeNull()
  })

  it('of a confidential item is told by what is shown, and where the groups are everybody', () => {
    const both = [...people('Ventas', 1, 1, 2, 1, 2), ...people('Finanzas', 5, 4, 5, 5, 4)]
    const { areas, overall, sections } = report(both, 'confidential')
    const [one = 0, other = 0] = areas.groups.map(group => group.overall.mean ?? 0)
    const byHand = ((one - other) / 2) ** 2 / (overall.deviation ?? 0) ** 2
    expect(areas.between[0]).toBeCloseTo(byHand, 2)
    expect(sections[0]?.deviation).toBe(overall.deviation)
    expect(report([...both, everywhere(3)], 'confidential').areas.between).toEqual(
      Array.from({ length: 9 }, () => null),
    )
  })
})

describe('departments and positions', () => {
  it('form no group of people of whom nothing is known; they count in the total', () => {
    const { areas, positions } = report([
      everywhere(4, { area: 'Finanzas', position: 'No especificado' }),
      everywhere(2, { area: 'No especificado', position: 'No especificado' }),
      everywhere(2, { area: 'Sin dato', position: 'No especificado' }),
    ])
    expect(areas.groups.map(({ name }) => name)).toEqual(['Finanzas'])
    expect([areas.others, positions.groups, positions.others]).toEqual([2, [], 3])
  })

  const people = [
    everywhere(2, { area: 'Ventas', position: 'Gerente' }),
    everywhere(4, { area: 'Finanzas', position: 'Gerente' }),
    person([5], { area: 'Finanzas', position: 'Analista' }),
    everywhere(3),
  ]

  it('have means, largest group first, with the number of people in none', () => {
    const { areas, positions } = report(people)
    expect(areas.groups.map(({ name, people: count, overall }) => [name, count, overall.mean])).toEqual([
      ['Finanzas', 2, 4.5],
      ['Ventas', 1, 2],
    ])
    expect(areas.groups[0]?.sections.slice(0, 2).map(({ mean }) => mean)).toEqual([4.5, 4])
    expect(areas.others).toBe(1)
    expect(positions.groups.map(({ name }) => name)).toEqual(['Gerente', 'Analista'])
  })

  it('have no mean over fewer than five levels in a confidential item', () => {
    const five = Array.from({ length: 5 }, () => person([3, 4], { area: 'Ventas' }))
    const unsure = [...five.slice(1), person([6, 4], { area: 'Ventas' })]
    const { areas, sections } = report(unsure, 'confidential')
    expect(sections.slice(0, 2).map(({ mean, people: count }) => [mean, count])).toEqual([
      [null, 4],
      [4, 5],
    ])
    expect(sections[0]?.questions[0]).toMatchObject({ distribution: [], agreement: null })
    expect(sections[0]?.agreement).toEqual({ low: 0, measured: 0, questions: 5 })
    expect(areas.groups[0]?.sections.slice(0, 2).map(({ mean }) => mean)).toEqual([null, 4])
    expect(report(five, 'confidential').sections[0]?.mean).toBe(3)
  })
})

describe('a comparison', () => {
  const bought = {
    baseline: {
      order_item_id: 'i',
      round_number: null,
      product: 'Madurez de datos',
      order_number: 'ALH-1',
      measured_at: new Date('2026-01-02T12:00:00Z'),
      people: 1,
      common: 1,
    },
  }

  const measured = (people: Parameters<typeof tallyPeople>[1], questionnaire = dama) => {
    const tallies = tallyPeople(questionnaire, people)
    const figures = writeConsolidated(questionnaire, tallies, 'nominative')
    return { questionnaire, figures, tallies, mode: 'nominative' as const }
  }

  it('shows the change of every section and of the whole', () => {
    const found = compare(measured([everywhere(3), everywhere(4)]), { ...bought, ...measured([everywhere(2)]) }, [])
    expect(found).toMatchObject({
      baseline: { order_number: 'ALH-1', people: 1 },
      method: 'independent',
      overall: { before: 2, now: 3.5, change: 1.5 },
    })
    expect(found.sections).toHaveLength(8)
    const change = { before: 2, now: 3.5, change: 1.5, interval: null, pairs: null }
    expect(found.sections[0]).toEqual({ area: first?.title, ...change })
  })

  it('excludes sections with other questions, and then the whole', () => {
    const older = structuredClone(data)
    const [question] = older.sections[0]?.questions ?? []
    if (!question) throw new Error('no question')
    question.field = 'q1_other'
    const earlier = measured([everywhere(2)], questionnaireSchema.parse(older))
    const found = compare(measured([everywhere(3)]), { ...bought, ...earlier }, [])
    expect(found.sections.map(({ area }) => area)).not.toContain(first?.title)
    expect(found.sections[0]?.area).toBe(second?.title)
    expect(found.overall).toBeNull()
  })
})
