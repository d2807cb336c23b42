import type { Result } from '#app/kernel/result.ts'
import { contentDisposition, type Disposition } from '#app/platform/http/attachment.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import type { PdfFailure } from './pdf-renderer.server.ts'

type Rendered = Result<Uint8Array<ArrayBuffer>, PdfFailure>

/**
 * Responds with a rendered document, or with a plain text that asks to retry; a bug is logged.
 * @param input.name of the file, without its extension; `disposition`: a download unless told; `about`: ids for the log; `headers`: in addition to those that
 * forbid caching.
 */
export function pdfAnswer(
  rendered: Rendered,
  input: {
    name: string
    disposition?: Disposition
    log: Log
    about: Record<string, string>
    headers?: Record<string, string>
  },
): Response {
  const headers = { 'Cache-Control': 'private, no-store', ...input.headers }
  if (rendered.ok) {
    return new Response(rendered.value, {
      headers: {
        ...headers,
        'Content-Type': 'application/pdf',
        'Content-Length': String(rendered.value.byteLength),
        'Content-Disposition': contentDisposition(input.name, 'pdf', input.disposition),
      },
    })
  }
  if (rendered.error.code === 'failed') input.log.error('pdf_failed', { ...input.about, error: rendered.error.detail })
  return new Response('No pudimos preparar el PDF en este momento. Vuelve a intentarlo en unos segundos.', {
    status: 503,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' },
  })
}
