import { type Day, parseDay } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import { readFile, type UnreadableFile } from '#app/platform/sheets/read-file.server.ts'
import type { UploadReader, UploadFailure as UploadReadFailure } from '#app/platform/uploads/upload-reader.server.ts'
import { selectedFile } from '#app/platform/uploads/upload-texts.ts'
import { MAX_LINES } from './movement.ts'
import { type Report, type ReportFailure, readReport } from './read-report.ts'
import { rowsOfText } from './report-table.ts'
import { MAX_REPORT_BYTES } from './report-texts.ts'
import type { UploadedReport } from './store-report.server.ts'

/** Rows with text that the workbook hides. */
type HiddenRows = { code: 'hidden_rows'; rows: number }

export type UploadFailure =
  | ReportFailure
  | UploadReadFailure
  | { code: 'nothing' | 'too_large' }
  | HiddenRows
  /** The typed period ends before it starts, or is no period. */
  | { code: 'bad_period' }

/** Rows that are read at most: the movements, and what stands around them. */
const ROWS_TO_READ = MAX_LINES + 1000

/** This module for the process of uploads, which runs `read`. */
const READ_REPORT = '#app/features/reconciliation/reports/report-upload.server.ts'

/** The report in an uploaded file: CSV in any encoding, or a workbook, told apart by its content and not by its name. */
export async function readUploadedReport(
  uploads: UploadReader,
  form: FormData,
  owner: string,
): Promise<Result<UploadedReport, UploadFailure>> {
  const file = selectedFile(form.get('file'))
  if (!file) return err({ code: 'nothing' })
  if (file.size > MAX_REPORT_BYTES) return err({ code: 'too_large' })
  const period = readPeriod(form)
  if (!period) return err({ code: 'bad_period' })
  const bytes = Buffer.from(await file.arrayBuffer())
  const report = await uploads.read<typeof read>(READ_REPORT, bytes, owner)
  if (!report.ok) return report
  return ok({ report: report.value, fileName: cutText(oneLine(file.name), 200), bytes, ...period })
}

/** The report in the bytes of a file. Blocks: it belongs into the process of uploads. @public imported there by its name. */
export function read(bytes: Uint8Array): Result<Report, ReportFailure | UnreadableFile | HiddenRows> {
  const sheets = readFile(Buffer.from(bytes), {
    mostRows: ROWS_TO_READ,
    numbers: 'exact',
    rowsOf: text => rowsOfText(text, ROWS_TO_READ),
  })
  if (!sheets.ok) return sheets
  const hidden = sheets.value.reduce((sum, { hiddenRows }) => sum + hiddenRows, 0)
  // A filter that somebody left on would take movements away from the month.
  return hidden > 0 ? err({ code: 'hidden_rows', rows: hidden }) : readReport(sheets.value.map(({ rows }) => rows))
}

/** The days that the report was asked for; both may be left empty. */
function readPeriod(form: FormData): { from: Day | null; until: Day | null } | undefined {
  const [from, until] = ['from', 'until'].map(name => {
    const typed = form.get(name)
    return typeof typed !== 'string' || typed === '' ? null : parseDay(typed)
  })
  if (from === undefined || until === undefined) return undefined
  return from !== null && until !== null && from > until ? undefined : { from, until }
}
