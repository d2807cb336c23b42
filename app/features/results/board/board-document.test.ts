import { afterAll, expect, it } from 'vitest'
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

it.each(planned.flatMap(each => Object.values(PAPERS).map(paper => ({ ...each, paper }))))(
  '$id is on one page of $paper, with names of 60 characters and every figure',
  async ({ questionnaire, plan, paper }) => {
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
        content: {
          paper,
          board: boardContent(board, { company: 'Viña Los Aromos SpA', levels: report.figures.levels }),
        },
      },
      'ana',
    )
    if (!rendered.ok) throw new Error(JSON.stringify(rendered.error))
    const { pages, structure } = await readPdf(rendered.value)
    expect(pages).toHaveLength(1)
    const text = dense(pages[0] ?? '')
    expect(text).toContain(dense(board.headline))
    for (const { title, ask } of board.decisions) expect(text).toContain(dense(title + ask))
    expect(text).toContain(dense(board.method))
    expect(structure.filter(({ role }) => role === 'H1')).toHaveLength(1)
    expect(structure.filter(({ role }) => role === 'Table')).toHaveLength(2)
  },
)
