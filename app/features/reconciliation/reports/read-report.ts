import type { Day } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { ReportSource } from '#app/platform/database/values.ts'
import type { NumberedRow } from '#app/platform/sheets/delimited.ts'
import { MAX_LINES, type Movement } from './movement.ts'
import { type RowProblem, readRow } from './report-row.ts'
import { findTable, type Table, type TableFailure } from './report-table.ts'

/** A row that is no movement of money, and why. */
export type IgnoredRow = { row: number; reason: 'no_movement' | 'not_approved' | 'reversed' }

export type Report = {
  source: ReportSource
  movements: Movement[]
  ignored: IgnoredRow[]
  /** The days of its movements, both included. */
  from: Day
  until: Day
}

export type ReportFailure =
  | TableFailure
  /** A cell that can't be read: the row, the column and what is written there. */
  | ({ code: 'bad_cell' } & RowProblem)
  | { code: 'no_movements' }
  /** More than `MAX_LINES` movements. */
  | { code: 'too_many' }

/**
 * Reads a report of Transbank, whatever its columns' order and the rows above its table. All or nothing: a movement with
 * an unreadable amount or date refuses the file, naming the cell.
 */
export function readReport(sheets: readonly (readonly NumberedRow[])[]): Result<Report, ReportFailure> {
  const table = findTable(sheets)
  return table.ok ? readTable(table.value) : table
}

function readTable({ source, columns, rows }: Table): Result<Report, ReportFailure> {
  const movements: Movement[] = []
  const ignored: IgnoredRow[] = []
  for (const row of rows) {
    const read = readRow(source, columns, row)
    if ('problem' in read) return err({ code: 'bad_cell', ...read.problem })
    if ('ignored' in read) ignored.push({ row: row.number, reason: read.ignored })
    else movements.push(...read.movements)
    if (movements.length > MAX_LINES) return err({ code: 'too_many' })
  }
  const days = movements.map(({ day }) => day).toSorted()
  const [from, until] = [days[0], days.at(-1)]
  return from && until ? ok({ source, movements, ignored, from, until }) : err({ code: 'no_movements' })
}
