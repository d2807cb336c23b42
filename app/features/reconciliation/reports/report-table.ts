import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import type { ReportSource } from '#app/platform/database/values.ts'
import { type NumberedRow, parseNumbered } from '#app/platform/sheets/delimited.ts'
import { COLUMN_NAMES, type ColumnKey, LAYOUTS, OF_SETTLEMENT, titleKey } from './report-columns.ts'

/** Where each known column is. */
export type Columns = ReadonlyMap<ColumnKey, number>

/** The table of a report: its kind, its columns and the rows below its titles. */
export type Table = { source: ReportSource; columns: Columns; rows: readonly NumberedRow[] }

export type TableFailure =
  | { code: 'no_table' }
  /** The table was found, and a column is missing without which nothing can be compared. */
  | { code: 'missing_columns'; source: ReportSource; columns: string[] }

/** Rows above the table: Transbank's settlement reports have some forty of names and sums. */
const ROWS_ABOVE = 200
/** Columns that a row must have to be taken for titles. */
const FEWEST_COLUMNS = 3

/** Finds the row with the most known titles, of all sheets. */
export function findTable(sheets: readonly (readonly NumberedRow[])[]): Result<Table, TableFailure> {
  const candidates = sheets.flatMap(rows =>
    rows.slice(0, ROWS_ABOVE).map((row, at) => ({ ...columnsOf(row.cells), rows: rows.slice(at + 1) })),
  )
  const [best] = candidates.toSorted((one, other) => other.columns.size - one.columns.size)
  if (!best || best.columns.size < FEWEST_COLUMNS) return err({ code: 'no_table' })
  const missing = LAYOUTS[best.source].required.filter(anyOf => !anyOf.some(key => best.columns.has(key)))
  return missing.length === 0
    ? ok(best)
    : err({
        code: 'missing_columns',
        source: best.source,
        columns: missing.map(anyOf => anyOf.map(key => COLUMN_NAMES[key]).join(' o ')),
      })
}

function columnsOf(titles: readonly string[]): { source: ReportSource; columns: Columns } {
  const keys = titles.map(titleKey)
  const settlement = find('settlement', keys)
  return OF_SETTLEMENT.some(key => settlement.has(key))
    ? { source: 'settlement', columns: settlement }
    : { source: 'sales', columns: find('sales', keys) }
}

/** The first synonym that a title has wins, so that 'Monto Transacción' comes before a 'Monto' further left. */
function find(source: ReportSource, titles: readonly string[]): Columns {
  const columns = new Map<ColumnKey, number>()
  for (const [key, synonyms] of entriesOf(LAYOUTS[source].titles)) {
    const at = synonyms.map(synonym => titles.indexOf(synonym)).find(index => index >= 0)
    if (at !== undefined && ![...columns.values()].includes(at)) columns.set(key, at)
  }
  return columns
}

const entriesOf = (titles: Readonly<Partial<Record<ColumnKey, readonly string[]>>>) =>
  Object.entries(titles) as [ColumnKey, readonly string[]][]

/**
 * The rows of a report's text. The separator is looked for in the titles: a name above the table may have a comma.
 * @param mostRows rows that are read at most
 */
export function rowsOfText(text: string, mostRows: number): NumberedRow[] {
  let start = 0
  let best = { start: 0, before: 0, known: 0 }
  for (let before = 0; before < ROWS_ABOVE && start < text.length; before += 1) {
    const end = lineEnd(text, start)
    const known = knownTitles(text.slice(start, end.at))
    if (known > best.known) best = { start, before, known }
    start = end.next
  }
  return parseNumbered(text.slice(best.start), mostRows).map(row => ({ ...row, number: row.number + best.before }))
}

function lineEnd(text: string, start: number): { at: number; next: number } {
  const found = /\r\n|\r|\n/g
  found.lastIndex = start
  const match = found.exec(text)
  return match ? { at: match.index, next: match.index + match[0].length } : { at: text.length, next: text.length }
}

/** Known titles of a line, by the separator that finds most. */
const knownTitles = (line: string): number =>
  Math.max(...[';', '\t', ','].map(separator => columnsOf(cutText(line, 5000).split(separator)).columns.size))
