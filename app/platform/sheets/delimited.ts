import { cutText } from '#app/kernel/text.ts'
/** Rows of cells, as a sheet shows them. */
export type Table = string[][]

/** A row with text, and the number that a spreadsheet program shows beside it. */
export type NumberedRow = {
  number: number
  cells: string[]
  /** Its name was not written: it was made of the e-mail address. */
  guessed?: boolean | undefined
}

/** Cells of a text that are read: several times what the largest report of a bank has. A line of two million cells is no list. */
const MAX_CELLS = 600_000

const DELIMITERS = [';', '\t', ',', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

/**
 * Splits a text into rows and cells. The delimiter is the one that makes a table (`delimiterOf`), or what a first line `sep=;` says, as Excel
 * takes it; quoted cells may hold it, line breaks and doubled quotes (RFC 4180). A quote that never closes ends with the text.
 * @param mostRows rows that are read at most; further ones are left alone.
 */
export const parseDelimited = (input: string, mostRows: number): Table =>
  parseNumbered(input, mostRows).map(({ cells }) => cells)

/** The same rows with their numbers: blank rows are left out, but counted. Rows after too many cells are left alone. */
export const parseNumbered = (input: string, mostRows: number): NumberedRow[] => parse(input, mostRows).rows

/** The same; undefined when the text has more cells than are read. */
export function parseWhole(input: string, mostRows: number): NumberedRow[] | undefined {
  const { rows, isCut } = parse(input, mostRows)
  return isCut ? undefined : rows
}

function parse(input: string, mostRows: number): Split {
  // Files that were joined have a mark in the middle, too.
  const text = input.replaceAll('\uFEFF', '')
  const said = SAID.exec(text)
  const delimiter = asDelimiter(said?.[1]) ?? delimiterOf(text)
  // Spreadsheet programs do not show that line, and number the rows without it.
  return split(said ? text.slice(said[0].length) : text, delimiter, mostRows)
}

const SAID = /^sep=(.)(?:\r\n|\r|\n|$)/i
const asDelimiter = (text: string | undefined): Delimiter | undefined => DELIMITERS.find(known => known === text)

/** As many characters as mean nothing but themselves: one by one, a file of nothing else would keep everybody waiting. */
const PLAIN: Readonly<Record<Delimiter, RegExp>> = {
  '\t': /[^\t\r\n"]+/y,
  ';': /[^;\r\n"]+/y,
  ',': /[^,\r\n"]+/y,
  '|': /[^|\r\n"]+/y,
}

type Split = { rows: NumberedRow[]; isCut: boolean }

function split(text: string, delimiter: Delimiter, mostRows: number): Split {
  const rows: NumberedRow[] = []
  let cells = 0
  let number = 0
  let row: string[] = []
  let cell = ''
  // Whether the cell contains only spaces so far: tracked piece by piece, because scanning a whole cell at every quote
  // is quadratic.
  let blank = true
  let quoted = false
  let start = 0
  const plain = PLAIN[delimiter]
  const endCell = () => {
    row.push(cell)
    cells += 1
    cell = ''
    blank = true
  }
  const endRow = () => {
    endCell()
    number += 1
    if (row.some(value => value.trim() !== '')) rows.push({ number, cells: row })
    row = []
  }
  for (let at = 0; at < text.length && rows.length < mostRows && cells < MAX_CELLS; at = start) {
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
  const isCut = cells >= MAX_CELLS
  if (rows.length < mostRows && !isCut) endRow()
  return { rows, isCut }
}

/** Characters and rows in which the delimiter is looked for. */
const LOOKED_AT = 20_000
const LOOKED_AT_ROWS = 60

/**
 * The delimiter by which the text is a table: that most rows have, and have as often as each other. A title line above the table may have
 * any number of commas, and so may its cells; of equals, the one that makes more columns.
 */
function delimiterOf(text: string): Delimiter {
  const sample = cutText(text, LOOKED_AT)
  const scores = DELIMITERS.map(delimiter => {
    const widths = split(sample, delimiter, LOOKED_AT_ROWS).rows.map(({ cells }) => cells.length)
    const counts = new Map<number, number>()
    for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
    const [columns, rows] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
    return { delimiter, score: rows + widths.filter(width => width > 1).length, columns }
  })
  return scores.toSorted((a, b) => b.score - a.score || b.columns - a.columns)[0]?.delimiter ?? ';'
}

/** First characters of cells that a spreadsheet would take for a formula (spec D37); Japanese and Chinese ones read the full-width forms. */
const FORMULA_STARTS = '=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20'
const FORMULA = new RegExp(`^[${FORMULA_STARTS}]`)

/** Whether a spreadsheet would take a typed text for a formula. */
export const isFormula = (text: string): boolean => FORMULA.test(text)

/** A table as CSV for Excel in es-CL: UTF-8 with its mark, ';' and CRLF, and no cell that a spreadsheet would compute (spec D37). */
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
