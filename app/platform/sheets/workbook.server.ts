import { setImmediate } from 'node:timers/promises'
import { columnLetters } from './file-notes.ts'
import { wrappedHeight } from './row-heights.ts'
import { type Cell, cellXml, type Decimals, formCellXml, textXml } from './workbook-cells.ts'
import { type BarChart, chartXml, drawingXml, type Placed } from './workbook-charts.ts'
import { layOutPrint, type Print, pageXml, titleRange, viewXml } from './workbook-print.ts'
import { HEAD_STYLE, NUMBER_HEAD_STYLE, STYLES } from './workbook-styles.ts'
import { cutUnits, escapeXml, HEAD, MAIN, NO_XML, OFFICE, relation, relations } from './workbook-xml.ts'
import { packZip } from './zip.server.ts'

export type { Cell } from './workbook-cells.ts'

type Column = { label: string; decimals?: Decimals }

/** Rows below a head. */
type Table<Of extends Column> = {
  columns: readonly Of[]
  rows: readonly (readonly Cell[])[]
  /** Whether its head has the menus by which rows are filtered and sorted; of a sheet's tables the first that wants them. */
  filter?: boolean
  /** Columns of the sheet that texts of the last column extend over. */
  lastOver?: number
  /** Drawn from its cells. */
  chart?: BarChart
}

export type Sheet = Table<Column & { width: number }> & {
  /** Made fit for Excel: 31 characters at most, without `[ ] : * ? / \`, none twice. */
  name: string
  /** Widths, in characters, of columns that only the tables below have. */
  moreWidths?: readonly number[]
  /** Columns from the left that name the rows, by default one: they stay in sight, and are on each page, where all don't fit on one. */
  titles?: number
  /** To be filled in, also on paper: ruled cells with room to write. */
  isForm?: boolean
  /** Further tables in the same columns, each after an empty row. */
  below?: readonly Table<Column>[]
}

/** Rows written before yielding to other work. */
const ROWS_A_TURN = 100

/** Characters of a sheet's name, of which Excel refuses some. */
const MAX_SHEET_NAME = 31
const NO_SHEET_NAME = /[[\]:*?/\\]/g

/** The names of sheets as Excel takes them: neither empty, nor twice the same, nor its own word 'History', nor in apostrophes. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const used = new Set(['history'])
  return sheets.map(({ name }, at) => {
    const plain = name
      .replaceAll(NO_SHEET_NAME, ' ')
      .replaceAll(NO_XML, '')
      .replaceAll(/^['\s]+|['\s]+$/g, '')
    const base = cutUnits(plain, MAX_SHEET_NAME) || `Hoja ${at + 1}`
    let unique = base
    for (let copy = 2; used.has(unique.toLowerCase()); copy += 1) {
      unique = `${cutUnits(base, MAX_SHEET_NAME - 5).trim()} (${copy})`
    }
    used.add(unique.toLowerCase())
    return unique
  })
}

/** Height in points of a row of a form that has nothing yet: a line of handwriting. */
const FORM_ROW = 27

/** Some programs find cells by their references alone, which the format leaves optional. */
const rowXml = (number: number, cells: readonly string[], attributes = ''): string =>
  `<row r="${number}"${attributes}>${cells.join('')}</row>`

/** A name in formulas: in apostrophes, its own twice. */
const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`

/** What is on each printed page of a sheet; where rows can be filtered, programs look for the name of their range. */
function definedNames(names: readonly string[], layouts: readonly Layout[]): string {
  const own = (kind: string, at: number, range: string, more = '') =>
    `<definedName name="_xlnm.${kind}" localSheetId="${at}"${more}>${escapeXml(range)}</definedName>`
  const all = layouts.flatMap(({ filter, print }, at) => {
    const name = quoted(names[at] ?? '')
    const range = filter?.replaceAll(/[A-Z]+|\d+/g, '$$$&')
    return [
      ...(range ? [own('_FilterDatabase', at, `${name}!${range}`, ' hidden="1"')] : []),
      own('Print_Titles', at, titleRange(print, name)),
    ]
  })
  return `<definedNames>${all.join('')}</definedNames>`
}

/** How high a row is where it is not one line. */
function heightXml(cells: readonly Cell[], columns: readonly { width: number }[], isForm: boolean): string {
  if (isForm && cells.every(value => value === null || value === '')) return ` ht="${FORM_ROW}" customHeight="1"`
  const height = wrappedHeight(cells, columns)
  return height === undefined ? '' : ` ht="${height}" customHeight="1"`
}

/** Where the parts of a sheet are. */
type Layout = {
  /** Its tables with the row of their head, from 1. */
  tables: { table: Table<Column>; head: number }[]
  /** Of each column, in characters. */
  widths: number[]
  /** The range of rows that can be filtered, with its head. */
  filter: string | undefined
  charts: Placed[]
  print: Print
}

/** Pixels of a character of a column's width. */
const CHARACTER = 7

/** Where the last chart of tables ends, in characters from the left. */
const chartsEnd = (tables: readonly Table<Column>[], widths: readonly number[]): number =>
  tables.reduce((end, { chart, rows }) => {
    if (!chart || rows.length === 0) return end
    const before = widths.slice(0, chart.at.column).reduce((sum, width) => sum + width, 0)
    return Math.max(end, before + chart.width / CHARACTER)
  }, 0)

function layOut(sheet: Sheet, name: string): Layout {
  const tables: Layout['tables'] = []
  let next = 1
  for (const table of [sheet, ...(sheet.below ?? [])]) {
    tables.push({ table, head: next })
    next += table.rows.length + 2
  }
  const filtered = tables.find(({ table }) => table.filter && table.rows.length > 0)
  const widths = [...sheet.columns.map(({ width }) => width), ...(sheet.moreWidths ?? [])]
  const all = tables.map(({ table }) => table)
  const overs = all.map(({ columns, lastOver = 1 }) => (lastOver > 1 ? columns.length - 1 + lastOver : 0))
  return {
    tables,
    widths,
    print: layOutPrint({
      widths,
      titles: sheet.titles ?? 1,
      together: Math.max(...overs),
      charts: chartsEnd(all, widths),
    }),
    filter:
      filtered &&
      `A${filtered.head}:${columnLetters(filtered.table.columns.length - 1)}${filtered.head + filtered.table.rows.length}`,
    charts: tables.flatMap(({ table: { chart, columns, rows }, head }) =>
      chart && rows.length > 0
        ? [{ chart, head, labels: columns.map(({ label }) => label), rows, sheet: quoted(name) }]
        : [],
    ),
  }
}

async function sheetXml({ isForm = false }: Sheet, layout: Layout, isFirst: boolean): Promise<string> {
  const { tables, widths, filter, charts, print } = layout
  const letters = widths.map((_, at) => columnLetters(at))
  const referenceOf = (column: number, row: number) => `${letters[column] ?? columnLetters(column)}${row}`
  const parts = [
    `${HEAD}<worksheet ${MAIN} xmlns:r="${OFFICE}/officeDocument/2006/relationships">${viewXml(print, isFirst)}`,
    `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>`,
  ]
  const merged: string[] = []
  let written = 0
  for (const { table, head } of tables) {
    const { columns, rows, lastOver = 1 } = table
    const last = columns.length - 1
    const rooms = widths.map((width, at) => ({
      width: at === last ? widths.slice(at, at + lastOver).reduce((sum, each) => sum + each, 0) : width,
    }))
    const labels = columns.map(({ label }) => label)
    parts.push(
      rowXml(
        head,
        [
          ...columns.map(({ label, decimals }, at) =>
            textXml(referenceOf(at, head), label, decimals ? NUMBER_HEAD_STYLE : HEAD_STYLE),
          ),
          // The head is as wide as what is below it.
          ...Array.from(
            { length: lastOver - 1 },
            (_, at) => `<c r="${referenceOf(columns.length + at, head)}" s="${HEAD_STYLE}"/>`,
          ),
        ],
        heightXml(labels, rooms, false),
      ),
    )
    for (const [index, row] of rows.entries()) {
      const number = head + index + 1
      parts.push(
        rowXml(
          number,
          row.map((value, at) => {
            const reference = referenceOf(at, number)
            return isForm ? formCellXml(value, reference) : cellXml(value, reference, columns[at]?.decimals)
          }),
          heightXml(row, rooms, isForm),
        ),
      )
      if (lastOver > 1 && typeof row[last] === 'string') {
        merged.push(`${referenceOf(last, number)}:${referenceOf(last + lastOver - 1, number)}`)
      }
      written += 1
      if (written % ROWS_A_TURN === 0) await setImmediate()
    }
  }
  parts.push(
    '</sheetData>',
    filter ? `<autoFilter ref="${filter}"/>` : '',
    merged.length === 0
      ? ''
      : `<mergeCells count="${merged.length}">${merged.map(range => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`,
    pageXml(print),
    charts.length === 0 ? '' : '<drawing r:id="rId1"/>',
    '</worksheet>',
  )
  return parts.join('')
}

type File = { name: string; content: string }

/** The drawings of sheets that have charts, each with its charts, and what refers to them. */
function drawingFiles(layouts: readonly Layout[]): File[] {
  let charts = 0
  let drawings = 0
  return layouts.flatMap(({ charts: placed }, at): File[] => {
    if (placed.length === 0) return []
    drawings += 1
    const named = placed.map(chart => {
      charts += 1
      return { name: `charts/chart${charts}.xml`, content: chartXml(chart) }
    })
    return [
      {
        name: `xl/worksheets/_rels/sheet${at + 1}.xml.rels`,
        content: relations([relation('rId1', 'drawing', `../drawings/drawing${drawings}.xml`)]),
      },
      { name: `xl/drawings/drawing${drawings}.xml`, content: drawingXml(placed) },
      {
        name: `xl/drawings/_rels/drawing${drawings}.xml.rels`,
        content: relations(named.map(({ name }, index) => relation(`rId${index + 1}`, 'chart', `../${name}`))),
      },
      ...named.map(({ name, content }) => ({ name: `xl/${name}`, content })),
    ]
  })
}

const OFFICE_TYPE = 'application/vnd.openxmlformats-officedocument'

const part = (name: string, kind: string) => `<Override PartName="/${name}" ContentType="${OFFICE_TYPE}.${kind}+xml"/>`

const drawingPart = ({ name }: File): string[] =>
  name.startsWith('xl/charts/')
    ? [part(name, 'drawingml.chart')]
    : name.startsWith('xl/drawings/drawing')
      ? [part(name, 'drawing')]
      : []

/**
 * A workbook to read and to count with, which opens on its first sheet: the first row of each stays in sight, numbers and dates are what they are,
 * nothing is computed, charts follow their cells. The same sheets are the same bytes.
 */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Buffer<ArrayBuffer>> {
  const names = sheetNames(sheets)
  const layouts = sheets.map((sheet, at) => layOut(sheet, names[at] ?? ''))
  const drawn = drawingFiles(layouts)
  const overrides = [
    part('xl/workbook.xml', 'spreadsheetml.sheet.main'),
    part('xl/styles.xml', 'spreadsheetml.styles'),
    ...sheets.map((_, at) => part(`xl/worksheets/sheet${at + 1}.xml`, 'spreadsheetml.worksheet')),
    ...drawn.flatMap(drawingPart),
  ]
  const files = [
    {
      name: '[Content_Types].xml',
      content: `${HEAD}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join('')}</Types>`,
    },
    { name: '_rels/.rels', content: relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}/officeDocument/2006/relationships"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${names.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets>${definedNames(names, layouts)}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
      ]),
    },
    { name: 'xl/styles.xml', content: STYLES },
    ...drawn,
  ].map(({ name, content }) => ({ name, content: Buffer.from(content) }))
  for (const [at, sheet] of sheets.entries()) {
    const layout = layouts[at]
    if (layout)
      files.push({
        name: `xl/worksheets/sheet${at + 1}.xml`,
        content: Buffer.from(await sheetXml(sheet, layout, at === 0)),
      })
  }
  return packZip(files)
}
