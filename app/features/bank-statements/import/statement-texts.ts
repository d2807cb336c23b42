import { formatInteger } from '#app/kernel/format.ts'
import { line } from '#app/kit/forms/fields.ts'
import type { RowProblem } from './statement-lines.ts'
import type { SourceFailure } from './statement-source.ts'

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
export const SOURCE_REFUSALS: Readonly<Record<SourceFailure['code'], string>> = {
  empty: 'El archivo no tiene movimientos.',
  too_wide: 'La hoja tiene demasiado texto. Deja solo las columnas de los movimientos.',
  unknown_sheet: 'Esa hoja o esa fila de títulos no está en el archivo. Elige otra.',
  too_many: `La cartola tiene más de ${formatInteger(MAX_ROWS)} movimientos. Súbela por partes.`,
}

export const STATEMENT_TOO_LARGE = 'El archivo pesa más de 2 MB. Súbelo por partes.'

/** Why a row was not read. */
export const ROW_PROBLEMS: Readonly<Record<RowProblem, string>> = {
  no_date: 'No entendemos la fecha',
  future_date: 'La fecha es posterior a hoy',
  no_amount: 'No entendemos el monto',
  no_text: 'No tiene descripción',
}
