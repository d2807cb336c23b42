import { describe, expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import { questionBadge, radarDescription, writeReport } from './report.ts'
import { dateText, distanceText, durationText } from './results.ts'

const dama = questionnaireSchema.parse(data)

/** One option for all questions of each section, in their order; undefined leaves a section out. */
const bySection = (...options: (number | undefined)[]) =>
  Object.fromEntries(
    dama.sections.flatMap((section, index) =>
      section.questions.map(question => [question.field, options[index]] as const),
    ),
  )

describe('the report of the governance assessment', () => {
  const report = writeReport(dama, bySection(5, 4, 3, 2, 1, 6, undefined, 3))

  it("names each level with the questionnaire's own texts", () => {
    expect(report.sections.map(({ level, word, tone }) => [level, word, tone])).toEqual([
      [5, 'Optimizado', 'good'],
      [4, 'Medido', 'good'],
      [3, 'Definido', 'fair'],
      [2, 'Repetible', 'poor'],
      [1, 'Inicial', 'poor'],
      [null, 'Sin nivel', 'neutral'],
      [null, 'Sin respuesta', 'neutral'],
      [3, 'Definido', 'fair'],
    ])
    // (5 + 4 + 3 + 2 + 1 + 3) / 6
    expect(report.overall).toEqual({ mean: 3, level: 3, tone: 'fair', word: 'Definido' })
  })

  // shows: A9.4
  it('counts answers, including "don\'t know"', () => {
    expect(report).toMatchObject({ answered: 35, total: 40, completeness: 88, unknownRate: 14 })
  })

  it('recommends by the level reached', () => {
    expect(report.sections[3]?.recommendations).toEqual(dama.sections[3]?.recommendations['2'])
    expect(report.sections[5]?.recommendations).toEqual([])
  })

  it('ranks the best areas and the widest gaps by their targets', () => {
    const area = (index: number) => dama.sections[index]?.title
    const led = report.sections.filter(section => section.distance === 0).map(section => section.title)
    expect(report.strengths[0]).toBe(area(0))
    expect(led).toEqual(expect.arrayContaining(report.strengths))
    expect(report.gaps[0]).toBe(area(4))
    expect(report.gaps).not.toContain(area(5))
  })

  // shows: A2.28
  it('shows the text of the selected option', () => {
    const [question] = report.sections[0]?.questions ?? []
    expect(question?.optionText).toBe(dama.sections[0]?.questions[0]?.options[4])
    expect(report.sections[6]?.questions[0]).toMatchObject({ option: null, optionText: null })
  })

  // shows: A2.29
  it('shows open answers unchanged, and none for an emptied one', () => {
    const withText = writeReport(dama, {
      governance_challenges: '<b>Roles</b>\ny datos',
      governance_opportunities: ' ',
    })
    expect(withText.sections[0]?.open.map(open => open.answer)).toEqual(['<b>Roles</b>\ny datos', null])
    expect(withText).toMatchObject({ completeness: 0, unknownRate: 0 })
  })

  it('describes the radar chart in a sentence', () => {
    expect(radarDescription(report.sections)).toBe(
      `El nivel más alto está en ${dama.sections[0]?.title} (5,0) y el más bajo en ${dama.sections[4]?.title} (1,0).`,
    )
    expect(radarDescription(writeReport(dama, {}).sections)).toBe('Todavía no hay respuestas con nivel.')
    expect(radarDescription(writeReport(dama, bySection(3, 3)).sections)).toMatch(/mismo nivel: 3,0/)
    expect(radarDescription(writeReport(dama, bySection(3)).sections)).toBe(
      `La única área con respuestas, ${dama.sections[0]?.title}, está en 3,0.`,
    )
  })

  it('names every area that is alike', () => {
    const levels = (...means: (number | null)[]) => means.map((mean, at) => ({ title: `Área ${at + 1}`, mean }))
    expect(radarDescription(levels(4.04, 2, 3.96, 2, null, 2, 2))).toBe(
      'El nivel más alto está en Área 1 y Área 3 (4,0) y el más bajo en Área 2, Área 4 y otras 2 áreas (2,0).',
    )
    expect(radarDescription(levels(2.04, 2))).toBe('Las áreas con respuestas tienen el mismo nivel: 2,0.')
  })
})

it.each([
  [null, 'Sin respuesta', 'neutral'],
  [6, 'Sin nivel', 'neutral'],
  [5, 'Nivel 5', 'good'],
  [4, 'Nivel 4', 'good'],
  [3, 'Nivel 3', 'fair'],
  [2, 'Nivel 2', 'poor'],
] as const)('the badge of option %s is %s', (option, label, tone) => {
  expect(questionBadge(option)).toMatchObject({ label, tone })
})

it.each([
  [null, 'En progreso'],
  [0, 'Menos de 1 min'],
  [59, 'Menos de 1 min'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [3660, '1 h 1 min'],
  [7200 + 45 * 60 + 59, '2 h 45 min'],
])('%s seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

// shows: A2.28, A9.8
it('writes dates as dd/MM/yyyy in Santiago, and none while in progress', () => {
  expect(dateText(new Date('2026-04-01T02:30:00Z'))).toBe('31/03/2026')
  expect(dateText(null)).toBe('En progreso')
})

it('shows the distance to the target', () => {
  expect([distanceText(0), distanceText(0.6), distanceText(null)]).toEqual([
    'Objetivo alcanzado',
    'A 0,6 del objetivo',
    'Sin nivel que comparar',
  ])
})
