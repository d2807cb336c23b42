import { afterAll, describe, expect, it } from 'vitest'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { makeBoard } from '#app/features/results/board/board.ts'
import type { BoardDecision } from '#app/features/results/board/decisions.ts'
import { makePlan } from '#app/features/results/plan/action-plan.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { countsFromTallies } from '#app/features/results/plan/plan-counts.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { type ReadPdf, readPdf } from '#tests/support/read-pdf.ts'
import { tallyPeople } from '#tests/support/tallies.ts'
import { writeConsolidated } from './consolidated.ts'
import { APPENDIX } from './consolidated-areas.ts'
import type { ShownReport } from './consolidated-chapters.ts'
import { consolidatedDocument } from './consolidated-document.ts'

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

const optionOf = (lean: number, one: number, at: number, section: number): number =>
  (one + at * 5) % 17 === 0
    ? 6
    : Math.min(5, Math.max(1, lean + ((one * 3 + at + section) % 4) - 1 - (one % 3 === 0 ? 1 : 0)))

type Asked = { lean: number; mode: ResultMode; count?: number }

/** Results of people who lean to a level, with a plan and two texts for each open question. */
function shown({ questionnaire, plan }: (typeof planned)[number], { lean, mode, count = 15 }: Asked): ShownReport {
  const tallies = tallyPeople(questionnaire, peopleOf(questionnaire, lean, count))
  const texts = questionnaire.sections.flatMap(({ openQuestions }) =>
    openQuestions.map(({ field }) => ({ field, text: `Falta acordar quién responde por ${field}`, total: count })),
  )
  const counts = countsFromTallies({ ...tallies, people: count }, mode)
  const { questions: _questions, ...shownPlan } = makePlan({ questionnaire, plan, counts, people: count, mode })
  return {
    item: {
      id: 'i',
      product: questionnaire.title,
      order_number: 'ALH-2026-000123',
      seats: count,
      mode,
      measured_at: new Date('2026-11-20T15:00:00Z'),
      frozen: true,
    },
    participation: { seats: count, invited: count, started: null, completed: count },
    waiting: 0,
    rounds: [],
    round: null,
    figures: writeConsolidated(questionnaire, { ...tallies, texts }, mode),
    baselines: [],
    selected: null,
    comparison: null,
    plan: shownPlan,
  }
}

const peopleOf = ({ sections }: Questionnaire, lean: number, count: number) => {
  const fields = sections.flatMap(({ questions }, section) => questions.map(({ field }) => ({ field, section })))
  return Array.from({ length: count }, (_, one) => ({
    area: ['Finanzas', 'Ventas', 'Tecnología'][one % 3] ?? '',
    position: one % 2 === 0 ? 'gerente' : 'analista',
    answers: Object.fromEntries(
      fields.map(({ field, section }, at) => [field, one === 0 && count > 100 ? 5 : optionOf(lean, one, at, section)]),
    ),
  }))
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

/** A confidential one says its rules as well. */
const MOST_PAGES = { nominative: 12, confidential: 13 } as const

const MODES = ['nominative', 'confidential'] as const

describe('a consolidated report', () => {
  it.each(MODES.flatMap(mode => [1, 2, 3, 4].map(lean => ({ mode, lean }))))(
    'of DAMA has a dozen filled pages before its appendix: $mode, level $lean',
    async ({ mode, lean }) => {
      const read = await typeset(shown(dama, { lean, mode }))
      const { at, isShared } = appendixOf(read)
      expect(at).toBeGreaterThan(5)
      expect(at + Number(isShared)).toBeLessThanOrEqual(MOST_PAGES[mode])
      for (const [page, places] of read.places.slice(1, at).entries())
        expect(emptyPart(places), `page ${page + 2}`).toBeLessThan(1 / 3)
    },
  )

  it('begins with the page for a board, across, and its facts above the contents', async () => {
    const report = shown(dama, { lean: 2, mode: 'nominative' })
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
    const report = shown(dama, { lean: 2, mode: 'nominative' })
    const written = { title: 'Contratar a alguien', ask: 'Aprobar el cargo.', who: 'Rosa Pino', work: '', due_on: null }
    const [first] = (await typeset(report, [written])).pages.map(dense)
    expect(first).toContain(dense('Contratar a alguien Aprobar el cargo. Responde: Rosa Pino'))
    for (const { title } of makeBoard(report, now).decisions) expect(first).not.toContain(dense(title))
    expect((await typeset(report, [])).pages[0]).not.toContain('Responde')
  })

  it('has the number of each option in its part of a bar, where there is room', async () => {
    const report = shown(dama, { lean: 1, mode: 'nominative', count: 300 })
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
