import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { SectionDistribution } from '#app/features/results/consolidated/section-distribution.tsx'
import { makeItemData } from '#app/features/results/files/make-data.server.ts'
import { makeItemReport } from '#app/features/results/files/make-report.server.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readWorkbook } from '#app/platform/sheets/xlsx.server.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { themeCount } from './theme.ts'

const renderer = createPdfRenderer()
let database: TestDatabase
let buyer: TestProfile
beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
})
afterAll(() => Promise.all([renderer.close(), database.close()]))

const dense = (text: string): string => text.replaceAll(/\s+/g, '')

async function show(texts: readonly string[]) {
  const { id: productId } = await createProduct(database.ownerPool, { questionnaireId: 'dama-dmbok2' })
  const { item_id: itemId } = await createPaidItem(database.ownerPool, {
    userId: buyer.id,
    productId,
    seats: 20,
    mode: 'business',
  })
  const people = texts.map(text => ({ answers: { q1_governance_framework: 3, governance_challenges: text } }))
  await completePeople(database.ownerPool, { itemId, userId: buyer.id }, people)
  const found = await findConsolidated(database.db, buyer.id, itemId, { withThemes: true })
  const [section] = found?.figures?.sections ?? []
  if (!section) throw new Error('No results')
  const services = {
    db: database.db,
    pdf: renderer,
    log: createLog('info', () => undefined),
    now: new Date('2026-11-24T15:00:00Z'),
  }
  const file = await makeItemReport(services, { id: buyer.id, company: null }, itemId)
  const data = await makeItemData(database.db, { userId: buyer.id, itemId, format: 'xlsx', now: new Date() })
  const workbook = readWorkbook(Buffer.from(data.bytes), { mostRows: 100, numbers: 'exact' })
  const sheets = workbook.ok ? workbook.value.sheets : []
  const html = renderToStaticMarkup(<SectionDistribution section={section} confidential={false} />)
  return {
    open: section.open.find(({ field }) => field === 'governance_challenges'),
    html,
    page: dense(
      html
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ),
    paper: dense((await readPdf(file.bytes)).pages.join('\n')),
    rows: sheets.find(({ name }) => name === 'Temas')?.rows.map(({ cells }) => [...cells]),
  }
}

it('are the same on the page, on paper and in the workbook, above the texts', async () => {
  const { open, html, page, paper, rows } = await show([
    'Falta <b>capacitación</b> & tiempo',
    'Poca capacitación del equipo',
    'Hay que capacitar a la bodega',
    'No hay roles claros en ventas',
    'Sin roles claros en compras',
    'Se piden roles claros ya mismo',
  ])
  expect(open?.themes.map(({ theme, texts }) => [theme, texts])).toEqual([
    ['capacitación', 3],
    ['roles claros', 3],
  ])
  for (const shown of [page, paper]) {
    let at = shown.indexOf(dense('Temas que se repiten'))
    expect(at).toBeGreaterThan(-1)
    for (const theme of open?.themes ?? []) {
      for (const part of [`${theme.theme} ${themeCount(theme, 6)}`, ...theme.quotes.map(quote => `«${quote}»`)]) {
        const found = shown.indexOf(dense(part), at)
        expect(found, part).toBeGreaterThan(at)
        at = found
      }
    }
    expect(shown.slice(at)).toContain(dense(open?.answers[0] ?? ''))
  }
  expect(html).not.toContain('<b>')
  expect(open?.themes.flatMap(({ quotes }) => quotes)).toHaveLength(4)
  expect(rows?.slice(1).map(cells => cells.slice(3))).toEqual(
    open?.themes.map(({ theme, texts, quotes }) => [theme, String(texts), '6', ...quotes]),
  )
})

it('are no heading and no sheet where there are none', async () => {
  const { open, page, paper, rows } = await show(['Uno', 'Otro', 'Ninguno'])
  expect(open?.themes).toEqual([])
  expect(rows).toBeUndefined()
  for (const shown of [page, paper]) expect(shown).not.toContain(dense('Temas que se repiten'))
})
