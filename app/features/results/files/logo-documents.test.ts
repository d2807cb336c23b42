import { afterAll, expect, it } from 'vitest'
import { holderWith, LONG_NAME } from '#app/features/organisations/logo/logo.test-support.ts'
import { longReport } from '#app/features/results/board/board.test-support.ts'
import { consolidatedDocument } from '#app/features/results/consolidated/consolidated-document.ts'
import { planned } from '#app/features/results/plan/plan.test-support.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { preparedBy } from './prepared.ts'
import { sampleDocument } from './sample-document.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

const made = { brand: 'Alhena', author: 'Vendedora SpA', now: new Date('2026-11-21T15:00:00Z') }
const dense = (text = '') => text.replaceAll(/\s+/g, '')
const [first] = planned
if (!first) throw new Error('The shop has no questionnaires')
const { questionnaire, plan } = first

const consolidated = (holder: Awaited<ReturnType<typeof holderWith>> | undefined) =>
  consolidatedDocument(longReport({ questionnaire, plan, groups: 3, each: 6 }), {
    ...made,
    company: holder?.name ?? null,
    holder,
  })

async function read(document: Parameters<typeof renderer.render>[0]) {
  const rendered = await renderer.render(document, 'ana')
  if (!rendered.ok) throw new Error(JSON.stringify(rendered.error))
  return readPdf(rendered.value)
}

const alts = ({ structure }: Awaited<ReturnType<typeof read>>) =>
  structure.flatMap(({ role, alt }) => (role === 'Figure' && alt?.startsWith('Logo') ? [alt] : []))

it('consolidated results begin with the logo beside the name, and have it once', async () => {
  const report = await read(consolidated(await holderWith(1200, 480)))
  expect(alts(report)).toEqual([`Logo de ${LONG_NAME}`])
  expect(dense(report.pages[0])).toContain(dense(LONG_NAME))
  expect(report.pages[1]).toContain('Contenido')
})

it('a person’s report has it on its cover, whatever its shape and however long the names are', async () => {
  const sample = sampleDocument(
    { slug: 'x', name: `${LONG_NAME} y Comercializadoras Asociadas`, questionnaire, plan, guides: [] },
    made,
  )
  for (const [width, height] of [
    [4000, 200],
    [100, 2000],
  ] as const) {
    const holder = await holderWith(width, height)
    const { content } = sample
    const logo = { alt: `Logo de ${holder.name}`, width: holder.logo?.width ?? 0, height: holder.logo?.height ?? 0 }
    const report = await read({
      ...sample,
      logo: holder.logo?.png,
      content: { ...content, cover: { ...content.cover, holder: { name: holder.name, logo } } },
    })
    expect(alts(report)).toEqual([logo.alt])
    expect(dense(report.pages[0])).toContain(dense(LONG_NAME))
    expect(report.pages[1]).toContain('Contenido')
    // All of the cover's texts are on it, below its wordmark.
    for (const { y } of report.places[0]?.texts ?? []) expect(y).toBeGreaterThan(40)
  }
})

it('says on every page for which company a consultant prepared it, and nowhere the name of the shop', async () => {
  const holder = { name: 'Aceros SpA', logo: null, consultant: LONG_NAME }
  const by = 'Preparado por Corporación Interprovincial'
  const sample = sampleDocument({ slug: 'x', name: 'Madurez', questionnaire, plan, guides: [] }, made)
  for (const document of [consolidated(holder), { ...sample, ...preparedBy(holder) }]) {
    const { pages } = await read(document)
    for (const page of pages) {
      expect(dense(page)).toContain(dense(by))
      expect(dense(page)).toContain('AcerosSpA')
      expect(page).not.toContain('Alhena')
    }
  }
})

it('the next document has no logo of the one before', async () => {
  expect(alts(await read(consolidated(await holderWith(600, 240))))).toHaveLength(1)
  expect(alts(await read(consolidated(undefined)))).toEqual([])
  const { content, ...document } = consolidated(await holderWith(600, 240))
  const lost = await renderer.render({ ...document, content, logo: undefined }, 'ana')
  expect(lost).toMatchObject({ ok: false, error: { detail: expect.stringContaining('logo.png') } })
})
