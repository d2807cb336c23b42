import { err, ok, type Result } from '#app/kernel/result.ts'
import type { NumberedRow, Table } from './delimited.ts'
import { unescapeText } from './escapes.ts'
import type { FileKind } from './file-notes.ts'
import { type Numbers, numberText } from './number-text.ts'
import { isOn, readParts, textCollector, type WorkbookParts } from './workbook-parts.server.ts'
import { type Budget, ENOUGH, readXml, TOO_MUCH, type XmlElement } from './xml.server.ts'
import { type Archive, openZip } from './zip.server.ts'

/** The rows of a sheet that its program shows, and what it does not show. */
type SheetCells = {
  rows: NumberedRow[]
  /** Numbers of hidden rows with text: by a filter, a group or by hand. */
  hiddenRows: number[]
  /** Places of hidden columns with text, from 0. */
  hiddenColumns: number[]
  /** Formulas whose result the file lacks. */
  uncomputed: number
}

type Row = { number: number; cells: string[]; hidden: boolean }
type Merge = { column: number; from: number; to: number }

/** Columns of a sheet of Excel. */
const MAX_COLUMNS = 16_384

/**
 * The cells of a sheet as texts (ECMA-376, part 1, section 18.3): shared and inline texts, numbers by their format, results of formulas,
 * errors as they are written. A cell that is merged with those below it stands for them. Rows without text are left out.
 * @param mostRows rows that are read at most; further ones are left alone.
 * @throws `TOO_MUCH`, and as `readXml`
 */
function readCells(
  bytes: Buffer,
  parts: WorkbookParts,
  { mostRows, numbers }: { mostRows: number; numbers: Numbers },
  budget: Budget,
): SheetCells {
  const found: SheetCells = { rows: [], hiddenRows: [], hiddenColumns: [], uncomputed: 0 }
  const hidden = new Set<number>()
  const written = new Set<number>()
  const merges: Merge[] = []
  const collector = textCollector()
  let row: Row | undefined
  let rowNumber = 0
  let cell: { column: number; type: string; style: number; value: string; isFormula: boolean } | undefined
  let inValue = false

  const columnStarts = (element: XmlElement) => {
    const [from, to] = [Number(element.get('min')), Number(element.get('max'))]
    if (!isOn(element.get('hidden')) && Number(element.get('width') ?? 1) > 0) return
    for (let at = from; at <= Math.min(to, MAX_COLUMNS); at += 1) hidden.add(at - 1)
  }
  const rowStarts = (element: XmlElement) => {
    rowNumber = Number(element.get('r') ?? rowNumber + 1)
    row = { number: rowNumber, cells: [], hidden: isOn(element.get('hidden')) || Number(element.get('ht') ?? 1) === 0 }
  }
  const cellStarts = (element: XmlElement) => {
    const column = columnOf(element.get('r')) ?? row?.cells.length ?? 0
    cell = {
      column: Math.min(column, MAX_COLUMNS - 1),
      type: element.get('t') ?? 'n',
      style: Number(element.get('s') ?? 0),
      value: '',
      isFormula: false,
    }
    collector.take()
  }
  const cellEnds = () => {
    if (!row || !cell) return
    const { column, type, style, value, isFormula } = cell
    const inline = collector.take()
    if (isFormula && value === '' && type !== 'str') found.uncomputed += 1
    const text = type === 'inlineStr' || value === '' ? inline : textOf(type, value, style)
    // Programs may leave out references: an empty cell has its place.
    budget.cells -= Math.max(1, column + 1 - row.cells.length)
    if (budget.cells < 0) throw TOO_MUCH
    while (row.cells.length < column) row.cells.push('')
    if (text !== '' && hidden.has(column)) written.add(column)
    row.cells[column] = hidden.has(column) ? '' : text
    cell = undefined
  }
  const textOf = (type: string, value: string, style: number): string => {
    switch (type) {
      case 's':
        return parts.shared[Number(value)] ?? ''
      case 'b':
        return value.trim() === '1' ? 'VERDADERO' : 'FALSO'
      case 'n':
        return numberText(value, parts.formats[style] ?? 'General', numbers, parts.is1904)
      case 'd':
        return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
      case 'str':
        return unescapeText(value)
      default:
        return value
    }
  }
  const rowEnds = () => {
    if (row?.cells.some(text => text.trim() !== '')) {
      if (row.hidden) found.hiddenRows.push(row.number)
      else found.rows.push({ number: row.number, cells: row.cells })
    }
    row = undefined
    if (found.rows.length >= mostRows) throw ENOUGH
  }

  try {
    readXml(
      bytes,
      {
        open(element) {
          const { name } = element
          collector.open(name)
          if (name === 'col') columnStarts(element)
          else if (name === 'row') rowStarts(element)
          else if (name === 'c' && row) cellStarts(element)
          else if (name === 'f' && cell) cell.isFormula = true
          else if (name === 'v') inValue = true
          else if (name === 'mergeCell') {
            const merge = mergeOf(element.get('ref') ?? '')
            if (merge) merges.push(merge)
          }
        },
        close(name) {
          collector.close(name)
          if (name === 'v') inValue = false
          else if (name === 'c') cellEnds()
          else if (name === 'row') rowEnds()
        },
        text(piece) {
          collector.add(piece)
          if (inValue && cell && cell.value.length < 40_000) cell.value += piece
        },
      },
      budget,
    )
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
  fillMerged(found.rows, merges, budget)
  found.hiddenColumns = [...written].toSorted((a, b) => a - b)
  return found
}

/** `C` of `C7` is 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^\$?([A-Z]{1,3})(?=\$?\d)/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, character) => sum * 26 + character.charCodeAt(0) - 64, 0) - 1
}

/** A range over several rows, by its first column. */
function mergeOf(reference: string): Merge | undefined {
  const [first = '', last = ''] = reference.split(':')
  const column = columnOf(first)
  const [from, to] = [Number(/\d+$/.exec(first)?.[0]), Number(/\d+$/.exec(last)?.[0])]
  return column !== undefined && to > from ? { column, from, to } : undefined
}

/** An area that is written once beside its people is the area of each. */
function fillMerged(rows: NumberedRow[], merges: readonly Merge[], budget: Budget): void {
  const places = new Map(rows.map(({ number }, at) => [number, at]))
  for (const { column, from, to } of merges) {
    const first = places.get(from)
    const text = first === undefined ? undefined : rows[first]?.cells[column]
    if (first === undefined || text === undefined || text === '') continue
    for (let at = first + 1; at < rows.length; at += 1) {
      const row = rows[at]
      if (!row || row.number > to) break
      budget.cells -= Math.max(1, column + 1 - row.cells.length)
      if (budget.cells < 0) throw TOO_MUCH
      while (row.cells.length < column) row.cells.push('')
      if ((row.cells[column] ?? '') === '') row.cells[column] = text
    }
  }
}

/** One sheet of a workbook: its name, and what its program shows of it. */
export type ReadSheet = SheetCells & { name: string }

/** The visible sheets with text, and the names of the others. */
export type ReadWorkbook = { sheets: ReadSheet[]; hiddenSheets: string[]; unreadSheets: string[] }

/**
 * What is looked at in one workbook: several times what the largest report of a bank has. Cells without text before one that has some count,
 * so that a cell in the last column of each row is no way around.
 */
const LIMITS: Readonly<Budget> = { elements: 2_500_000, cells: 600_000 }
/** Sheets that are read of one workbook. */
const MAX_SHEETS = 30

type Reading = { mostRows: number; numbers: Numbers }

/** The cells of a workbook's first sheet with text; undefined when it can't be read. */
export function readXlsx(bytes: Buffer, mostRows: number): Table | undefined {
  const read = readWorkbook(bytes, { mostRows, numbers: 'exact' })
  return read.ok ? (read.value.sheets[0]?.rows.map(({ cells }) => cells) ?? []) : undefined
}

/** A workbook's visible sheets in the order of their tabs; all of them when none is visible. Sheets beyond the limits are named only. @param limits for tests */
export function readWorkbook(
  bytes: Buffer,
  reading: Reading,
  limits = LIMITS,
): Result<ReadWorkbook, { code: 'unreadable'; kind: FileKind }> {
  try {
    const budget = { ...limits }
    const archive = openZip(bytes)
    const parts = archive && readParts(archive, budget)
    return archive && parts && parts.sheets.length > 0
      ? ok(readSheets(archive, parts, reading, budget))
      : err({ code: 'unreadable', kind: 'damaged' })
  } catch (error) {
    return err({ code: 'unreadable', kind: error === TOO_MUCH ? 'too_complex' : 'damaged' })
  }
}

function readSheets(archive: Archive, parts: WorkbookParts, reading: Reading, budget: Budget): ReadWorkbook {
  const visible = parts.sheets.filter(({ hidden }) => !hidden)
  const shown = visible.length > 0 ? visible : parts.sheets
  const hiddenSheets = parts.sheets.filter(sheet => !shown.includes(sheet)).map(({ name }) => name)
  const sheets: ReadSheet[] = []
  for (const [at, { name, path }] of shown.slice(0, MAX_SHEETS).entries()) {
    try {
      const bytes = archive.read(path)
      // The first sheet is what the file is about.
      if (!bytes && at === 0) throw new Error('The first sheet is not in the file')
      const cells = bytes ? readCells(bytes, parts, reading, budget) : undefined
      if (cells && cells.rows.length + cells.hiddenRows.length > 0) sheets.push({ name, ...cells })
    } catch (error) {
      if (error !== TOO_MUCH || sheets.length === 0) throw error
      return { sheets, hiddenSheets, unreadSheets: shown.slice(at).map(sheet => sheet.name) }
    }
  }
  return { sheets, hiddenSheets, unreadSheets: shown.slice(MAX_SHEETS).map(({ name }) => name) }
}
