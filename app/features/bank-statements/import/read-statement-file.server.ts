import { err, ok, type Result } from '#app/kernel/result.ts'
import { decodeText, parseNumbered } from '#app/platform/sheets/delimited.ts'
import { isZip, readSheets } from '#app/platform/sheets/xlsx.server.ts'
import { MAX_STATEMENT_BYTES } from './statement-limits.ts'
import {
  MAX_ROWS,
  type RememberedReading,
  readSource,
  type SourceFailure,
  type StatementSource,
  TITLE_ROWS,
} from './statement-source.ts'

export type UploadFailure = SourceFailure | { code: 'nothing' | 'too_large' | 'unreadable' | 'too_many' }

/** An uploaded statement, detected as CSV or workbook by its first bytes rather than its name, as its account's statements are read. */
export async function readStatementFile(
  file: FormDataEntryValue | null,
  remembered: RememberedReading | undefined,
): Promise<Result<{ fileName: string; source: StatementSource }, UploadFailure>> {
  // Without a selected file, a browser sends one without name and bytes.
  if (!(file instanceof File) || file.size === 0) return err({ code: 'nothing' })
  if (file.size > MAX_STATEMENT_BYTES) return err({ code: 'too_large' })
  const bytes = Buffer.from(await file.arrayBuffer())
  const most = MAX_ROWS + TITLE_ROWS + 1
  const isText = !isZip(bytes)
  // Workbooks of Excel before 2007, and other binary files.
  if (isText && bytes.includes(0) && bytes[0] !== 0xff && bytes[0] !== 0xfe) return err({ code: 'unreadable' })
  const sheets = isText ? [{ name: '', rows: parseNumbered(decodeText(bytes), most) }] : readSheets(bytes, most)
  if (!sheets) return err({ code: 'unreadable' })
  if (sheets.some(({ rows }) => rows.length >= most)) return err({ code: 'too_many' })
  const read = readSource(sheets, remembered)
  return read.ok ? ok({ fileName: storableName(file.name), source: read.value }) : read
}

const storableName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
