import { setImmediate } from 'node:timers/promises'
import { cutText, lengthOf } from '#app/kernel/text.ts'
import { isFormula } from './delimited.ts'
import { escapeText } from './escapes.ts'
import { columnLetters } from './file-notes.ts'
import { wrappedHeight } from './row-heights.ts'
import { packZip } from './zip.server.ts'

/**
 * A date is shown as local time of the reader's country: pass its parts as if they were UTC. A day (`2026-11-21`) has
 * no hour.
 */
export type Cell = string | number | Date | { day: string } | null

export type Sheet = {
  /** Made fit for Excel: 31 characters at most, without `[ ] : * ? / \`, none twice. */
  name: string
  /** Of the first row, with the width of each column in characters. */
  columns: readonly { label: string; width: number }[]
  rows: readonly (readonly Cell[])[]
  /** To be filled in, also on paper: ruled cells with room to write. */
  isForm?: boolean
}

/** Characters that XML can't represent, and unpaired surrogates. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
/** Of one cell, as Excel takes it. */
const MAX_CHARACTERS = 32_767
/** The beginning of a text in UTF-16 units, which Excel counts, in whole characters. */
const cutUnits = (text: string, units: number): string =>
  text.length > units ? cutText(text, lengthOf(text.slice(0, units).replace(/[\ud800-\udbff]$/, ''))) : text

/** Rows written before yielding to other work. */
const ROWS_A_TURN = 100

/** A text as it is read back: what looks like an escape has its underscore escaped, and line ends are those of a cell. */
const escapeXml = (text: string): string =>
  escapeText(cutUnits(text.replaceAll(/\r\n?/g, '\n').replaceAll(NO_XML, ''), MAX_CHARACTERS)).replaceAll(
    /[<>&"]/g,
    character => `&#${character.charCodeAt(0)};`,
  )

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

/** Places in the list of formats of `STYLES`. */
const HEAD_STYLE = 1
const DATE_STYLE = 2
const TEXT_STYLE = 3
const DAY_STYLE = 4
const QUOTED_STYLE = 5
const RULED_STYLE = 6
const RULED_QUOTED_STYLE = 7

/** Days from the format's own beginning (30 December 1899) to that of Unix, and milliseconds of a day. */
const EPOCH_DAYS = 25_569
const DAY = 86_400_000

const dateXml = (milliseconds: number): string => `<v>${milliseconds / DAY + EPOCH_DAYS}</v>`

const textXml = (reference: string, text: string, style: number): string =>
  `<c r="${reference}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

/**
 * Texts are never taken for formulas: they are texts by their type. Those that begin like one have the mark of a typed apostrophe too, so
 * that editing such a cell computes nothing.
 */
function cellXml(value: Cell, reference: string, isForm: boolean): string {
  if (isForm) return formCellXml(value, reference)
  if (value === null || value === '') return `<c r="${reference}"/>`
  if (typeof value === 'string') return textXml(reference, value, isFormula(value) ? QUOTED_STYLE : TEXT_STYLE)
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
  if (value instanceof Date) return `<c r="${reference}" s="${DATE_STYLE}">${dateXml(value.getTime())}</c>`
  return `<c r="${reference}" s="${DAY_STYLE}">${dateXml(Date.parse(`${value.day}T00:00:00Z`))}</c>`
}

/** The same with ruled edges, also where there is nothing yet. */
function formCellXml(value: Cell, reference: string): string {
  if (value === null || value === '') return `<c r="${reference}" s="${RULED_STYLE}"/>`
  if (typeof value === 'number') return `<c r="${reference}" s="${RULED_STYLE}"><v>${value}</v></c>`
  if (typeof value === 'string') return textXml(reference, value, isFormula(value) ? RULED_QUOTED_STYLE : RULED_STYLE)
  return cellXml(value, reference, false)
}

/** Height in points of a row of a form that has nothing yet: a line of handwriting. */
const FORM_ROW = 27

/** Some programs find cells by their references alone, which the format leaves optional. */
const rowXml = (number: number, cells: readonly string[], attributes = ''): string =>
  `<row r="${number}"${attributes}>${cells.join('')}</row>`

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${OFFICE}/spreadsheetml/2006/main"`

/** The house's ink on a quiet ground for the first row, days of Chile, and texts that wrap at their top. */
const STYLES = `${HEAD}<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><color rgb="FF10233A"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FF10233A"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF3F0EA"/></patternFill></fill></fills><borders count="3"><border/><border><bottom style="thin"><color rgb="FF10233A"/></bottom></border><border><left style="thin"><color rgb="FFB9B4AA"/></left><right style="thin"><color rgb="FFB9B4AA"/></right><top style="thin"><color rgb="FFB9B4AA"/></top><bottom style="thin"><color rgb="FFB9B4AA"/></bottom></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="8"><xf/><xf fontId="1" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="164" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" vertical="top"/></xf><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="165" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" vertical="top"/></xf><xf quotePrefix="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf borderId="2" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf quotePrefix="1" borderId="2" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`

/** Margins in inches; A4 (9) across, as wide as one page and as many pages as it takes. */
const PAGE =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.25" footer="0.25"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'

/** The first row of a sheet is on each of its printed pages. */
function printTitles(names: readonly string[]): string {
  const titles = names.map(
    (name, at) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">'${escapeXml(name.replaceAll("'", "''"))}'!$1:$1</definedName>`,
  )
  return `<definedNames>${titles.join('')}</definedNames>`
}

/** How high a row is where it is not one line. */
function heightXml(cells: readonly Cell[], columns: Sheet['columns'], isForm: boolean): string {
  if (isForm && cells.every(value => value === null || value === '')) return ` ht="${FORM_ROW}" customHeight="1"`
  const height = wrappedHeight(cells, columns)
  return height === undefined ? '' : ` ht="${height}" customHeight="1"`
}

async function sheetXml({ columns, rows, isForm = false }: Sheet): Promise<Buffer> {
  const letters = columns.map((_, at) => columnLetters(at))
  const referenceOf = (column: number, row: number) => `${letters[column] ?? columnLetters(column)}${row}`
  const parts = [
    `${HEAD}<worksheet ${MAIN}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`,
    `<cols>${columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>`,
    rowXml(
      1,
      columns.map(({ label }, at) => textXml(referenceOf(at, 1), label, HEAD_STYLE)),
      heightXml(
        columns.map(({ label }) => label),
        columns,
        false,
      ),
    ),
  ]
  for (const [index, row] of rows.entries()) {
    const number = index + 2
    parts.push(
      rowXml(
        number,
        row.map((value, at) => cellXml(value, referenceOf(at, number), isForm)),
        heightXml(row, columns, isForm),
      ),
    )
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await setImmediate()
  }
  parts.push('</sheetData>', PAGE, '</worksheet>')
  return Buffer.from(parts.join(''))
}

const part = (name: string, kind: string) =>
  `<Override PartName="/xl/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`

const relations = (all: readonly string[]) =>
  `${HEAD}<Relationships xmlns="${OFFICE}/package/2006/relationships">${all.join('')}</Relationships>`

/** A workbook to read and to count with: its first row stays in sight, numbers and dates are what they are, nothing is computed. */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Buffer<ArrayBuffer>> {
  const names = sheetNames(sheets)
  const files = [
    {
      name: '[Content_Types].xml',
      content: `${HEAD}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${sheets.map((_, at) => part(`worksheets/sheet${at + 1}.xml`, 'worksheet')).join('')}</Types>`,
    },
    { name: '_rels/.rels', content: relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets>${names.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets>${printTitles(names)}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
      ]),
    },
    { name: 'xl/styles.xml', content: STYLES },
  ].map(({ name, content }) => ({ name, content: Buffer.from(content) }))
  for (const [at, sheet] of sheets.entries()) {
    files.push({ name: `xl/worksheets/sheet${at + 1}.xml`, content: Buffer.from(await sheetXml(sheet)) })
  }
  return packZip(files)
}
