import { DOCUMENT_NAMES } from '#app/features/orders/order-documents.ts'
import type { StoredFile } from '#app/features/tax-documents/staff-documents.server.ts'
import { attachment } from '#app/platform/http/attachment.ts'
import { type FileFailure, readFile } from '#app/platform/objects/read-file.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

const TYPES = { pdf: 'application/pdf', xml: 'application/xml' } as const
export type FileFormat = keyof typeof TYPES

/** The format that an address names; undefined for any other. */
export const readFormat = (text: string): FileFormat | undefined =>
  text === 'pdf' || text === 'xml' ? text : undefined

/**
 * A tax document's file as a download, under the name and number that the SII knows it by; a plain text where it can't be read.
 * @throws 404 when there is none: the same for one that is not the reader's
 */
export async function documentFileAnswer(
  services: Pick<Services, 'objects' | 'log'>,
  file: StoredFile | undefined,
  format: FileFormat | undefined,
): Promise<Response> {
  if (!file || !format) throw new Response('Not found', { status: 404 })
  const read = await readFile(services, file.location)
  if (!read.ok) return unreadable(read.error)
  return new Response(new Uint8Array(read.value), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': TYPES[format],
      'Content-Length': String(read.value.byteLength),
      'Content-Disposition': attachment(`${DOCUMENT_NAMES[file.kind]} ${file.folio}`, format),
    },
  })
}

function unreadable({ code }: FileFailure): Response {
  const headers = { 'Cache-Control': 'private, no-store', 'Content-Type': 'text/plain; charset=utf-8' }
  switch (code) {
    case 'lost':
      return new Response('No encontramos el archivo de este documento. Escríbenos y te lo enviamos.', {
        status: 404,
        headers,
      })
    case 'unavailable':
      return new Response('No podemos leer el archivo en este momento. Vuelve a intentarlo en unos minutos.', {
        status: 503,
        headers: { ...headers, 'Retry-After': '60' },
      })
  }
}
