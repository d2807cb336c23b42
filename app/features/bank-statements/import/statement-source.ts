import { z } from 'zod'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText, storable } from '#app/kernel/text.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'
import {
  columnsOf,
  isTitled,
  NEEDED,
  NO_COLUMNS,
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementColumns,
} from './statement-columns.ts'

/** Rows and characters that are stored of a sheet. A year of a busy account has fewer rows. */
export const MAX_ROWS = 5000
/** Columns of a sheet of Excel. */
const MAX_COLUMNS = 16_384
const MAX_CELL = 300
/** Characters that are stored of a whole file. Sheets beyond them cannot be chosen. */
const MAX_STORED = 3_000_000
/** Rows among which the titles are found, and can be chosen: statements begin with the name of the account and its balances. */
export const TITLE_ROWS = 40

const place = z
  .number()
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1)
  .nullable()
const columnsSchema = z.object({
  date: place,
  description: place,
  comment: place,
  credit: place,
  debit: place,
  kind: place,
  rut: place,
  operation: place,
  balance: place,
})

/** How a file is read: a sheet by its place, the number of the row with the titles (null: there is none), and the columns. */
const readingSchema = z.object({
  sheet: z.number().int().min(0),
  titles: z.number().nullable(),
  columns: columnsSchema,
})
export type Reading = z.infer<typeof readingSchema>

/** The sheets of an uploaded statement, and how they are read. */
export const storedSource = z.object({
  sheets: z.array(
    z.object({
      name: z.string(),
      rows: z.array(z.object({ number: z.number(), cells: z.array(z.string()) })),
      notes: z.array(z.string()),
    }),
  ),
  reading: readingSchema,
})
export type StatementSource = z.infer<typeof storedSource>
export type SourceSheet = StatementSource['sheets'][number]

/** How the statements of an account are read: its titles, as plain texts by column, or the places where they have none. */
export const rememberedReading = z.object({
  titles: z.partialRecord(z.enum(STATEMENT_COLUMNS), z.string()).nullable(),
  columns: columnsSchema,
})
export type RememberedReading = z.infer<typeof rememberedReading>

export type SourceFailure = { code: 'empty' | 'no_columns' | 'too_wide' | 'unknown_sheet' }

const storedCell = (text: string): string => cutText(storable(text).trim(), MAX_CELL)

/** Sheets as they are stored: bounded, as text that a database takes. Undefined: the first one is too large. */
function boundedSheets(sheets: readonly SourceSheet[]): SourceSheet[] | undefined {
  const bounded: SourceSheet[] = []
  let size = 0
  for (const { name, rows, notes } of sheets) {
    const sheet = {
      name: storedCell(name),
      notes,
      rows: rows.slice(0, MAX_ROWS + TITLE_ROWS).map(row => ({
        number: row.number,
        cells: row.cells.map(storedCell),
      })),
    }
    for (const row of sheet.rows) for (const cell of row.cells) size += cell.length + 4
    if (size > MAX_STORED) break
    bounded.push(sheet)
  }
  return bounded.length === 0 && sheets.length > 0 ? undefined : bounded
}

/** An uploaded statement with its probable reading: as its account's were read, else by its titles. */
export function readSource(
  sheets: readonly SourceSheet[],
  remembered: RememberedReading | undefined,
): Result<StatementSource, SourceFailure> {
  const bounded = boundedSheets(sheets)
  if (!bounded) return err({ code: 'too_wide' })
  const [first] = bounded
  if (!first || bounded.every(({ rows }) => rows.length === 0)) return err({ code: 'empty' })
  const reading = bounded.map((sheet, at) => readingOf(sheet, at, remembered)).find(found => found !== undefined)
  // Nothing is known of its columns: the staff choose them in the dry run.
  return ok({ sheets: bounded, reading: reading ?? { sheet: 0, titles: null, columns: NO_COLUMNS } })
}

function readingOf(sheet: SourceSheet, at: number, remembered: RememberedReading | undefined): Reading | undefined {
  const rows = sheet.rows.slice(0, TITLE_ROWS)
  if (remembered?.titles) {
    for (const { number, cells } of rows) {
      const columns = placesOf(cells, remembered.titles)
      if (columns) return { sheet: at, titles: number, columns }
    }
  }
  const titled = rows.find(({ cells }) => isTitled(columnsOf(cells)))
  if (titled) return { sheet: at, titles: titled.number, columns: columnsOf(titled.cells) }
  return remembered && remembered.titles === null ? { sheet: at, titles: null, columns: remembered.columns } : undefined
}

/** The places of the remembered titles in a row; undefined unless it has all of them. */
function placesOf(
  cells: readonly string[],
  titles: Partial<Record<StatementColumn, string>>,
): StatementColumns | undefined {
  const plain = cells.map(plainText)
  const columns = { ...NO_COLUMNS }
  for (const column of STATEMENT_COLUMNS) {
    const title = titles[column]
    if (title === undefined) continue
    const at = plain.indexOf(title)
    if (at < 0) return undefined
    columns[column] = at
  }
  return NEEDED.every(column => columns[column] !== null) ? columns : undefined
}

/** What is remembered of a confirmed reading. */
export function toRemember({ sheets, reading }: StatementSource): RememberedReading {
  const row = sheets[reading.sheet]?.rows.find(({ number }) => number === reading.titles)
  if (!row) return { titles: null, columns: reading.columns }
  const titles: Partial<Record<StatementColumn, string>> = {}
  for (const column of STATEMENT_COLUMNS) {
    const title = plainText(row.cells[reading.columns[column] ?? -1] ?? '')
    if (title !== '') titles[column] = title
  }
  return { titles, columns: reading.columns }
}

/** What the staff ask for when a statement is read in another way, as a form sends it. */
const readingForm = z.object({
  sheet: z.coerce.number().int().min(0).max(100),
  // The sheet and titles that the columns were shown for: those of another sheet or row mean nothing.
  shownSheet: z.coerce.number().int(),
  shownTitles: z.string().max(10),
  titles: z.string().regex(/^\d{0,7}$/),
})

/** The reading that a form asks for, of the stored file. Another sheet is guessed anew, and so are the columns of other titles. */
export function changedReading(
  source: StatementSource,
  form: Record<string, unknown>,
): Result<StatementSource, SourceFailure> {
  const asked = readingForm.safeParse(form)
  const sheet = asked.success ? source.sheets[asked.data.sheet] : undefined
  if (!asked.success || !sheet) return err({ code: 'unknown_sheet' })
  const { sheet: at, shownSheet, shownTitles } = asked.data
  if (at !== shownSheet) {
    const guessed = readingOf(sheet, at, undefined)
    return ok({ ...source, reading: guessed ?? { sheet: at, titles: null, columns: NO_COLUMNS } })
  }
  const titles = asked.data.titles === '' ? null : Number(asked.data.titles)
  const row = sheet.rows.find(({ number }) => number === titles)
  const chosen = columnsSchema.safeParse(
    Object.fromEntries(
      STATEMENT_COLUMNS.map(name => [
        name,
        typeof form[name] === 'string' && form[name] !== '' ? Number(form[name]) : null,
      ]),
    ),
  )
  if (!chosen.success || (titles !== null && !row)) return err({ code: 'unknown_sheet' })
  const isMoved = asked.data.titles !== shownTitles && row !== undefined
  return ok({ ...source, reading: { sheet: at, titles, columns: isMoved ? columnsOf(row.cells) : chosen.data } })
}
