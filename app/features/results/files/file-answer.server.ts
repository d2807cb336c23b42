import { INLINE_PARAMETER } from '#app/features/results/shown.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { contentDisposition, type Disposition } from '#app/platform/http/attachment.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import type { PdfDocument } from '#app/platform/pdf/pdf-document.ts'
import type { PdfRenderer } from '#app/platform/pdf/pdf-renderer.server.ts'
import type { SlideDeck } from '#app/platform/slides/slide-deck.ts'

/** A file for one person. */
export type ResultFile = { name: string; extension: keyof typeof TYPES; bytes: Uint8Array<ArrayBuffer> }

const TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Why there is no file of results that are not this buyer's, or not there. */
export const resultsMissing = () => new Refusal('No encontramos estos resultados.', { status: 404 })

/** Why there are no figures yet. @throws Refusal */
export const refuseWithoutFigures = (mode: ResultMode): never =>
  refuse(
    mode === 'confidential'
      ? 'Los resultados confidenciales se descargan cuando están publicados.'
      : 'Nadie ha completado todavía: podrás descargarlo cuando termine la primera persona.',
  )

/** Files of results must not be cached or indexed. */
const PRIVATE = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

/**
 * Responds with the file, or with the text that says why there is none.
 * @param disposition a download unless told
 * @throws whatever is no refusal
 */
export async function answerFile(make: () => Promise<ResultFile>, disposition?: Disposition): Promise<Response> {
  try {
    const { name, extension, bytes } = await make()
    return new Response(bytes, {
      headers: {
        ...PRIVATE,
        'Content-Type': TYPES[extension],
        'Content-Length': String(bytes.byteLength),
        'Content-Disposition': contentDisposition(name, extension, disposition),
      },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message, status } = error
    return new Response(message, {
      status,
      headers: {
        ...PRIVATE,
        'Content-Type': 'text/plain; charset=utf-8',
        ...(status === 503 ? { 'Retry-After': '5' } : {}),
      },
    })
  }
}

/** Whether an address asks to see a report instead of saving it. */
export const dispositionAt = ({ searchParams }: URL): Disposition =>
  searchParams.has(INLINE_PARAMETER) ? 'inline' : 'attachment'

/** The ids in the log of a report that could not be made. */
type About = { item: string } | { access: string }

/** A report as its file, rendered for its owner. @throws Refusal where others are being rendered, or it could not be */
export async function renderReport(
  { pdf, log }: { pdf: PdfRenderer; log: Log },
  report: PdfDocument | SlideDeck,
  { owner, about }: { owner: string; about: About },
): Promise<ResultFile> {
  const rendered = await pdf.render(report, owner)
  const extension = report.template === 'slides' ? 'pptx' : 'pdf'
  if (rendered.ok) return { name: report.title, extension, bytes: rendered.value }
  const { error } = rendered
  if (error.code === 'failed') return refuseFailed(log, about, error.detail)
  return refuse('Ya hay otros informes en preparación. Vuelve a intentarlo en unos segundos.', { status: 503 })
}

/** Logs a bug. @throws Refusal */
export function refuseFailed(log: Log, about: About, detail: string): never {
  log.error('report_failed', { ...about, error: detail })
  return refuse('No pudimos preparar el archivo en este momento. Vuelve a intentarlo en unos segundos.', {
    status: 503,
  })
}
