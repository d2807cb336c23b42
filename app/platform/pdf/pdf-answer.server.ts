import type { Result } from '#app/kernel/result.ts'
import { attachment } from '#app/platform/http/attachment.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import type { PdfFailure } from './pdf-press.server.ts'

type Printed = Result<Uint8Array<ArrayBuffer>, PdfFailure>

/**
 * Answers with what the press printed, or with a plain text that asks to try again; a bug goes to the log.
 * @param given.name of the file, without its ending; `about`: ids for the log; `headers`: more than that nobody may keep a copy.
 */
export function pdfAnswer(
  printed: Printed,
  input: { name: string; log: Log; about: Record<string, string>; headers?: Record<string, string> },
): Response {
  const headers = { 'Cache-Control': 'private, no-store', ...input.headers }
  if (printed.ok) {
    return new Response(printed.value, {
      headers: {
        ...headers,
        'Content-Type': 'application/pdf',
        'Content-Length': String(printed.value.byteLength),
        'Content-Disposition': attachment(input.name, 'pdf'),
      },
    })
  }
  if (printed.error.code === 'failed') input.log.error('pdf_failed', { ...input.about, error: printed.error.detail })
  return new Response('No pudimos preparar el PDF en este momento. Vuelve a intentarlo en unos segundos.', {
    status: 503,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' },
  })
}
