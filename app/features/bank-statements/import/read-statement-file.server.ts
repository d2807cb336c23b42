import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import { readFile, type UnreadableFile } from '#app/platform/sheets/read-file.server.ts'
import type { UploadReader, UploadFailure as UploadReadFailure } from '#app/platform/uploads/upload-reader.server.ts'
import { selectedFile } from '#app/platform/uploads/upload-texts.ts'
import { type RememberedReading, readSource, type SourceFailure, type StatementSource } from './statement-source.ts'
import { MAX_ROWS, MAX_STATEMENT_BYTES, TITLE_ROWS } from './statement-texts.ts'

export type UploadFailure = SourceFailure | UploadReadFailure | { code: 'nothing' | 'too_large' | 'too_many' }

/** This module for the process of uploads, which runs `read`. */
const READ_STATEMENT = '#app/features/bank-statements/import/read-statement-file.server.ts'

/** An uploaded statement, told as CSV or workbook by its content rather than its name, as its account's statements are read. */
export async function readStatementFile(
  uploads: UploadReader,
  sent: FormDataEntryValue | null,
  remembered: RememberedReading | undefined,
  owner: string,
): Promise<Result<{ fileName: string; source: StatementSource }, UploadFailure>> {
  const file = selectedFile(sent)
  if (!file) return err({ code: 'nothing' })
  if (file.size > MAX_STATEMENT_BYTES) return err({ code: 'too_large' })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const source = await uploads.read<typeof read>(READ_STATEMENT, { bytes, remembered }, owner)
  return source.ok ? ok({ fileName: cutText(oneLine(file.name), 200), source: source.value }) : source
}

/** The statement in the bytes of a file. Blocks: it belongs into the process of uploads. @public imported there by its name. */
export function read({
  bytes,
  remembered,
}: {
  bytes: Uint8Array
  remembered: RememberedReading | undefined
}): Result<StatementSource, SourceFailure | UnreadableFile | { code: 'too_many' }> {
  const most = MAX_ROWS + TITLE_ROWS + 1
  const sheets = readFile(Buffer.from(bytes), { mostRows: most, numbers: 'exact' })
  if (!sheets.ok) return sheets
  if (sheets.value.some(({ rows }) => rows.length >= most)) return err({ code: 'too_many' })
  return readSource(sheets.value, remembered)
}
