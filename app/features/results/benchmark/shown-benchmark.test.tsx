import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { longReport } from '#app/features/results/board/board.test-support.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import { boardContent } from '#app/features/results/board/board-content.ts'
import type { ShownReport } from '#app/features/results/consolidated/consolidated-chapters.ts'
import { consolidatedDocument } from '#app/features/results/consolidated/consolidated-document.ts'
import { consolidatedSheets } from '#app/features/results/consolidated/consolidated-sheets.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { type Benchmark, medianText, missingText, sectionRange } from './benchmark.ts'
import { BenchmarkNote, SectorRange } from './sector-range.tsx'
import { showBenchmark } from './shown-benchmark.server.ts'
import { askedDigest } from './votes.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const [first] = planned
if (!first) throw new Error('There is no questionnaire')
const { questionnaire } = first

const shown: Benchmark = {
  state: 'shown',
  sector: 'trade',
  size: null,
  organisations: 14,
  quarter: '2026-10-01',
  areas: [0, ...questionnaire.sections.map(({ id }) => id)].map(section => ({
    section,
    q1: 2.1,
    median: 2.6,
    q3: 3.1,
  })),
}
const report: ShownReport = { ...longReport({ ...first, groups: 3, each: 6 }), benchmark: shown }

const render = (element: React.ReactElement) => {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Stub />)
    .replaceAll(/<[^>]*>/g, '¦')
    .replaceAll(/¦+/g, '¦')
}

describe('the range of a sector', () => {
  it('stands beside the own level of an area, in words as well', () => {
    const text = render(<SectorRange benchmark={shown} section={1} level={2.4} />)
    expect(text).toContain('Tu sector: 2,1 – 2,6 – 3,1')
    expect(text).toContain('Primer cuartil 2,1, mediana 2,6, tercer cuartil 3,1; tu nivel 2,4')
    expect(render(<SectorRange benchmark={null} section={1} level={2.4} />)).toBe('')
    expect(sectionRange({ ...shown, size: 'small' }, 1)).toBe('Tu sector y tamaño: 2,1 – 2,6 – 3,1')
  })

  it('says of how many organisations and when, what is missing, or how to take part', () => {
    expect(render(<BenchmarkNote benchmark={shown} />)).toContain(
      'Tu sector: Comercio. Primer cuartil, mediana y tercer cuartil de 14 organizaciones, calculados el 01-10-2026',
    )
    const missing = { state: 'missing', sector: 'trade', missing: 3, countedFrom: null } as const
    expect(missingText(missing)).toBe('Faltan 3 organizaciones de tu sector para comparar.')
    expect(missingText({ ...missing, missing: 1 })).toBe('Falta una organización de tu sector para comparar.')
    expect(missingText({ ...missing, missing: 0, countedFrom: '2027-01-01' })).toBe(
      'Tu sector ya tiene comparación. La tuya cuenta en el primer cálculo desde el 01-01-2027 en que tenga una medición de 5 personas distintas o más.',
    )
    expect(render(<BenchmarkNote benchmark={{ state: 'offer', organisation: 'x' }} />)).toContain(
      'Comparar con mi sector',
    )
    expect(render(<BenchmarkNote benchmark={null} />)).toBe('')
  })

  it('is one line for a board, on the page and on paper', () => {
    const board = makeBoard(report, NOW)
    expect(board.sector).toBe('Mediana del sector: 2,6 (14 organizaciones)')
    expect(boardContent(board, { company: null, levels: report.figures.levels }).since).toContain(board.sector)
    expect(medianText({ state: 'offer', organisation: 'x' })).toBe('')
  })

  it('is in the chapter of areas of the report and in columns of the workbook', () => {
    const { content } = consolidatedDocument(report, { brand: 'Alhena', author: 'Alhena', company: null, now: NOW })
    const levels = content.chapters.find(({ title }) => title === 'Nivel por área')
    expect(JSON.stringify(levels)).toContain('Tu sector: 2,1 – 2,6 – 3,1')
    expect(JSON.stringify(levels)).toContain('de 14 organizaciones')
    const areas = (of: ShownReport) => consolidatedSheets(of, makeBoard(of, NOW)).find(({ name }) => name === 'Áreas')
    const labels = areas(report)?.columns.map(({ label }) => label) ?? []
    expect(labels.slice(-4)).toEqual([
      'Sector: primer cuartil',
      'Sector: mediana',
      'Sector: tercer cuartil',
      'Sector: organizaciones',
    ])
    expect(areas(report)?.rows[0]?.slice(-4)).toEqual([2.1, 2.6, 3.1, 14])
    const missing: Benchmark = { state: 'missing', sector: 'trade', missing: 3, countedFrom: null }
    expect(areas({ ...report, benchmark: missing })?.columns).toHaveLength(labels.length - 4)
  })

  it('is left out beside levels of other questions', () => {
    const stored = { ...shown, asked: askedDigest(questionnaire) }
    expect(showBenchmark(stored, questionnaire)).toEqual(shown)
    const [section, ...others] = questionnaire.sections
    if (!section) throw new Error('There is no area')
    const other = { ...questionnaire, sections: [{ ...section, questions: section.questions.slice(1) }, ...others] }
    expect(showBenchmark(stored, other)).toBeNull()
    // A new title or target asks the same.
    expect(showBenchmark(stored, { ...questionnaire, version: 9 })).toEqual(shown)
  })
})
