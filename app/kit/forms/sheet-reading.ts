import { cutText } from '#app/kernel/text.ts'
import { columnLetters, type Places } from '#app/platform/sheets/file-notes.ts'
import type { SourceSheet } from '#app/platform/sheets/sheet-source.ts'

/** Rows of a sheet that are shown with the columns. */
const SHOWN_ROWS = 5

/** How an uploaded file is read: a sheet by its place, the number of the row with the titles (null: there is none), and the columns. */
type Reading<Column extends string> = { sheet: number; titles: number | null; columns: Places<Column> }

/** How a file is read, with what else could be selected. */
export type SheetReading<Column extends string> = {
  sheets: string[]
  sheet: number
  /** The number of the row with the titles; null: there is none. */
  titles: number | null
  /** Rows that may be the titles, with the beginning of their text. */
  titleRows: { number: number; text: string }[]
  /** The columns with text: their letter, and their title or first text. */
  columns: { at: number; letter: string; title: string }[]
  selected: Places<Column>
  /** The first rows below the titles. */
  rows: { number: number; cells: string[] }[]
  /** What was guessed or is not read of the sheet, as sentences. */
  notes: string[]
}

/** What the page of a dry run shows of a stored file. @param titleRows how many rows from the first may be the titles */
export function sheetReading<Column extends string>(
  { sheets, reading }: { sheets: readonly SourceSheet[]; reading: Reading<Column> },
  titleRows: number,
): SheetReading<Column> {
  const sheet = sheets[reading.sheet] ?? { name: '', rows: [], notes: [] }
  const titles = sheet.rows.find(({ number }) => number === reading.titles)
  const below = sheet.rows.filter(({ number }) => reading.titles === null || number > reading.titles)
  return {
    sheets: sheets.map(({ name }) => name),
    sheet: reading.sheet,
    titles: reading.titles,
    titleRows: sheet.rows.slice(0, titleRows).map(({ number, cells }) => ({ number, text: beginning(cells) })),
    columns: usedColumns(sheet).map(at => ({
      at,
      letter: columnLetters(at),
      title: (titles ?? below[0])?.cells[at] ?? '',
    })),
    selected: reading.columns,
    rows: below.slice(0, SHOWN_ROWS),
    notes: sheet.notes,
  }
}

const beginning = (cells: readonly string[]): string => cutText(cells.filter(cell => cell !== '').join(', '), 60)

function usedColumns({ rows }: SourceSheet): number[] {
  const used = new Set<number>()
  for (const { cells } of rows) for (const [at, cell] of cells.entries()) if (cell !== '') used.add(at)
  return [...used].toSorted((a, b) => a - b)
}
