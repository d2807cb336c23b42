import { expect, it } from 'vitest'
import { type Sheet, writeWorkbook } from './workbook.server.ts'
import { readWorkbook } from './xlsx.server.ts'
import { readXml } from './xml.server.ts'
import { openZip } from './zip.server.ts'

const sheet: Sheet = {
  name: "L'aula & más",
  columns: [
    { label: 'Dato', width: 10 },
    { label: 'Valor', width: 10 },
  ],
  moreWidths: [10],
  lastOver: 2,
  rows: [
    ['Dice', 'una y otra línea'],
    ['Personas', 14],
  ],
  below: [
    {
      columns: [{ label: 'Área' }, { label: 'Antes', decimals: 1 }, { label: 'Ahora "hoy"', decimals: 2 }],
      rows: [
        ['Uno <b>', 2, 3.25],
        ['Dos', null, 1.5],
      ],
      filter: true,
      chart: {
        title: 'Antes & ahora',
        description: 'Barras: "dos"',
        series: [
          { column: 1, colour: 'A9B6C4' },
          { column: 2, colour: '10233A' },
        ],
        axis: { min: 0, max: 5, step: 1 },
        at: { column: 4, row: 1 },
        width: 100,
        height: 50,
      },
    },
  ],
}
const plain: Sheet = { name: 'Otra', columns: [{ label: 'T', width: 8 }], rows: [[1]] }

const partsOf = async (sheets: readonly Sheet[]) => {
  const archive = openZip(await writeWorkbook(sheets))
  return (name: string) => archive?.read(name)?.toString() ?? ''
}

it('a workbook opens on its first sheet, and the tables of a sheet stand below each other', async () => {
  const bytes = await writeWorkbook([sheet, plain])
  const read = readWorkbook(bytes, { mostRows: 20, numbers: 'shown' })
  const rows = read.ok ? read.value.sheets[0]?.rows.map(({ number, cells }) => [number, ...cells]) : undefined
  expect(rows).toEqual([
    [1, 'Dato', 'Valor', ''],
    [2, 'Dice', 'una y otra línea'],
    [3, 'Personas', '14'],
    [5, 'Área', 'Antes', 'Ahora "hoy"'],
    [6, 'Uno <b>', '2,0', '3,25'],
    [7, 'Dos', '', '1,50'],
  ])
  const part = await partsOf([plain, sheet])
  expect(part('xl/workbook.xml')).toContain('<workbookView activeTab="0"/>')
  expect(part('xl/worksheets/sheet1.xml')).toContain('tabSelected="1"')
  expect(part('xl/worksheets/sheet2.xml')).not.toContain('tabSelected')
  // Texts have the room of both columns, numbers their own.
  expect(part('xl/worksheets/sheet2.xml')).toContain('<mergeCells count="1"><mergeCell ref="B2:C2"/></mergeCells>')
  expect(part('xl/worksheets/sheet2.xml')).toContain('<row r="2">')
})

it('rows of a table can be filtered, and none of an empty one or of a sheet that does not ask for it', async () => {
  const part = await partsOf([sheet, plain, { ...plain, name: 'Vacía', rows: [], filter: true }])
  expect(part('xl/worksheets/sheet1.xml')).toContain('</sheetData><autoFilter ref="A5:C7"/><mergeCells')
  expect(part('xl/workbook.xml')).toContain(
    '<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">\'L\'\'aula &#38; más\'!$A$5:$C$7</definedName>',
  )
  for (const other of [2, 3]) expect(part(`xl/worksheets/sheet${other}.xml`)).not.toContain('autoFilter')
})

it('a chart reads its cells, says what it shows, and is where the sheet refers to', async () => {
  const part = await partsOf([plain, sheet])
  const chart = part('xl/charts/chart1.xml')
  const formulas = Array.from(chart.matchAll(/<c:f>([^<]+)<\/c:f>/g), ([, formula]) => formula)
  const name = "'L''aula &#38; más'!"
  expect(formulas).toEqual(['$B$5', '$A$6:$A$7', '$B$6:$B$7', '$C$5', '$A$6:$A$7', '$C$6:$C$7'].map(at => name + at))
  // The second row of the first series is empty, and keeps its place.
  expect(chart).toContain('<c:ptCount val="2"/><c:pt idx="0"><c:v>2</c:v></c:pt></c:numCache>')
  expect(chart).toContain('<a:t>Antes &#38; ahora</a:t>')
  expect(part('xl/drawings/drawing1.xml')).toContain('descr="Barras: &#34;dos&#34;"')
  expect(part('xl/worksheets/sheet2.xml')).toContain('<drawing r:id="rId1"/></worksheet>')
  expect(part('xl/worksheets/_rels/sheet2.xml.rels')).toContain('Target="../drawings/drawing1.xml"')
  expect(part('xl/drawings/_rels/drawing1.xml.rels')).toContain('Target="../charts/chart1.xml"')
  const types = part('[Content_Types].xml')
  expect(types).toContain(
    'PartName="/xl/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"',
  )
  expect(types).toContain(
    'PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"',
  )
  for (const xml of [chart, part('xl/drawings/drawing1.xml'), part('xl/workbook.xml')]) {
    expect(() =>
      readXml(
        Buffer.from(xml),
        { open: () => undefined, close: () => undefined, text: () => undefined },
        { elements: 10_000, cells: 0 },
      ),
    ).not.toThrow()
  }
})

it('the same sheets are the same bytes', async () => {
  expect((await writeWorkbook([sheet, plain])).equals(await writeWorkbook([sheet, plain]))).toBe(true)
})
