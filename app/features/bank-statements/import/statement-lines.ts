import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { cutText } from '#app/kernel/text.ts'
import { plainText } from '#app/platform/sheets/plain-text.ts'
import { readAmount, readDay, rutsIn } from './cells.ts'
import { NEEDED, type StatementColumn } from './statement-columns.ts'
import type { StatementSource } from './statement-source.ts'

/** A credit of a statement. */
export type Credit = {
  /** Its row, as a spreadsheet program numbers it. */
  row: number
  bookedOn: Day
  amount: Pesos
  description: string
  /** The bank's number of the operation. */
  operation: string | null
  /** The payer's, normalised. */
  rut: string | null
  /** Which one it is of equal credits of its day in the file, from 1. */
  occurrence: number
}

export type RowProblem = 'no_date' | 'future_date' | 'no_amount' | 'no_text'

/** A row that could not be read, with the beginning of its text. */
export type UnreadRow = { row: number; problem: RowProblem; text: string }

export type ReadStatement = { credits: Credit[]; unread: UnreadRow[]; debits: number }

/** Longest texts of a line, in characters (`bank_lines`). */
const MAX_DESCRIPTION = 600
const MAX_OPERATION = 60

/** Rows below the movements that sum them up. */
const SUMS = /^(total|totales|subtotal|saldo|suma|resumen|fin )/

/**
 * The credits of a statement as its reading has it. Debits are counted and left out. A row without a day and without an amount is no
 * movement (a note, a blank line); one that has only part of a movement is listed as unread.
 */
export function readStatement({ sheets, reading }: StatementSource, today: Day): ReadStatement {
  const { titles, columns } = reading
  const found: ReadStatement = { credits: [], unread: [], debits: 0 }
  if (NEEDED.some(column => columns[column] === null)) return found
  const seen = new Map<string, number>()
  const rows = (sheets[reading.sheet]?.rows ?? []).filter(({ number }) => titles === null || number > titles)
  const kindOf = (cells: readonly string[]): string => plainText(cells[columns.kind ?? -1] ?? '')
  // 'C' is a charge ('cargo') beside 'A' ('abono'), and a credit beside 'D'.
  const isBesideA = rows.some(({ cells }) => kindOf(cells) === 'a')
  for (const { number, cells } of rows) {
    const cell = (column: StatementColumn): string => cells[columns[column] ?? -1] ?? ''
    const kind = kindOf(cells)
    const read = readRow(cell, CHARGES.test(kind) || (isBesideA && kind === 'c'), today)
    if (read === 'debit') found.debits += 1
    else if (typeof read === 'string')
      found.unread.push({
        row: number,
        problem: read,
        text: cutText(cells.filter(text => text !== '').join(' · '), 120),
      })
    else if (read) {
      const key = creditKey(read)
      const occurrence = (seen.get(key) ?? 0) + 1
      seen.set(key, occurrence)
      found.credits.push({ ...read, row: number, occurrence })
    }
  }
  return found
}

type ReadRow = Omit<Credit, 'row' | 'occurrence'>

/** A credit, a debit, what is wrong with the row, or undefined for a row that is no movement. */
function readRow(
  cell: (column: StatementColumn) => string,
  isCharge: boolean,
  today: Day,
): ReadRow | 'debit' | RowProblem | undefined {
  const typedDay = cell('date')
  const texts = [...new Set([cell('description'), cell('comment')].filter(text => text !== ''))]
  const description = cutText(texts.join(' · '), MAX_DESCRIPTION)
  const credit = readAmount(cell('credit'))
  const debit = readAmount(cell('debit'))
  const bookedOn = readDay(typedDay, today)
  const hasAmount = cell('credit') !== '' || cell('debit') !== ''
  if (!hasAmount && bookedOn === undefined) return undefined
  if (bookedOn === undefined && SUMS.test(plainText(`${typedDay} ${description}`))) return undefined
  if (isCharge || (credit ?? 0) < 0) return 'debit'
  if ((credit === undefined || credit === 0) && debit !== undefined && debit !== 0) return 'debit'
  if (credit === 0) return undefined
  if (credit === undefined) return 'no_amount'
  if (bookedOn === undefined) return 'no_date'
  if (bookedOn > today) return 'future_date'
  const operation = cutText(cell('operation').replace(/\.0+$/, ''), MAX_OPERATION).trim()
  if (description === '' && operation === '') return 'no_text'
  return {
    bookedOn,
    amount: credit,
    description: description === '' ? operation : description,
    operation: /[1-9a-z]/i.test(operation) ? operation : null,
    rut: rutsIn(cell('rut'))[0] ?? rutsIn(description)[0] ?? null,
  }
}

/** Words of a column that says which movements are charges. */
const CHARGES = /^(cargos?|d|debitos?|giros?|egresos?|debe)$/

/** Equal for credits that only their order tells apart; the same as the database's `line_key` with day and amount. */
const creditKey = ({ bookedOn, amount, operation, description }: ReadRow): string =>
  `${bookedOn} ${amount} ${plainText(`${(operation ?? '').replace(/^0+/, '')} ${description}`)}`
