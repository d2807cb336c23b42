/** Rows of cells, as a sheet shows them. */
export type Table = string[][]

/** A row with text, and the number that a spreadsheet program shows beside it. */
export type NumberedRow = { number: number; cells: string[] }

/**
 * The text of a file of unknown origin: UTF-8 or UTF-16 by their marks, else UTF-8 if it is that, else Windows-1252, which Excel
 * in es-CL writes and which has Latin-1 within it. Never fails: every byte means something in the last.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Maximum columns of a row: a file with two million cells in one line is not a list. */
const MAX_COLUMNS = 1000

const DELIMITERS = ['\t', ';', ','] as const

/**
 * Splits a text into rows and cells. The delimiter is whichever of tab, ';' and ',' the first line that has any has most of;
 * quoted cells may hold it, line breaks and doubled quotes (RFC 4180). A quote that never closes ends with the text.
 * @param mostRows rows that are read at most; further ones are left alone.
 */
export const parseDelimited = (input: string, mostRows: number): Table =>
  parseNumbered(input, mostRows).map(({ cells }) => cells)

/** The same rows with their numbers: blank rows are left out, but counted. */
export function parseNumbered(input: string, mostRows: number): NumberedRow[] {
  const text = input.startsWith('\uFEFF') ? input.slice(1) : input
  const delimiter = delimiterOf(text)
  const rows: NumberedRow[] = []
  let number = 0
  let row: string[] = []
  let cell = ''
  // Whether the cell contains only spaces so far: tracked piece by piece, because scanning a whole cell at every quote
  // is quadratic.
  let blank = true
  let quoted = false
  let start = 0
  // As many characters as mean nothing but themselves: one by one, a file of nothing else would keep everybody waiting.
  const plain = delimiter === '\t' ? /[^\t\r\n"]+/y : delimiter === ';' ? /[^;\r\n"]+/y : /[^,\r\n"]+/y
  const endCell = () => {
    if (row.length < MAX_COLUMNS) row.push(cell)
    cell = ''
    blank = true
  }
  const endRow = () => {
    endCell()
    number += 1
    if (row.some(value => value.trim() !== '')) rows.push({ number, cells: row })
    row = []
  }
  for (let at = 0; at < text.length && rows.length < mostRows; at = start) {
    const character = text.charAt(at)
    start = at + 1
    if (quoted) {
      const close = text.indexOf('"', at)
      const end = close < 0 ? text.length : close
      const piece = text.slice(at, end)
      cell += piece
      blank &&= piece.trim() === ''
      start = end + 1
      if (text[start] === '"') {
        cell += '"'
        blank = false
        start += 1
      } else quoted = false
    } else if (character === '"' && blank) {
      cell = ''
      quoted = true
    } else if (character === delimiter) {
      endCell()
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[start] === '\n') start += 1
      endRow()
    } else {
      plain.lastIndex = at
      const piece = plain.exec(text)?.[0] ?? character
      cell += piece
      blank &&= piece.trim() === ''
      start = at + piece.length
    }
  }
  if (rows.length < mostRows) endRow()
  return rows
}

/** Characters in which the delimiter is looked for. */
const LOOKED_AT = 10_000

function delimiterOf(text: string): string {
  const lines = text
    .slice(0, LOOKED_AT)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\n\r]/)
  const line = lines.find(candidate => /[\t;,]/.test(candidate)) ?? ''
  const counts = DELIMITERS.map(delimiter => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ';'
}

/** First characters of cells that a spreadsheet would take for a formula (decision 37); Japanese and Chinese ones read the full-width forms. */
const FORMULA_STARTS = '=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20'
const FORMULA = new RegExp(`^[${FORMULA_STARTS}]`)

/** Whether a spreadsheet would take a typed text for a formula. */
export const isFormula = (text: string): boolean => FORMULA.test(text)

/** A table as CSV for Excel in es-CL: UTF-8 with its mark, ';' and CRLF, and no cell that a spreadsheet would compute (decision 37). */
export const writeDelimited = (table: readonly (readonly string[])[]): string => `\uFEFF${joinNeutralised(table)}`

/** A part of such a file, for streaming: without the byte order mark, which belongs at its beginning. */
export const joinNeutralised = (table: readonly (readonly string[])[]): string =>
  joinCells(table.map(row => row.map(value => (isFormula(value) ? `'${value}` : value))))

/** A table as text that `parseDelimited` reads back as it is: for a form, not for a spreadsheet. */
export const joinCells = (table: readonly (readonly string[])[]): string =>
  table.map(row => `${row.map(quoteCell).join(';')}\r\n`).join('')

/**
 * Control characters that separate the cells and rows of a packed text from the database: reading a million rows cell
 * by cell takes longer than finding them. Typed text contains neither (`packedRows`).
 */
export const BETWEEN_CELLS = '\x1f'
export const ROW_END = '\x1e'

/** A cell to quote, or one that a spreadsheet would compute. */
const NOT_PLAIN = new RegExp(`[";\\r\\n]|(?:^|[${ROW_END}${BETWEEN_CELLS}])[${FORMULA_STARTS}]`)
const plain = (packed: string): string => packed.replaceAll(BETWEEN_CELLS, ';').replaceAll(ROW_END, '\r\n')

/** The same as `joinNeutralised` for packed rows. Only rows with something to quote or neutralise are split. */
export function joinPacked(packed: string): string {
  if (!NOT_PLAIN.test(packed)) return plain(packed)
  const rows = packed.split(ROW_END).slice(0, -1)
  return rows
    .map(row => (NOT_PLAIN.test(row) ? joinNeutralised([row.split(BETWEEN_CELLS)]) : plain(row + ROW_END)))
    .join('')
}

const quoteCell = (value: string): string => (/[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
