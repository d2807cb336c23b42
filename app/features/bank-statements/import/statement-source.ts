import { z } from 'zod'
import { formatInteger } from '#app/kernel/format.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { line } from '#app/kit/forms/fields.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'
import {
  askedReading,
  boundedSheets,
  placesSchema,
  readingSchema,
  type SourceSheet,
  sourceSchema,
} from '#app/platform/sheets/sheet-source.ts'
import type { UploadFailure as UnreadFile } from '#app/platform/uploads/upload-reader.server.ts'
import { unreadText } from '#app/platform/uploads/upload-texts.ts'
import type { ImportFailure } from './import-statement.server.ts'
import type { UploadFailure } from './read-statement-file.server.ts'
import {
  columnsOf,
  isTitled,
  NEEDED,
  NO_COLUMNS,
  STATEMENT_COLUMNS,
  type StatementColumn,
  type StatementColumns,
} from './statement-columns.ts'
import type { RowProblem } from './statement-lines.ts'

/** Bytes of a statement's file. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024

/** Longest name of an account, in characters. */
const MAX_ACCOUNT_NAME = 60

/** Rows that are stored of a sheet. A year of a busy account has fewer. */
export const MAX_ROWS = 5000
/** Rows among which the titles are found, and can be selected: statements begin with the name of the account and its balances. */
export const TITLE_ROWS = 40

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

export type SourceFailure = { code: 'empty' | 'no_columns' | 'too_wide' | 'unknown_sheet' }

/** An uploaded statement with its probable reading: as its account's were read, else by its titles. */
export function readSource(
  sheets: readonly SourceSheet[],
  remembered: RememberedReading | undefined,
): Result<StatementSource, SourceFailure> {
  const bounded = boundedSheets(sheets, MAX_ROWS + TITLE_ROWS)
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

/** The reading that a form asks for, of the stored file. Another sheet is guessed anew, and so are the columns of other titles. */
export function changedReading(
  source: StatementSource,
  form: Record<string, unknown>,
): Result<StatementSource, SourceFailure> {
  const asked = askedReading(source.sheets, form, STATEMENT_COLUMNS)
  if (!asked.ok) return asked
  const { at, sheet, selected } = asked.value
  if (!selected) {
    const guessed = readingOf(sheet, at, undefined)
    return ok({ ...source, reading: guessed ?? { sheet: at, titles: null, columns: NO_COLUMNS } })
  }
  const { titles, newTitles } = selected
  return ok({
    ...source,
    reading: { sheet: at, titles, columns: newTitles ? columnsOf(newTitles) : selected.columns },
  })
}

/** The fields of an upload, beside its file. */
export const statementFields = {
  account: line({
    label: 'Banco y cuenta',
    required: 'Escribe el banco y la cuenta',
    max: MAX_ACCOUNT_NAME,
    hint: 'Como los nombras tú. Recordamos las columnas de sus cartolas.',
    autoComplete: 'off',
  }),
} as const

/** What is wrong with a whole file, and what to do. */
export const STATEMENT_REFUSALS: Readonly<Record<Exclude<UploadFailure, UnreadFile>['code'], string>> = {
  nothing: 'Elige el archivo de la cartola.',
  empty: 'El archivo no tiene movimientos.',
  no_columns: 'Elige las columnas de la fecha, la descripción y el abono.',
  too_wide: 'La hoja tiene demasiado texto. Deja solo las columnas de los movimientos.',
  unknown_sheet: 'Esa hoja o esa fila de títulos no está en el archivo. Elige otra.',
  too_many: `La cartola tiene más de ${formatInteger(MAX_ROWS)} movimientos. Súbela por partes.`,
  too_large: 'El archivo pesa más de 2 MB. Súbelo por partes.',
}

/** The same, also where the file itself can't be read. */
export const statementRefusal = (failure: UploadFailure): string =>
  failure.code === 'unreadable' || failure.code === 'busy' ? unreadText(failure) : STATEMENT_REFUSALS[failure.code]

export const IMPORT_REFUSALS: Readonly<Record<Exclude<ImportFailure['code'], 'statement_not_found'>, string>> = {
  no_columns: STATEMENT_REFUSALS.no_columns,
  nothing_to_import: 'La cartola no tiene abonos que se puedan leer así. Revisa las columnas.',
}

/** Why a row was not read. */
export const ROW_PROBLEMS: Readonly<Record<RowProblem, string>> = {
  no_date: 'No entendemos la fecha',
  future_date: 'La fecha es posterior a hoy',
  no_amount: 'No entendemos el monto',
  no_text: 'No tiene descripción',
}
