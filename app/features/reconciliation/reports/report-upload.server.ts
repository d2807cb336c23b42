import { type Day, parseDay } from '#app/kernel/dates.ts'
import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { err, type Result } from '#app/kernel/result.ts'
import { cutText } from '#app/kernel/text.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import { readFile, type UnreadableFile } from '#app/platform/sheets/read-file.server.ts'
import type { UploadFailure, UploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { selectedFile, unreadText } from '#app/platform/uploads/upload-texts.ts'
import { MAX_LINES } from './movement.ts'
import { type Report, type ReportFailure, readReport } from './read-report.ts'
import { rowsOfText } from './report-table.ts'
import { MAX_REPORT_BYTES, REPORT_TOO_LARGE, SOURCE_NAMES } from './report-texts.ts'
import type { UploadedReport } from './store-report.server.ts'

/** Rows with text that the workbook hides. */
type HiddenRows = { code: 'hidden_rows'; rows: number }

/** Rows that are read at most: the movements, and what stands around them. */
const ROWS_TO_READ = MAX_LINES + 1000

/** This module for the process of uploads, which runs `read`. */
const READ_REPORT = '#app/features/reconciliation/reports/report-upload.server.ts'

/**
 * The report in an uploaded file: CSV in any encoding, or a workbook, told apart by its content and not by its name.
 * @throws Refusal
 */
export async function readUploadedReport(
  uploads: UploadReader,
  form: FormData,
  owner: string,
): Promise<UploadedReport> {
  const file = selectedFile(form.get('file'))
  if (!file) return refuse('Elige un archivo.', { status: 400 })
  if (file.size > MAX_REPORT_BYTES) refuse(REPORT_TOO_LARGE, { status: 400 })
  const period = readPeriod(form)
  if (!period)
    return refuse('Revisa el período: la fecha de término no puede ser anterior a la de inicio.', { status: 400 })
  const bytes = Buffer.from(await file.arrayBuffer())
  const report = await uploads.read<typeof read>(READ_REPORT, bytes, owner)
  if (!report.ok) return refuse(unreadReportText(report.error), { status: 400 })
  return { report: report.value, fileName: cutText(oneLine(file.name), 200), bytes, ...period }
}

/** Why a file was refused by the process of uploads, and what to do. */
function unreadReportText(failure: ReportFailure | UploadFailure | HiddenRows): string {
  switch (failure.code) {
    case 'unreadable':
    case 'busy':
      return unreadText(failure)
    case 'hidden_rows':
      return `El archivo tiene ${countOf(failure.rows, 'fila oculta', 'filas ocultas')}, por un filtro o a mano. No guardamos nada: ${inNumber(failure.rows, 'muéstrala', 'muéstralas')}, guarda el archivo y súbelo otra vez.`
    case 'no_table':
      return 'No encontramos la tabla de movimientos. Sube el reporte de ventas o la liquidación de abonos tal como los entrega el portal, con sus títulos.'
    case 'missing_columns':
      return `Al archivo (${SOURCE_NAMES[failure.source].toLowerCase()}) le ${inNumber(failure.columns.length, 'falta la columna', 'faltan las columnas')} ${failure.columns.join(', ')}. No guardamos nada.`
    case 'bad_cell':
      return `No entendimos «${failure.text}» en la columna ${failure.column} de la fila ${formatInteger(failure.row)}. No guardamos nada: corrige el archivo o descárgalo otra vez.`
    case 'no_movements':
      return 'El archivo no trae movimientos. No guardamos nada.'
    case 'too_many':
      return `El archivo tiene más de ${countOf(MAX_LINES, 'movimiento', 'movimientos')}. Descarga un período más corto.`
  }
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
