import type { StatementColumns } from './statement-columns.ts'
import { type SourceSheet, type StatementSource, TITLE_ROWS } from './statement-source.ts'

/** Rows of a sheet that are shown with the columns. */
const SHOWN_ROWS = 5

/** How a statement is read, with what else could be chosen. */
export type ReadingShown = {
  sheets: string[]
  sheet: number
  /** The number of the row with the titles; null: there is none. */
  titles: number | null
  /** Rows that may be the titles, with the beginning of their text. */
  titleRows: { number: number; text: string }[]
  /** The columns with text: their letter, and their title or first text. */
  columns: { at: number; letter: string; title: string }[]
  chosen: StatementColumns
  /** The first rows below the titles. */
  rows: { number: number; cells: string[] }[]
}

/** What the page of a dry run shows of a stored statement. */
export function shownReading({ sheets, reading }: StatementSource): ReadingShown {
  const sheet = sheets[reading.sheet] ?? { name: '', rows: [] }
  const titles = sheet.rows.find(({ number }) => number === reading.titles)
  const below = sheet.rows.filter(({ number }) => reading.titles === null || number > reading.titles)
  return {
    sheets: sheets.map(({ name }) => name),
    sheet: reading.sheet,
    titles: reading.titles,
    titleRows: sheet.rows.slice(0, TITLE_ROWS).map(({ number, cells }) => ({ number, text: beginning(cells) })),
    columns: usedColumns(sheet).map(at => ({
      at,
      letter: columnLetter(at),
      title: (titles ?? below[0])?.cells[at] ?? '',
    })),
    chosen: reading.columns,
    rows: below.slice(0, SHOWN_ROWS),
  }
}

const beginning = (cells: readonly string[]): string =>
  cells
    .filter(cell => cell !== '')
    .join(', ')
    .slice(0, 60)

function usedColumns({ rows }: SourceSheet): number[] {
  const used = new Set<number>()
  for (const { cells } of rows) for (const [at, cell] of cells.entries()) if (cell !== '') used.add(at)
  return [...used].toSorted((a, b) => a - b)
}

/** The letter of a column among the first thirty: A to Z, then AA. */
const columnLetter = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `A${String.fromCharCode(65 + at - 26)}`
