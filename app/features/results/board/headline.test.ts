import { describe, expect, it } from 'vitest'
import type { Change } from '#app/features/results/change/change.ts'
import type { Baseline } from '#app/features/results/change/comparison.ts'
import type { ConsolidatedFigures, Priority } from '#app/features/results/consolidated/consolidated.ts'
import type { GroupRow, GroupTable } from '#app/features/results/consolidated/group-table.ts'
import { scoreMean } from '#app/features/results/scoring.ts'
import { type Headlined, spanText, writeHeadline } from './headline.ts'

const AREAS = ['Gobierno de Datos', 'Calidad de Datos']

const group = (name: string, people: number, means: readonly (number | null)[]): GroupRow => {
  const [overall = scoreMean(null), ...sections] = means.map(scoreMean)
  return { name, people, overall, sections }
}
const table = (by: GroupTable['by'], groups: GroupRow[] = [], rest: GroupRow | null = null): GroupTable => ({
  by,
  groups,
  rest,
  others: 0,
  between: [],
})
const priority = (area: string, mean: number, distance: number) => ({ area, mean, distance }) as Priority

type Case = { mean?: number | null; areas?: GroupTable; positions?: GroupTable; priorities?: Priority[] }
const figures = ({ mean = 2.8, areas, positions, priorities = [] }: Case): Headlined['figures'] => ({
  overall: { ...scoreMean(mean), word: '', deviation: null, people: 12 },
  sections: AREAS.map(title => ({ title, ...scoreMean(mean) })) as ConsolidatedFigures['sections'],
  areas: areas ?? table('area'),
  positions: positions ?? table('position'),
  priorities,
})

const measuredAt = new Date('2026-11-21T15:00:00Z')
const baseline = { measured_at: new Date('2025-11-20T15:00:00Z') } as Baseline
const change = (before: number, now: number, low: number, high: number): Change => ({
  before,
  now,
  change: Number((now - before).toFixed(1)),
  interval: { low, high },
  pairs: null,
})
const headline = (of: Case, comparison: Headlined['comparison'] = null) =>
  writeHeadline({ figures: figures(of), comparison, measuredAt })

const quality = priority('Calidad de Datos', 2.3, 1.7)
const apart = table('area', [
  group('Tecnología', 8, [3.4, 3.6, 3.2]),
  group('Comercial', 5, [2.2, 2.9, 1.9]),
  group('Personas', 4, [1, 1, 1]),
])

describe('the headline', () => {
  it('says a clear change before anything else, and what is still missing', () => {
    const sections = [{ area: 'Gobierno de Datos', ...change(2, 3.4, 0.9, 1.8) }]
    const compared = { baseline, overall: change(2.2, 2.8, 0.3, 0.9), sections }
    expect(headline({ areas: apart, priorities: [quality] }, compared)).toBe(
      'De 2,2 a 2,8 en un año; Calidad de Datos sigue 1,7 bajo su objetivo',
    )
    expect(headline({}, compared)).toBe('De 2,2 a 2,8 en un año; todas las áreas alcanzan su objetivo')
  })

  it('says a clear fall as well', () => {
    const compared = { baseline, overall: change(3.1, 2.6, -0.8, -0.2), sections: [] }
    expect(headline({ priorities: [quality] }, compared)).toBe(
      'De 3,1 a 2,6 en un año; Calidad de Datos sigue 1,7 bajo su objetivo',
    )
  })

  it('names the area that changed most where the general level did not', () => {
    const sections = [
      { area: 'Gobierno de Datos', ...change(2, 2.4, 0.1, 0.7) },
      { area: 'Calidad de Datos', ...change(1.5, 2.3, 0.4, 1.2) },
    ]
    const compared = { baseline, overall: change(2.6, 2.8, -0.1, 0.5), sections }
    expect(headline({ priorities: [quality] }, compared)).toBe(
      'Calidad de Datos, de 1,5 a 2,3 en un año; sigue 1,7 bajo su objetivo',
    )
  })

  it.each([
    ['too small to be called one', change(2.6, 2.8, 0.05, 0.35)],
    ['whose interval has 0', change(2.2, 2.8, -0.1, 1.3)],
    ['without an interval', { ...change(2.2, 2.8, 0, 0), interval: null }],
  ])('is silent about a change %s', (_, overall) => {
    expect(headline({ areas: apart }, { baseline, overall, sections: [] })).toBe(
      'Tecnología y Comercial ven distinto Calidad de Datos: 3,2 y 1,9',
    )
  })

  it('speaks of no group of fewer than five, and of none that is what is left', () => {
    const rest = group('Otras áreas', 9, [1, 1, 1])
    expect(headline({ areas: table('area', apart.groups.slice(0, 1), rest), priorities: [quality] })).toBe(
      'Lo primero es Calidad de Datos: está en 2,3, a 1,7 de su objetivo',
    )
    expect(headline({ areas: table('area', apart.groups.slice(1)), priorities: [quality] })).toMatch(/^Lo primero/)
  })

  it('takes a difference of one level as it is shown, and none below', () => {
    const near = (low: number) =>
      table('position', [group('Gerencia', 5, [3.4, 3, 3]), group('Analista', 5, [low, 3, 3])])
    expect(headline({ positions: near(2.4) })).toBe('Gerencia y Analista ven distinto el nivel general: 3,4 y 2,4')
    expect(headline({ positions: near(2.5) })).toBe('El nivel general es 2,8, y todas sus áreas alcanzan su objetivo')
  })

  it('leaves out cells without a level', () => {
    const hidden = table('area', [group('Tecnología', 8, [3, 3, null]), group('Comercial', 5, [2.5, 3, 1])])
    expect(headline({ areas: hidden, priorities: [quality] })).toMatch(/^Lo primero/)
  })

  it('says so where there are no levels', () => {
    expect(headline({ mean: null })).toMatch(/^Todavía no hay niveles/)
  })
})

it.each([
  [0, '1 día'],
  [1, '1 día'],
  [13, '13 días'],
  [14, '2 semanas'],
  [44, '6 semanas'],
  [60, '2 meses'],
  [183, '6 meses'],
  [320, 'un año'],
  [366, 'un año'],
  [400, 'un año'],
  [430, '14 meses'],
  [700, '23 meses'],
  [731, '2 años'],
  [1100, '3 años'],
])('%i days are %s', (days, text) => {
  expect(spanText(new Date(measuredAt.getTime() - days * 86_400_000), measuredAt)).toBe(text)
})
