import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import type { GuideBlock } from './deliverables.ts'
import { guideDocument } from './guide-document.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

/** The pages of a guide of these parts, each as its lines. */
async function pagesOf(blocks: readonly GuideBlock[]): Promise<string[][]> {
  const guide = { title: 'Guía', label: 'Producto', blocks, brand: 'Alhena', author: 'Alhena SpA' }
  const rendered = await renderer.render(
    guideDocument({ ...guide, now: new Date('2026-11-21T15:00:00Z') }),
    randomUUID(),
  )
  if (!rendered.ok) throw new Error(JSON.stringify(rendered.error))
  return (await readPdf(rendered.value)).pages.map(page => page.split('\n'))
}

/** Sections of one line each. */
const sections = (count: number): GuideBlock[] =>
  Array.from({ length: count }, (_, at) => [{ heading: `Título ${at + 1}` }, { text: `Texto ${at + 1}` }]).flat()

describe('a guide on paper', () => {
  it('is set a little smaller where a few lines would be left over', async () => {
    const counts = await Promise.all([15, 16, 17].map(async count => (await pagesOf(sections(count))).length))
    expect(counts).toEqual([1, 1, 2])
  })

  it.each([10, 11, 12, 13, 14, 15])('keeps a heading with what stands under it, after %i sections', async count => {
    const steps = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis'].map(step => `Paso ${step}`)
    const rows = steps.map(step => [step, ''])
    const pages = await pagesOf([
      ...sections(count),
      { heading: 'Cómo se hace' },
      { steps },
      { heading: 'Registro' },
      { table: { columns: ['Qué', 'Cuándo'], rows: [...rows, ...rows, ...rows] } },
    ])
    const pageOf = (line: string) => pages.findIndex(lines => lines.some(each => each.includes(line)))
    expect(pageOf('Paso Seis')).toBe(pageOf('Cómo se hace'))
    const [head] = pages.filter(lines => lines.some(line => line.includes('Registro')))
    expect(head?.filter(line => line.includes('Paso')).length).toBeGreaterThan(1)
  })

  it('gives a short text one line, and a long one the room of its table', async () => {
    const question = 'Pregunta qué efecto tiene su conducta y cambia'
    const [page] = await pagesOf([
      {
        table: {
          columns: ['N.º', 'Minutos', 'Lo que has visto', 'De 1 a 5'],
          rows: [['1', '10 a 13', question, '']],
        },
      },
    ])
    expect(page?.join('\n')).toContain(`10 a 13 ${question}`)
  })
})
