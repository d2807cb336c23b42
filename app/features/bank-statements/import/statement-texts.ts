import { formatInteger } from '#app/kernel/format.ts'
import { line } from '#app/kit/forms/fields.ts'
import type { UploadFailure as UnreadFile } from '#app/platform/uploads/upload-reader.server.ts'
import { unreadText } from '#app/platform/uploads/upload-texts.ts'
import type { ImportFailure } from './import-statement.server.ts'
import type { UploadFailure } from './read-statement-file.server.ts'
import type { RowProblem } from './statement-lines.ts'

/** Bytes of a statement's file. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024

/** Longest name of an account, in characters. */
const MAX_ACCOUNT_NAME = 60

/** Rows that are stored of a sheet. A year of a busy account has fewer. */
export const MAX_ROWS = 5000
/** Rows among which the titles are found, and can be selected: statements begin with the name of the account and its balances. */
export const TITLE_ROWS = 40

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
