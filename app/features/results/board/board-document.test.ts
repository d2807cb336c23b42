import { afterAll, expect, it } from 'vitest'
import { holderWith, LONG_NAME } from '#app/features/organisations/logo/logo.test-support.ts'
import { logoContent } from '#app/features/organisations/logo/logo.ts'
import { preparedBy } from '#app/features/results/files/prepared.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { longReport } from './board.test-support.ts'
import { makeBoard } from './board.ts'
import { boardContent } from './board-content.ts'
import { PAPERS } from './papers.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

const now = new Date('2026-11-21T15:00:00Z')
const dense = (text: string) => text.replaceAll(/\s+|-(?=\n)/g, '')

/** Logos of the widest, the tallest and the usual shape. */
const SHAPES = [
  { shape: 'no logo', pixels: undefined },
  { shape: 'a logo of 20:1', pixels: [4000, 200] },
  { shape: 'a logo of 1:20', pixels: [100, 2000] },
  { shape: 'a usual logo', pixels: [1200, 480] },
  { shape: 'a usual logo and a consultant', pixels: [1200, 480], consultant: LONG_NAME },
] as const

const cases = planned.flatMap(each =>
  Object.values(PAPERS).flatMap(paper => SHAPES.map(shaped => ({ ...each, ...shaped, paper }))),
)

it.each(cases)(
  '$id is on one page of $paper, with names of 60 characters, every figure and $shape',
  async ({ questionnaire, plan, paper, pixels, ...shaped }) => {
    const holder = pixels && (await holderWith(pixels[0], pixels[1]))
    const { prepared } = preparedBy(holder && { ...holder, ...('consultant' in shaped && { consultant: LONG_NAME }) })
    const report = longReport({ questionnaire, plan, groups: 9, each: 6 })
    const board = makeBoard(report, now)
    const rendered = await renderer.render(
      {
        template: 'board',
        title: 'Una página',
        subject: board.headline,
        author: 'Vendedora SpA',
        brand: 'Alhena',
        footer: '',
        createdAt: now,
        logo: holder?.logo?.png,
        ...(prepared && { prepared }),
        content: {
          paper,
          board: boardContent(board, { company: LONG_NAME, logo: logoContent(holder), levels: report.figures.levels }),
        },
      },
      'ana',
    )
    if (!rendered.ok) throw new Error(JSON.stringify(rendered.error))
    const { pages, places, structure } = await readPdf(rendered.value)
    expect(pages).toHaveLength(1)
    const text = dense(pages[0] ?? '')
    expect(text).toContain(dense(board.headline))
    for (const { title, ask } of board.decisions) expect(text).toContain(dense(title + ask))
    expect(text).toContain(dense(board.method))
    expect(text).toContain(dense(LONG_NAME))
    expect(text.includes(dense(prepared?.by ?? 'Preparado por'))).toBe(prepared !== undefined)
    expect(text.includes('Alhena')).toBe(prepared === undefined)
    // The method stands at the foot, and everything else above it.
    const texts = places[0]?.texts ?? []
    const foot = texts.findLastIndex(
      (_, at) =>
        dense(
          texts
            .slice(at)
            .map(each => each.text)
            .join(''),
        ) === dense(board.method),
    )
    expect(foot).toBeGreaterThan(0)
    expect(Math.max(...texts.slice(0, foot).map(({ y }) => y))).toBeLessThan(texts[foot]?.y ?? 0)
    const figures = structure.filter(({ role }) => role === 'Figure')
    expect(figures.map(({ alt }) => alt)).toEqual(pixels ? [`Logo de ${LONG_NAME}`] : [])
    expect(structure.filter(({ role }) => role === 'H1')).toHaveLength(1)
    expect(structure.filter(({ role }) => role === 'Table')).toHaveLength(2)
  },
)
