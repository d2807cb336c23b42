import { z } from 'zod'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'
import {
  askedReading,
  boundedSheets,
  placesSchema,
  readingSchema,
  type SourceSheet,
  sourceSchema,
} from '#app/platform/sheets/sheet-source.ts'
import {
  columnsOf,
  isTitled,
  NEEDED,
  NO_COLUMNS,
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementColumns,
} from './statement-columns.ts'
import { MAX_ROWS, TITLE_ROWS } from './statement-texts.ts'

/** The sheets of an uploaded statement, and how they are read. */
export const storedSource = sourceSchema(readingSchema(STATEMENT_COLUMNS))
export type StatementSource = z.infer<typeof storedSource>
export type Reading = StatementSource['reading']

/** How the statements of an account are read: its titles, as plain texts by column, or the places where they have none. */
export const rememberedReading = z.object({
  titles: z.partialRecord(z.enum(STATEMENT_COLUMNS), z.string()).nullable(),
  columns: placesSchema(STATEMENT_COLUMNS),
})
export type RememberedReading = z.infer<typeof rememberedReading>

/** What is wrong with a whole file; the process of uploads answers it. */
export type SourceFailure = { code: 'empty' | 'too_many' | 'too_wide' | 'unknown_sheet' }

/** An uploaded statement with its probable reading: as its account's were read, else by its titles. */
export function readSource(
  sheets: readonly SourceSheet[],
  remembered: RememberedReading | undefined,
): Result<StatementSource, SourceFailure> {
  const bounded = boundedSheets(sheets, MAX_ROWS + TITLE_ROWS)
  if (!bounded) return err({ code: 'too_wide' })
  const [first] = bounded
  if (!first || bounded.every(({ rows }) => rows.length === 0)) return err({ code: 'empty' })
  const reading = bounded.map((sheet, at) => guessReading(sheet, at, remembered)).find(found => found !== undefined)
  // Nothing is known of its columns: the staff choose them in the dry run.
  return ok({ sheets: bounded, reading: reading ?? { sheet: 0, titles: null, columns: NO_COLUMNS } })
}

function guessReading(sheet: SourceSheet, at: number, remembered: RememberedReading | undefined): Reading | undefined {
  const rows = sheet.rows.slice(0, TITLE_ROWS)
  if (remembered?.titles) {
    for (const { number, cells } of rows) {
      const columns = findPlaces(cells, remembered.titles)
      if (columns) return { sheet: at, titles: number, columns }
    }
  }
  const titled = rows.find(({ cells }) => isTitled(columnsOf(cells)))
  if (titled) return { sheet: at, titles: titled.number, columns: columnsOf(titled.cells) }
  return remembered && remembered.titles === null ? { sheet: at, titles: null, columns: remembered.columns } : undefined
}

/** The places of the remembered titles in a row; undefined unless it has all of them. */
function findPlaces(
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

/** The reading that a form asks for, of the stored file. Another sheet is guessed anew, and so are the columns of other titles. */
export function changedReading(
  source: StatementSource,
  form: Record<string, unknown>,
): Result<StatementSource, SourceFailure> {
  const asked = askedReading(source.sheets, form, STATEMENT_COLUMNS)
  if (!asked.ok) return asked
  const { at, sheet, selected } = asked.value
  if (!selected) {
    const guessed = guessReading(sheet, at, undefined)
    return ok({ ...source, reading: guessed ?? { sheet: at, titles: null, columns: NO_COLUMNS } })
  }
  const { titles, newTitles } = selected
  return ok({
    ...source,
    reading: { sheet: at, titles, columns: newTitles ? columnsOf(newTitles) : selected.columns },
  })
}
