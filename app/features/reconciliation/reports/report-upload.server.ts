import { type Day, parseDay } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import { decodeText } from '#app/platform/sheets/delimited.ts'
import { isZip, readSheets } from '#app/platform/sheets/xlsx.server.ts'
import { MAX_LINES } from './movement.ts'
import { type ReportFailure, readReport } from './read-report.ts'
import { rowsOfText } from './report-table.ts'
import { MAX_REPORT_BYTES } from './report-texts.ts'
import type { UploadedReport } from './store-report.server.ts'

export type UploadFailure =
  | ReportFailure
  | { code: 'nothing' | 'too_large' | 'unreadable' }
  /** The typed period ends before it starts, or is no period. */
  | { code: 'bad_period' }

/** Rows that are read at most: the movements, and what stands around them. */
const ROWS_TO_READ = MAX_LINES + 1000

/** The report in an uploaded file: CSV in any encoding, or a workbook, told apart by its first bytes and not by its name. */
export async function readUploadedReport(form: FormData): Promise<Result<UploadedReport, UploadFailure>> {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return err({ code: 'nothing' })
  if (file.size > MAX_REPORT_BYTES) return err({ code: 'too_large' })
  const period = readPeriod(form)
  if (!period) return err({ code: 'bad_period' })
  const bytes = Buffer.from(await file.arrayBuffer())
  const sheets = sheetsOf(bytes)
  if (!sheets) return err({ code: 'unreadable' })
  const read = readReport(sheets)
  if (!read.ok) return read
  return ok({ report: read.value, fileName: oneLine(file.name).slice(0, 200), bytes, ...period })
}

function sheetsOf(bytes: Buffer) {
  if (isZip(bytes)) return readSheets(bytes, ROWS_TO_READ)?.map(({ rows }) => rows)
  // Workbooks of Excel before 2007, and other binary files.
  if (bytes.includes(0) && bytes[0] !== 0xff && bytes[0] !== 0xfe) return undefined
  return [rowsOfText(decodeText(bytes), ROWS_TO_READ)]
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
