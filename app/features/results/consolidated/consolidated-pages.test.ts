import { afterAll, describe, expect, it } from 'vitest'
import { makeBoard } from '#app/features/results/board/board.ts'
import type { BoardDecision } from '#app/features/results/board/decisions.ts'
import { changeText, intervalText } from '#app/features/results/change/change.ts'
import { changeRows } from '#app/features/results/change/comparison.ts'
import { trendRows } from '#app/features/results/change/trend.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { listEntries, measureTexts } from '#app/features/results/plan/plan-texts.ts'
import { STATES } from '#app/features/results/plan-actions/plan-actions.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { type ReadPdf, readPdf } from '#tests/support/read-pdf.ts'
import { APPENDIX } from './consolidated-areas.ts'
import type { ShownReport } from './consolidated-chapters.ts'
import { consolidatedDocument } from './consolidated-document.ts'
import { fullReport } from './full-report.test-support.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

const now = new Date('2026-11-21T15:00:00Z')
const made = { brand: 'Alhena', author: 'Vendedora SpA', company: 'Viña Los Aromos SpA', now }
/** Without spaces and hyphens: a reader takes all hyphens of a page with parted words for such that part one. */
const dense = (text: string) => text.replaceAll(/[\s-]+/g, '')

/** Where chapters begin and end on a page, from its edges, in points (documents/report.typ). */
const [TOP, FOOT] = [66, 60]
/** Of a bar of all answers. */
const WIDTH = 460

const dama = planned.find(({ id }) => id === 'dama-dmbok2') ?? fail()
function fail(): never {
  throw new Error('There is no DAMA')
}

async function typeset(report: ShownReport, decisions?: readonly BoardDecision[]): Promise<ReadPdf> {
  const rendered = await renderer.render(consolidatedDocument(report, { ...made, decisions }), 'ana')
  if (!rendered.ok) throw new Error(JSON.stringify(rendered.error))
  return readPdf(rendered.value)
}

/** The page (from 0) on which the appendix begins, and whether something else stands above it. */
function appendixOf({ pages }: ReadPdf): { at: number; isShared: boolean } {
  const lines = pages.map(page => page.split('\n'))
  const at = lines.findIndex((page, index) => index > 1 && page.includes(APPENDIX))
  // Above it there are the two lines of the page's head.
  return { at, isShared: (lines[at]?.indexOf(APPENDIX) ?? 0) > 2 }
}

/** Which part of a page is empty beneath its last text, 0 to 1. */
function emptyPart({ height, texts }: ReadPdf['places'][number]): number {
  const last = Math.max(...texts.map(({ y }) => y).filter(y => y < height - FOOT))
  return (height - FOOT - last) / (height - FOOT - TOP)
}

const MOST_PAGES = 12
/** A page has no more than this part empty beneath its last text. */
const MOST_EMPTY = 1 / 3

const MODES = ['nominative', 'confidential'] as const
const cases = [true, false].flatMap(isFull =>
  MODES.flatMap(mode => [1, 2, 3, 4].map(lean => ({ mode, lean, isFull, all: isFull ? 'everything' : 'no more' }))),
)

describe('a consolidated report', () => {
  it.each(cases)(
    'of DAMA with $all has a dozen filled pages before its appendix, and filled ones in it: $mode, level $lean',
    async ({ mode, lean, isFull }) => {
      const read = await typeset(fullReport(dama, { lean, mode, isFull }))
      const { at, isShared } = appendixOf(read)
      expect(at).toBeGreaterThan(5)
      expect(at + Number(isShared)).toBeLessThanOrEqual(MOST_PAGES)
      // The last page before the appendix may end early, and so may the last one.
      const isEnd = (page: number) => page === read.pages.length - 1 || (page === at - 1 && !isShared)
      for (const [page, places] of read.places.entries())
        if (page > 0 && !isEnd(page)) expect(emptyPart(places), `page ${page + 1}`).toBeLessThan(MOST_EMPTY)
    },
  )

  it('has all that there is to know of a full one, the plan as a table and step by step', async () => {
    const report = fullReport(dama, { lean: 2, mode: 'nominative' })
    const read = await typeset(report)
    const { at } = appendixOf(read)
    const [before, appendix] = [read.pages.slice(2, at + 1), read.pages.slice(at)].map(pages =>
      dense(pages.join('\n').replaceAll(/\nPágina \d+ de \d+\n/g, '\n')),
    )
    const entries = report.plan ? listEntries(report.plan) : []
    expect(entries).toHaveLength(13)
    for (const { title, action, work } of entries) {
      const row = [title, work?.owner?.name ?? 'Sin responsable', work?.due_on ? formatDay(work.due_on) : 'Sin fecha']
      for (const text of [...row, ...(work ? [STATES[work.state]] : []), ...(action ? measureTexts(action) : [])])
        expect(before).toContain(dense(text))
      for (const text of action?.step?.how ?? []) expect(appendix).toContain(dense(text))
    }
    const { comparison, trend } = report
    if (!comparison?.finished || !trend) throw new Error('Nothing is compared')
    expect(comparison.finished.actions.length).toBeGreaterThan(2)
    for (const row of changeRows(comparison))
      expect(before).toContain(
        dense(
          [row.area, formatLevel(row.before), formatLevel(row.now), changeText(row), intervalText(row.interval)].join(
            '',
          ),
        ),
      )
    for (const { name, cells } of trendRows(trend)) expect(before).toContain(dense(name + cells.join('')))
    expect(appendix).toContain(dense('Temas que se repiten responsables en 6 de 15 textos'))
    expect(read.structure.filter(({ role, alt }) => role === 'Figure' && alt?.startsWith('Radar'))).toHaveLength(2)
  })

  it('begins with the page for a board, across, and its facts above the contents', async () => {
    const report = fullReport(dama, { lean: 2, mode: 'nominative', isFull: false })
    const board = makeBoard(report, now)
    const { pages, places, structure } = await typeset(report)
    const [first, contents] = pages.map(dense)
    expect(places.map(({ width, height }) => width > height)).toEqual(pages.map((_, at) => at === 0))
    expect(new Set(places.flatMap(({ width, height }) => [width, height].map(Math.round)))).toEqual(new Set([595, 842]))
    for (const text of [board.headline, board.method, ...board.decisions.flatMap(({ title, ask }) => [title, ask])])
      expect(first).toContain(dense(text))
    expect(board.decisions).toHaveLength(3)
    for (const text of [
      'Empresa Viña Los Aromos SpA',
      'Orden ALH-2026-000123',
      'Modo Nominativo',
      'Participación 15 de 15 personas',
      'Informe emitido 21 de noviembre de 2026',
    ])
      expect(contents).toContain(dense(text))
    expect(structure.find(({ role }) => role.startsWith('H'))?.role).toBe('H1')
  })

  it('asks for the decisions that somebody wrote, and for none where they want none', async () => {
    const report = fullReport(dama, { lean: 2, mode: 'nominative', isFull: false })
    const written = { title: 'Contratar a alguien', ask: 'Aprobar el cargo.', who: 'Rosa Pino', work: '', due_on: null }
    const [first] = (await typeset(report, [written])).pages.map(dense)
    expect(first).toContain(dense('Contratar a alguien Aprobar el cargo. Responde: Rosa Pino'))
    for (const { title } of makeBoard(report, now).decisions) expect(first).not.toContain(dense(title))
    expect((await typeset(report, [])).pages[0]).not.toContain('Responde')
  })

  it('has the number of each option in its part of a bar, where there is room', async () => {
    const report = fullReport(dama, { lean: 1, mode: 'nominative', count: 300, isFull: false })
    const text = dense((await typeset(report)).pages.join('\n'))
    const marks = report.figures.sections.flatMap(({ questions }) =>
      questions.map(({ distribution }) =>
        distribution
          .map(({ option, people }) => (people * WIDTH < 300 * 10 ? '' : option === 6 ? '?' : option))
          .join(''),
      ),
    )
    const drawn = [...text.matchAll(/Promedio[^P]{3,60}?\)((?:[1-5])*\??)Nivel1/g)].map(([, found]) => found)
    expect(drawn).toEqual(marks)
    // One of 300 chose level 5: their part is too narrow.
    expect(new Set(marks)).toEqual(new Set(['123?']))
  })
})
