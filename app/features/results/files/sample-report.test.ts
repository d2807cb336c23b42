import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProduct } from '#app/features/catalogue/catalogue.server.ts'
import { sampleLevels } from '#app/features/catalogue/pictures/sample-levels.ts'
import { findNewestQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { createPdfRenderer, type PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { makeSampleReport } from './make-report.server.ts'
import { sampleDocument } from './sample-document.ts'

const now = new Date('2026-11-21T15:00:00Z')
const renderer = createPdfRenderer()
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => Promise.all([renderer.close(), database.close()]))

async function product(slug: string) {
  const found = await findProduct(database.db, slug)
  if (!found) throw new Error(`No product ${slug}`)
  return found
}

describe('a sample report', () => {
  it('says that its data are invented, and names areas, questions and steps of its questionnaire', async () => {
    const made = await makeSampleReport({ db: database.db, pdf: renderer, now }, await product('agilidad'))
    if (!made?.ok) throw new Error(JSON.stringify(made))
    const { pages, title } = await readPdf(made.value)
    const text = pages.join(' ').replaceAll(/\s+/g, ' ')
    expect(title).toMatch(/^Informe de ejemplo: /)
    expect(text.match(/Ejemplo con datos inventados/g)?.length).toBeGreaterThan(pages.length - 2)
    expect(text).not.toMatch(/NaN|undefined|null|Confidencial/)
    const questionnaire = await findNewestQuestionnaire(database.db, 'agilidad')
    const dense = text.replaceAll(' ', '')
    for (const { title: area, questions } of questionnaire?.sections ?? []) {
      for (const part of [area, questions[0]?.text ?? '']) expect(dense).toContain(part.replaceAll(' ', ''))
    }
    for (const part of ['Tres próximos pasos', 'Esta semana', 'Responsable']) expect(text).toContain(part)
  })

  it('names the guides that come with its result, and none of their texts', async () => {
    const made = await makeSampleReport({ db: database.db, pdf: renderer, now }, await product('agilidad'))
    if (!made?.ok) throw new Error(JSON.stringify(made))
    const text = (await readPdf(made.value)).pages.join(' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('Guías que acompañan este resultado')
    expect(text).toContain('Retrospectiva de 90 minutos con tus resultados')
    // Of the sheets for an area, the one of the lowest.
    expect(text.match(/Hoja de trabajo:/g)).toHaveLength(1)
    expect(text).not.toContain('Antes: 30 minutos de quien conduce')
  })

  it('has the levels of the sample on the page of each product', async () => {
    const products = await database.db
      .selectFrom('assessments')
      .select(['slug', 'name', 'questionnaire_id'])
      .where('questionnaire_id', 'is not', null)
      .execute()
    expect(products.length).toBeGreaterThan(10)
    for (const { slug, name, questionnaire_id: id } of products) {
      const questionnaire = await findNewestQuestionnaire(database.db, id ?? '')
      if (!questionnaire) throw new Error(`No questionnaire ${id}`)
      const { content } = sampleDocument({ slug, name, questionnaire }, { brand: 'A', author: 'B', now })
      const shown = content.cover.radar.areas.map(({ level }) => level ?? 0)
      const page = sampleLevels(slug, questionnaire.sections.length)
      for (const [index, level] of shown.entries()) {
        const count = questionnaire.sections[index]?.questions.length ?? 1
        expect(Math.abs(level - (page[index] ?? 0)), `${slug}, area ${index + 1}`).toBeLessThanOrEqual(
          0.5 / count + 1e-9,
        )
      }
    }
  })

  it('is rendered once for everybody, and again after a failure', async () => {
    const busy = createPdfRenderer({ maxWaiting: 0 })
    let renders = 0
    const counted: PdfRenderer = {
      ...renderer,
      render: (document, owner) => {
        renders += 1
        return renderer.render(document, owner)
      },
    }
    const dama = await product('dama-assessment')
    const make = (pdf: PdfRenderer) => makeSampleReport({ db: database.db, pdf, now }, dama)
    expect(await make(busy)).toEqual({ ok: false, error: { code: 'busy' } })
    expect(await Promise.all([make(counted), make(counted)])).toMatchObject([{ ok: true }, { ok: true }])
    expect(await make(counted)).toMatchObject({ ok: true })
    expect(renders).toBe(1)
    await busy.close()
  })

  it('is not made for a product without questionnaire', async () => {
    expect(
      await makeSampleReport({ db: database.db, pdf: renderer, now }, await product('taller-kanban')),
    ).toBeUndefined()
  })
})
