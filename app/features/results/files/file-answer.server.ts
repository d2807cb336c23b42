import { err, ok, type Result } from '#app/kernel/result.ts'
import { attachment } from '#app/platform/http/attachment.ts'
import type { PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import type { ReportDocument } from './report-content.ts'

/** A file for one person. */
export type ResultFile = { name: string; extension: keyof typeof TYPES; bytes: Uint8Array<ArrayBuffer> }

const TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export type FileFailure =
  | { code: 'missing' | 'empty' | 'unfinished' | 'confidential' | 'nobody' | 'waiting' | 'busy' }
  /** A bug; the detail belongs in the log. */
  | { code: 'failed'; detail: string }

type FailureText = { status: number; text: string }

/** The message shown instead of the file. */
const FAILURES: Record<FileFailure['code'], FailureText> = {
  missing: { status: 404, text: 'No encontramos estos resultados.' },
  empty: { status: 404, text: 'Todavía no hay respuestas: el informe se puede descargar cuando la persona termine.' },
  unfinished: { status: 409, text: 'La persona todavía no termina: el informe se puede descargar cuando lo haga.' },
  confidential: {
    status: 403,
    text: 'En esta compra las respuestas solo se muestran en grupos de al menos cinco personas distintas: no hay informe de una persona.',
  },
  nobody: {
    status: 409,
    text: 'Nadie ha completado todavía: podrás descargarlo cuando termine la primera persona.',
  },
  waiting: {
    status: 409,
    text: 'Los resultados confidenciales se descargan cuando están publicados.',
  },
  busy: { status: 503, text: 'Ya hay otros informes en preparación. Vuelve a intentarlo en unos segundos.' },
  failed: {
    status: 503,
    text: 'No pudimos preparar el archivo en este momento. Vuelve a intentarlo en unos segundos.',
  },
}

/** Files of results must not be cached or indexed. */
const PRIVATE = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

/** Responds with the file, or with a text that says why there is none. */
export function answerFile(made: Result<ResultFile, FileFailure>): Response {
  if (made.ok) {
    const { name, extension, bytes } = made.value
    return new Response(bytes, {
      headers: {
        ...PRIVATE,
        'Content-Type': TYPES[extension],
        'Content-Length': String(bytes.byteLength),
        'Content-Disposition': attachment(name, extension),
      },
    })
  }
  const { status, text } = FAILURES[made.error.code]
  return new Response(text, {
    status,
    headers: {
      ...PRIVATE,
      'Content-Type': 'text/plain; charset=utf-8',
      ...(status === 503 ? { 'Retry-After': '5' } : {}),
    },
  })
}

/** A report as its file, rendered for its owner. */
export async function renderReport(
  pdf: PdfRenderer,
  report: ReportDocument,
  owner: string,
): Promise<Result<ResultFile, FileFailure>> {
  const rendered = await pdf.render(report, owner)
  return rendered.ok ? ok({ name: report.title, extension: 'pdf', bytes: rendered.value }) : err(rendered.error)
}
