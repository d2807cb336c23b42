import { readFileSync } from 'node:fs'
import { afterAll, expect, it, test } from 'vitest'
import type { GuideBlock } from '#app/features/catalogue/deliverables.ts'
import { deliverablesFileSchema } from '#app/features/catalogue/deliverables-schema.server.ts'
import { guideDocument } from '#app/features/catalogue/guide-document.ts'
import { materialName } from '#app/features/catalogue/material-names.ts'
import { createPdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import { readWorkbook } from '#app/platform/sheets/xlsx.server.ts'
import { openZip } from '#app/platform/sheets/zip.server.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { materialSheets } from './material-sheets.ts'
import { makeMaterialFile } from './materials.server.ts'
import { fileText } from './materials.ts'

const renderer = createPdfRenderer()
afterAll(() => renderer.close())

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const workshops: { slug: string; materials: string[]; selfPaced: boolean }[] =
  read('content/workshops.es.json').workshops
const shop = workshops.map(workshop => ({
  ...workshop,
  files: deliverablesFileSchema.parse(read(`content/deliverables/${workshop.slug}.es.json`)).materials,
}))
const files = shop.flatMap(workshop =>
  workshop.files.map(material => ({ workshop, material, name: `${workshop.slug} ${material.key}` })),
)
const now = new Date('2026-11-21T15:00:00Z')

test.each(shop)(
  '$slug has a file for each of its materials, by the same name',
  ({ materials, files: own, selfPaced }) => {
    expect(own.map(({ title }) => title)).toEqual(materials)
    expect(own.some(({ kind }) => kind === 'lesson')).toBe(selfPaced)
  },
)

const cellsOf = (block: GuideBlock): string[] =>
  'table' in block ? [...block.table.columns, ...block.table.rows.flat()] : []

test.each(files.filter(({ material }) => material.kind === 'sheet'))(
  '$name is a workbook with examples, rows to fill in and a page to print',
  async ({ material }) => {
    const made = await makeMaterialFile({ pdf: renderer, now }, { product_id: 'x', name: 'Taller' }, material)
    if (!made.ok) throw new Error('No file')
    const workbook = readWorkbook(Buffer.from(made.value), { mostRows: 100, numbers: 'exact' })
    if (!workbook.ok) throw new Error('No workbook')
    const { sheets } = workbook.value
    const tables = material.blocks.filter(block => 'table' in block)
    expect(sheets).toHaveLength(tables.length + 1)
    expect(new Set(sheets.map(({ name }) => name)).size).toBe(sheets.length)
    const said = sheets.flatMap(({ rows }) => rows.flatMap(({ cells }) => [...cells])).join('\n')
    for (const text of material.blocks.flatMap(cellsOf).filter(cell => !/^[\d.,]*$/.test(cell)))
      expect(said).toContain(text)
    for (const block of material.blocks) if ('fill' in block) expect(said).toContain(block.fill.label)
    for (const [at] of sheets.entries()) {
      const sheet =
        openZip(Buffer.from(made.value))
          ?.read(`xl/worksheets/sheet${at + 1}.xml`)
          ?.toString() ?? ''
      expect(sheet).toContain('<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>')
    }
    for (const { columns } of materialSheets(material).slice(1))
      expect(columns.reduce((sum, { width }) => sum + width, 0)).toBeGreaterThanOrEqual(120)
    expect(openZip(Buffer.from(made.value))?.read('xl/workbook.xml')?.toString()).toContain('_xlnm.Print_Titles')
  },
)

test.each(files.filter(({ material }) => material.kind !== 'sheet'))(
  '$name is a tagged document',
  async ({ material }) => {
    const made = await makeMaterialFile({ pdf: renderer, now }, { product_id: 'x', name: 'Taller de prueba' }, material)
    if (!made.ok) throw new Error('No file')
    const { pages } = await readPdf(made.value)
    const said = pages.join(' ').replaceAll(/\s+/g, '')
    const title = materialName(material)
    for (const text of [
      title,
      'Taller de prueba',
      ...material.blocks.flatMap(block => ('steps' in block ? block.steps : cellsOf(block))),
    ]) {
      expect(said).toContain(text.replaceAll(/\s+/g, ''))
    }
    expect(pages.length).toBeLessThanOrEqual(4)
  },
)

it('a sheet counts with the figures of its tables, and leaves codes and days as they are written', () => {
  const [sheet] = materialSheets({
    title: 'Planilla para medir.',
    blocks: [
      {
        table: {
          columns: ['Mes', 'Venta'],
          rows: [
            ['03-08', '1.030'],
            ['1.', '2,9'],
            ['', ''],
          ],
        },
      },
    ],
  })
  expect(sheet?.rows).toEqual([
    ['03-08', 1030],
    ['1.', 2.9],
    [null, null],
  ])
  expect(sheet?.name).toBe('Planilla para medir')
})

it('a document says hostile texts as they are', async () => {
  const hostile = '#panic() $x$ <b> _a_ @label \\ [uno] * // "'
  const document = guideDocument({
    title: hostile,
    label: hostile,
    blocks: [{ heading: hostile }, { list: [hostile] }, { table: { columns: [hostile, 'B'], rows: [[hostile, '']] } }],
    brand: 'Alhena',
    author: 'Alhena',
    now,
  })
  const rendered = await renderer.render(document, 'x')
  if (!rendered.ok) throw new Error('No document')
  const text = (await readPdf(rendered.value)).pages.join(' ').replaceAll(/\s+/g, '')
  expect(text.split(hostile.replaceAll(/\s+/g, '')).length).toBeGreaterThanOrEqual(5)
})

it('a file is listed with its kind and size', () => {
  expect(fileText({ kind: 'sheet', size: 6174 })).toBe('Excel, 6 kB')
  expect(fileText({ kind: 'lesson', size: 31_052 })).toBe('PDF, 31 kB')
  expect(fileText({ kind: 'document', size: null })).toBe('PDF')
})
