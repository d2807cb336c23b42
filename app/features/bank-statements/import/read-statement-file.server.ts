import { refuse } from '#app/kernel/refusal.ts'
import { err, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import { readFile, type UnreadableFile } from '#app/platform/sheets/read-file.server.ts'
import type { UploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { selectedFile, unreadText } from '#app/platform/uploads/upload-texts.ts'
import { type RememberedReading, readSource, type SourceFailure, type StatementSource } from './statement-source.ts'
import { MAX_ROWS, MAX_STATEMENT_BYTES, SOURCE_REFUSALS, STATEMENT_TOO_LARGE, TITLE_ROWS } from './statement-texts.ts'

/** This module for the process of uploads, which runs `read`. */
const READ_STATEMENT = '#app/features/bank-statements/import/read-statement-file.server.ts'

/**
 * An uploaded statement, told as CSV or workbook by its content rather than its name, as its account's statements are read.
 * @throws Refusal
 */
export async function readStatementFile(
  uploads: UploadReader,
  sent: FormDataEntryValue | null,
  remembered: RememberedReading | undefined,
  owner: string,
): Promise<{ fileName: string; source: StatementSource }> {
  const file = selectedFile(sent)
  if (!file) return refuse('Elige el archivo de la cartola.', { field: 'file' })
  if (file.size > MAX_STATEMENT_BYTES) refuse(STATEMENT_TOO_LARGE, { field: 'file' })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const source = await uploads.read<typeof read>(READ_STATEMENT, { bytes, remembered }, owner)
  if (source.ok) return { fileName: cutText(oneLine(file.name), 200), source: source.value }
  const { error } = source
  const isUnread = error.code === 'unreadable' || error.code === 'busy'
  return refuse(isUnread ? unreadText(error) : SOURCE_REFUSALS[error.code], { field: 'file' })
}

/** The statement in the bytes of a file. Blocks: it belongs into the process of uploads. @public imported there by its name. */
export function read({
  bytes,
  remembered,
}: {
  bytes: Uint8Array
  remembered: RememberedReading | undefined
}): Result<StatementSource, SourceFailure | UnreadableFile> {
  const most = MAX_ROWS + TITLE_ROWS + 1
  const sheets = readFile(Buffer.from(bytes), { mostRows: most, numbers: 'exact' })
  if (!sheets.ok) return sheets
  if (sheets.value.some(({ rows }) => rows.length >= most)) return err({ code: 'too_many' })
  return readSource(sheets.value, remembered)
}
