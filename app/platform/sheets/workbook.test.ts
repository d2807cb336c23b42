import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeText, unescapeText } from './escapes.ts'
import { writeWorkbook } from './workbook.server.ts'
import { readWorkbook, readXlsx } from './xlsx.server.ts'
import { openZip } from './zip.server.ts'

const columns = ['Texto', 'Número', 'Fecha', 'Día'].map(label => ({ label, width: 12 }))

it('a workbook keeps texts, numbers and dates as they are, without formulas', async () => {
  const bytes = await writeWorkbook([
    { name: 'Uno & otro', columns, rows: [['=1+1 <b>', 2.5, new Date('2026-11-21T15:00:00Z'), { day: '2026-11-21' }]] },
    { name: 'Dos', columns: [{ label: 'Otra', width: 8 }], rows: [] },
  ])
  expect(readXlsx(bytes, 10)).toEqual([
    ['Texto', 'Número', 'Fecha', 'Día'],
    ['=1+1 <b>', '2.5', '21-11-2026 15:00', '21-11-2026'],
  ])
  const sheet = openZip(bytes)?.read('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(sheet).toContain('<pane ySplit="1"')
  expect(sheet).not.toMatch(/<f[ >]/)
  const workbook = openZip(bytes)?.read('xl/workbook.xml')?.toString() ?? ''
  expect(workbook).toContain('name="Uno &#38; otro" sheetId="1"')
  expect(workbook).toContain('name="Dos" sheetId="2"')
})

it("a workbook contains no character that XML can't represent, and no cell over Excel's limit", async () => {
  const rows = [['a\u0000\u0007b\ud800c\ufffed\u{1f680}'], ['x'.repeat(40_000)]]
  const bytes = await writeWorkbook([{ name: 'Uno', columns: [{ label: 'T', width: 8 }], rows }])
  const [, odd, long] = readXlsx(bytes, 10) ?? []
  expect(odd).toEqual(['abcd\u{1f680}'])
  const sheet = openZip(bytes)?.read('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(Math.max(...Array.from(sheet.matchAll(/x+/g), ([run]) => run.length))).toBe(32_767)
  expect(long).toHaveLength(1)
})

it('a workbook references each row and cell, for programs that need it', async () => {
  const columns = Array.from({ length: 703 }, (_, at) => ({ label: `${at}`, width: 8 }))
  const bytes = await writeWorkbook([{ name: 'Uno', columns, rows: [[1, null, 'x']] }])
  const sheet = openZip(bytes)?.read('xl/worksheets/sheet1.xml')?.toString() ?? ''
  for (const reference of ['A1', 'Z1', 'AA1', 'AZ1', 'ZZ1', 'AAA1', 'A2', 'B2', 'C2']) {
    expect(sheet).toContain(`<c r="${reference}"`)
  }
  expect(sheet).toContain('<row r="2">')
})

it('a text that wraps has room for its lines, on paper as well', async () => {
  const bytes = await writeWorkbook([
    { name: "L'aula", columns: [{ label: 'Cómo se mide', width: 12 }], rows: [['corto'], ['una y otra línea']] },
  ])
  const sheet = openZip(bytes)?.read('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(Array.from(sheet.matchAll(/<row r="(\d)"([^>]*)>/g), ([, row, rest]) => `${row}${rest}`)).toEqual([
    '1 ht="30" customHeight="1"',
    '2',
    '3 ht="30" customHeight="1"',
  ])
  expect(sheet).toContain('fitToWidth="1" fitToHeight="0"')
  expect(openZip(bytes)?.read('xl/workbook.xml')?.toString()).toContain("'L''aula'!$1:$1")
})

it('a workbook is read back as it was written, whatever its texts look like', async () => {
  const texts = ['_x0041_', 'a_x005F_x0041_', '_X000d_', '__x0041__', 'uno\r\ndos\rtres', '_x41_', ']]>', '+1', '  a  ']
  const bytes = await writeWorkbook([
    { name: 'Uno', columns: texts.map(label => ({ label, width: 8 })), rows: [texts] },
  ])
  const shown = texts.map(text => text.replaceAll(/\r\n?/g, '\n'))
  expect(readXlsx(bytes, 10)).toEqual([shown, shown])
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('_', 'x', 'X', '0', '5', 'F', 'f', 'a', '4') }), text => {
      expect(unescapeText(escapeText(text))).toBe(text)
    }),
  )
})

it('the names of sheets are names that Excel takes', async () => {
  const names = [
    'Ventas/2026: [todo]',
    "'Notas'",
    '',
    'x'.repeat(40),
    'x'.repeat(40),
    'History',
    `${'y'.repeat(30)}😀`,
    `${'z'.repeat(29)}👨‍👩‍👧`,
    'a_x0041_',
  ]
  const bytes = await writeWorkbook(names.map(name => ({ name, columns: [{ label: 'T', width: 8 }], rows: [] })))
  const read = readWorkbook(bytes, { mostRows: 10, numbers: 'exact' })
  const written = read.ok ? read.value.sheets.map(({ name }) => name) : []
  expect(written).toEqual([
    'Ventas 2026   todo',
    'Notas',
    'Hoja 3',
    'x'.repeat(31),
    `${'x'.repeat(26)} (2)`,
    'History (2)',
    'y'.repeat(30),
    'z'.repeat(29),
    'a_x0041_',
  ])
})
