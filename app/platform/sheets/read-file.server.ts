import { err, ok, type Result } from '#app/kernel/result.ts'
import { withoutUnseen } from '#app/kernel/text.ts'
import { type NumberedRow, parseWhole } from './delimited.ts'
import { decodeText } from './encoding.ts'
import { isZip, otherKind } from './file-kind.server.ts'
import { type FileKind, notesOfText, notesOfWorkbook } from './file-notes.ts'
import type { Numbers } from './number-text.ts'
import { readWorkbook } from './xlsx.server.ts'

/** A sheet of an uploaded file, or a text as a sheet without a name. */
export type FileSheet = {
  name: string
  rows: NumberedRow[]
  /** What was guessed or is not read, as sentences for whoever uploaded it. */
  notes: string[]
  /** Rows with text that its program hides. */
  hiddenRows: number
}

/** The rows of a text; undefined when it has more cells than are read. */
type RowsOf = (text: string) => NumberedRow[] | undefined

export type UnreadableFile = { code: 'unreadable'; kind: FileKind }

/**
 * The sheets of an uploaded file as its program shows them: CSV in any encoding or a workbook, told by its content rather than its name.
 * Characters that nobody sees are left out, as they are of what is typed. Blocks: it belongs into the process of uploads (`createUploadReader`).
 * @param reading.mostRows rows that are read at most of each sheet; further ones are left alone.
 * @param reading.rowsOf how a text is read that is no plain table of cells.
 */
export function readFile(
  bytes: Buffer,
  reading: { mostRows: number; numbers: Numbers; rowsOf?: RowsOf },
): Result<FileSheet[], UnreadableFile> {
  const kind = otherKind(bytes)
  if (kind) return err({ code: 'unreadable', kind })
  if (!isZip(bytes)) return readText(bytes, reading.rowsOf ?? (text => parseWhole(text, reading.mostRows)))
  const read = readWorkbook(bytes, reading)
  if (!read.ok) return read
  return ok(
    read.value.sheets.map(sheet => ({
      name: sheet.name,
      rows: seenRows(sheet.rows),
      notes: notesOfWorkbook(read.value, sheet),
      hiddenRows: sheet.hiddenRows.length,
    })),
  )
}

/** Rows without characters that a program shows nothing of. */
export const seenRows = (rows: readonly NumberedRow[]): NumberedRow[] =>
  rows.map(row => ({ ...row, cells: row.cells.map(withoutUnseen) }))

function readText(bytes: Buffer, rowsOf: RowsOf): Result<FileSheet[], UnreadableFile> {
  const { text, guessed } = decodeText(bytes)
  const rows = rowsOf(text)
  return rows
    ? ok([{ name: '', rows: seenRows(rows), notes: notesOfText(guessed), hiddenRows: 0 }])
    : err({ code: 'unreadable', kind: 'too_complex' })
}
