import { type ListColumns, type SourceSheet, storedSource, TITLE_ROWS } from './list-source.ts'
import { OWN_TITLES } from './mail-addresses.ts'

/** Rows of a sheet that are shown with the columns. */
const SHOWN_ROWS = 5

/** How a list's file is read, with what else could be chosen. */
export type ReadingShown = {
  sheets: string[]
  sheet: number
  /** The number of the row with the titles; null: there is none. */
  titles: number | null
  /** Rows that may be the titles, with the beginning of their text. */
  titleRows: { number: number; text: string }[]
  /** The columns with text: their letter, and their title or first text. */
  columns: { at: number; letter: string; title: string }[]
  chosen: ListColumns
  /** The first rows below the titles. */
  rows: { number: number; cells: string[] }[]
}

/** What the page of a dry run shows of a stored source; undefined for one without columns to choose, such as pasted addresses. */
export function shownReading(stored: unknown): ReadingShown | undefined {
  const source = storedSource.safeParse(stored)
  const sheet = source.success ? source.data.sheets[source.data.reading.sheet] : undefined
  if (!source.success || !sheet || source.data.reading.titles === OWN_TITLES) return undefined
  const { sheets, reading } = source.data
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

const usedColumns = ({ rows }: SourceSheet): number[] => {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return Array.from({ length: width }, (_, at) => at).filter(at => rows.some(({ cells }) => (cells[at] ?? '') !== ''))
}

/** The letter of a column among the first thirty: A to Z, then AA. */
const columnLetter = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : `A${String.fromCharCode(65 + at - 26)}`
