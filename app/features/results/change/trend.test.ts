import { expect, it } from 'vitest'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'
import { writeConsolidated } from '#app/features/results/consolidated/consolidated.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import data from '#content/dama-dmbok2.es.json' with { type: 'json' }
import type { Baseline } from './comparison.ts'
import { writeTrend } from './trend.server.ts'
import { trendBaselines, trendLine, trendRows } from './trend.ts'

const dama = questionnaireSchema.parse(data)
const NOBODY = { scored: 0, sum: 0, squares: 0 }
const NONE = { people: 6, overall: NOBODY, sections: [], options: [], texts: [], groups: [] }

/** A measurement of which only the level is of interest. @param mean in general and of each area */
function measured(
  day: string,
  mean: number | null,
  questionnaire: Questionnaire = dama,
  mode: ResultMode = 'nominative',
) {
  const figures = writeConsolidated(questionnaire, NONE, mode)
  const overall = { ...figures.overall, mean }
  const sections = figures.sections.map(section => ({ ...section, mean }))
  return {
    questionnaire,
    figures: { ...figures, overall, sections },
    tallies: { overall: NOBODY, sections: [] },
    mode,
    order_number: day,
    round: null,
    measured_at: new Date(`${day}T15:00:00Z`),
  }
}

const other: Questionnaire = {
  ...dama,
  sections: dama.sections.map((section, at) =>
    at === 0 ? { ...section, questions: section.questions.slice(1) } : section,
  ),
}

it('measurements follow each other in time, and what asked something else has no level', () => {
  const trend = writeTrend(measured('2026-03-03', 3.1), [
    measured('2025-03-03', 2.4, other),
    measured('2024-03-03', 2.1),
    measured('2023-03-03', null, dama, 'confidential'),
  ])
  if (!trend) throw new Error('There is no trend')
  expect(trendRows(trend).slice(0, 4)).toEqual([
    { name: 'Personas', cells: ['6', '6', '6', '6'] },
    { name: 'Nivel general', cells: ['sin detalle', '2,1', 'otras preguntas', '3,1'] },
    { name: dama.sections[0]?.title, cells: ['sin detalle', '2,1', 'otras preguntas', '3,1'] },
    { name: dama.sections[1]?.title, cells: ['sin detalle', '2,1', '2,4', '3,1'] },
  ])
  expect(trendLine(trend)).toMatchObject({
    points: [{ value: null }, { value: 2.1 }, { value: null }, { value: 3.1 }],
    alt: 'Línea del nivel general, de 1 a 5: 03-03-2023, sin detalle; 03-03-2024, 2,1; 03-03-2025, otras preguntas; 03-03-2026, 3,1.',
  })
})

it('two are no trend, and no line has fewer than two levels', () => {
  expect(writeTrend(measured('2026-03-03', 3.1), [measured('2025-03-03', 2.4)])).toBeNull()
  const trend = writeTrend(measured('2026-03-03', 3.1), [
    measured('2025-03-03', 2, other),
    measured('2024-03-03', null),
  ])
  expect(trend && trendLine(trend)).toBeNull()
})

it('of each purchase the round of most people counts, and the newest five purchases', () => {
  const baseline = (id: string, year: number, people: number, round_number: number | null = null): Baseline => ({
    order_item_id: id,
    round_number,
    product: 'DAMA',
    order_number: id,
    measured_at: new Date(`${year}-03-03T15:00:00Z`),
    people,
    common: null,
  })
  const found = trendBaselines([
    baseline('a', 2019, 9),
    baseline('b', 2020, 9),
    baseline('c', 2021, 8, 1),
    baseline('c', 2025, 6, 2),
    baseline('d', 2022, 8, 1),
    baseline('d', 2023, 8, 2),
    ...['e', 'f'].map(id => baseline(id, 2024, 3)),
  ])
  expect(found.map(each => [each.order_item_id, each.round_number])).toEqual([
    ['e', null],
    ['f', null],
    ['d', 2],
    ['c', 1],
    ['b', null],
  ])
})
