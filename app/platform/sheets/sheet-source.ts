import { z } from 'zod'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText, storable } from '#app/kernel/text.ts'
import type { Places } from './file-notes.ts'

// An uploaded file as it is stored between its upload and its confirmation, so that it can be read in another way without another upload.

/** Characters that are stored of a cell: enough to show what is wrong with it. */
const MAX_CELL = 300
/** Characters that are stored of a whole file. Sheets beyond them cannot be selected. */
const MAX_STORED = 3_000_000
/** Columns of a sheet of Excel. */
const MAX_COLUMNS = 16_384

const storedRow = z.object({ number: z.number(), cells: z.array(z.string()), guessed: z.boolean().optional() })
const storedSheet = z.object({ name: z.string(), rows: z.array(storedRow), notes: z.array(z.string()) })
export type SourceSheet = z.infer<typeof storedSheet>

const place = z
  .number()
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1)
  .nullable()

export const placesSchema = <Column extends string>(columns: readonly Column[]) => z.record(z.enum(columns), place)

/** How a file is read: a sheet by its place, the number of the row with the titles (null: there is none), and the columns. */
export const readingSchema = <Column extends string>(columns: readonly Column[]) =>
  z.object({ sheet: z.number().int().min(0), titles: z.number().nullable(), columns: placesSchema(columns) })

/** The sheets of a file, or a pasted text as a sheet without a name, and how they are read. */
export const sourceSchema = <Reading extends z.ZodType>(reading: Reading) =>
  z.object({ sheets: z.array(storedSheet), reading })

/** Sheets as they are stored: bounded, as text that a database takes. Undefined: the first one is too large. */
export function boundedSheets(
  sheets: readonly SourceSheet[],
  mostRows = Number.POSITIVE_INFINITY,
): SourceSheet[] | undefined {
  const bounded: SourceSheet[] = []
  let size = 0
  for (const { name, rows, notes } of sheets) {
    const kept = rows.slice(0, mostRows).map(row => ({ ...row, cells: row.cells.map(storedCell) }))
    for (const row of kept) for (const cell of row.cells) size += cell.length + 4
    if (size > MAX_STORED) break
    bounded.push({ name: storedCell(name), notes, rows: kept })
  }
  return bounded.length === 0 && sheets.length > 0 ? undefined : bounded
}

/** A cell as one line; a workbook's cell may have several. */
const storedCell = (text: string): string =>
  cutText(storable(text.replaceAll(/\s*[\r\n\v\f\u0085\u2028\u2029]\s*/g, ' ').trim()), MAX_CELL)

const readingForm = z.object({
  sheet: z.coerce.number().int().min(0).max(100),
  // The sheet and titles that the columns were shown for: those of another sheet or row mean nothing.
  shownSheet: z.coerce.number().int(),
  shownTitles: z.string().max(10),
  titles: z.string().regex(/^\d{0,7}$/),
})

type AskedReading<Column extends string> = {
  at: number
  sheet: SourceSheet
  /** Undefined: another sheet, whose columns are to be guessed. */
  selected:
    | {
        titles: number | null
        columns: Places<Column>
        /** The cells of another row of titles: the columns are those that it names. */
        newTitles: string[] | undefined
      }
    | undefined
}

/** The reading of a stored file that a form asks for (`SheetReadingForm`). */
export function askedReading<Column extends string>(
  sheets: readonly SourceSheet[],
  form: Readonly<Record<string, unknown>>,
  columns: readonly Column[],
): Result<AskedReading<Column>, { code: 'unknown_sheet' }> {
  const parsed = readingForm.safeParse(form)
  const sheet = parsed.success ? sheets[parsed.data.sheet] : undefined
  if (!parsed.success || !sheet) return err({ code: 'unknown_sheet' })
  const { sheet: at, shownSheet, shownTitles } = parsed.data
  if (at !== shownSheet) return ok({ at, sheet, selected: undefined })
  const titles = parsed.data.titles === '' ? null : Number(parsed.data.titles)
  const row = sheet.rows.find(({ number }) => number === titles)
  const shown = columns.map(name => {
    const value = form[name]
    return [name, typeof value === 'string' && value !== '' ? Number(value) : null]
  })
  const places = placesSchema(columns).safeParse(Object.fromEntries(shown))
  if (!places.success || (titles !== null && !row)) return err({ code: 'unknown_sheet' })
  const newTitles = parsed.data.titles === shownTitles ? undefined : row?.cells
  return ok({ at, sheet, selected: { titles, columns: places.data as Places<Column>, newTitles } })
}
