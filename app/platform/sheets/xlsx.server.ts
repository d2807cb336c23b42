import type { NumberedRow, Table } from './delimited.ts'
import { type Archive, openZip } from './zip.server.ts'

/** Columns and characters of a cell that are read; what lies beyond is no list of people. */
const MAX_COLUMNS = 50
const MAX_CELL = 1000
/**
 * Elements and entities that are looked at in one workbook: several times those of 1,000 people in 30 columns. A file of 11 kilobytes can
 * hold millions, which keep everybody else waiting for seconds.
 */
const MAX_PARTS = 200_000

/** The remaining parsing budget. */
type Budget = { left: number }

/** Whether bytes begin as a ZIP archive does, which a workbook is. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** One sheet of a workbook: its name, and its rows with text. */
export type ReadSheet = { name: string; rows: NumberedRow[] }

/** Sheets that are read of one workbook. */
const MAX_SHEETS = 10

/** The cells of a workbook's first sheet; as `readSheets`. */
export const readXlsx = (bytes: Buffer, mostRows: number): Table | undefined =>
  readSheets(bytes, mostRows)?.[0]?.rows.map(({ cells }) => cells)

/**
 * The cells of a workbook's visible sheets, as text (ECMA-376, part 1, section 18.3): shared and inline texts, numbers as they are
 * written, results of formulas. Undefined when the bytes are no workbook, or its first sheet has more parts than a list. Further sheets are
 * read while they are no larger than lists together. Rows without text are left out.
 * @param mostRows rows that are read at most of each sheet; further ones are left alone.
 */
export function readSheets(bytes: Buffer, mostRows: number): ReadSheet[] | undefined {
  const budget = { left: MAX_PARTS }
  const archive = openZip(bytes)
  const [first, ...others] = archive ? sheetsOf(archive, budget) : []
  const content = first && archive?.read(first.path)?.toString('utf8')
  if (!archive || !first || content === undefined) return undefined
  const texts = archive.read('xl/sharedStrings.xml')
  const shared = texts ? readShared(texts.toString('utf8'), budget) : []
  const read = [{ name: first.name, rows: readRows(content, shared, mostRows, budget) }]
  if (budget.left <= 0) return undefined
  const rest = { left: MAX_PARTS }
  for (const { name, path } of others) {
    const sheet = archive.read(path)?.toString('utf8')
    const rows = sheet === undefined ? [] : readRows(sheet, shared, mostRows, rest)
    if (rest.left <= 0) break
    if (rows.length > 0) read.push({ name, rows })
  }
  return read
}

/** The visible sheets in the order of their tabs; all of them when none is visible. */
function sheetsOf(archive: Archive, budget: Budget): { name: string; path: string }[] {
  const workbook = archive.read('xl/workbook.xml')?.toString('utf8') ?? ''
  const links = archive.read('xl/_rels/workbook.xml.rels')?.toString('utf8') ?? ''
  const paths = new Map<string, string>()
  for (const { attributes } of elements(links, 'Relationship', budget)) {
    const target = attribute(attributes, 'Target', budget) ?? ''
    paths.set(attribute(attributes, 'Id', budget) ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  const sheets = [...elements(workbook, 'sheet', budget)].map(({ attributes }) => ({
    name: (attribute(attributes, 'name', budget) ?? '').slice(0, 31),
    path: paths.get(attribute(attributes, 'r:id', budget) ?? '') ?? 'xl/worksheets/sheet1.xml',
    hidden: (attribute(attributes, 'state', budget) ?? 'visible') !== 'visible',
  }))
  const visible = sheets.filter(({ hidden }) => !hidden)
  const shown = visible.length > 0 ? visible : sheets
  return shown.length > 0 ? shown.slice(0, MAX_SHEETS) : [{ name: '', path: 'xl/worksheets/sheet1.xml' }]
}

const readShared = (xml: string, budget: Budget): string[] =>
  [...elements(xml, 'si', budget)].map(item => textOf(item.content, budget))

function readRows(sheet: string, shared: readonly string[], mostRows: number, budget: Budget): NumberedRow[] {
  const rows: NumberedRow[] = []
  let number = 0
  for (const row of elements(sheet, 'row', budget)) {
    // A row without a number follows the one before.
    number = Number(/^[1-9]\d{0,6}$/.exec(attribute(row.attributes, 'r', budget) ?? '')?.[0] ?? number + 1)
    const cells: string[] = []
    for (const cell of elements(row.content, 'c', budget)) {
      const column = columnOf(attribute(cell.attributes, 'r', budget)) ?? cells.length
      if (column >= MAX_COLUMNS) continue
      while (cells.length < column) cells.push('')
      cells[column] = cellText(cell, shared, budget).slice(0, MAX_CELL)
    }
    if (cells.some(text => text.trim() !== '')) rows.push({ number, cells })
    if (rows.length >= mostRows) break
  }
  return rows
}

function cellText(cell: XmlElement, shared: readonly string[], budget: Budget): string {
  const type = attribute(cell.attributes, 't', budget)
  if (type === 'inlineStr') return textOf(cell.content, budget)
  const value = elements(cell.content, 'v', budget).next().value
  const text = value ? unescapeXml(value.content, budget) : ''
  return type === 's' ? (shared[Number(text)] ?? '') : text
}

/** A text may come in runs of their own format; how it is pronounced (`rPh`) is no part of it. */
function textOf(xml: string, budget: Budget): string {
  const pieces = xml.split('</rPh>')
  budget.left -= pieces.length - 1
  const written = pieces.map((piece, index) => (index < pieces.length - 1 ? piece.split('<rPh')[0] : piece))
  return [...elements(written.join(''), 't', budget)].map(({ content }) => unescapeXml(content, budget)).join('')
}

/** `C` of `C7` is 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, character) => sum * 26 + character.charCodeAt(0) - 64, 0) - 1
}

type XmlElement = { attributes: string; content: string }

/**
 * The elements of a name, in order; an unclosed one or an exhausted budget ends the iteration. In a workbook none of
 * these is nested in its own name.
 */
function* elements(xml: string, name: string, budget: Budget): Generator<XmlElement, undefined> {
  for (let from = 0; budget.left > 0; budget.left -= 1) {
    const open = xml.indexOf(`<${name}`, from)
    if (open < 0) return undefined
    from = open + name.length + 1
    if (!/[\s/>]/.test(xml.charAt(from))) continue
    const end = xml.indexOf('>', from)
    if (end < 0) return undefined
    const attributes = xml.slice(from, end)
    from = end + 1
    if (attributes.endsWith('/')) {
      yield { attributes, content: '' }
      continue
    }
    const close = xml.indexOf(`</${name}>`, from)
    if (close < 0) return undefined
    yield { attributes, content: xml.slice(from, close) }
    from = close
  }
}

function attribute(attributes: string, name: string, budget: Budget): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? undefined : unescapeXml(value, budget)
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The five entities of XML and numbers; a workbook may declare no others, and any other stays as it is written. */
function unescapeXml(text: string, budget: Budget): string {
  budget.left -= text.split('&').length - 1
  if (budget.left <= 0) return ''
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
