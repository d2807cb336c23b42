import { DOCUMENT_NAMES } from '#app/features/orders/order-documents.ts'
import type { StoredFile } from '#app/features/tax-documents/staff-documents.db.server.ts'
import { attachment } from '#app/platform/http/attachment.ts'

const TYPES = { pdf: 'application/pdf', xml: 'application/xml' } as const
export type FileFormat = keyof typeof TYPES

/** The format that an address names; undefined for any other. */
export const readFormat = (text: string): FileFormat | undefined =>
  text === 'pdf' || text === 'xml' ? text : undefined

/**
 * A tax document's file as a download, under the name and number that the SII knows it by.
 * @throws 404 when there is none: the same for one that is not the reader's
 */
export function documentFileAnswer(file: StoredFile | undefined, format: FileFormat | undefined): Response {
  if (!file || !format) throw new Response('Not found', { status: 404 })
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': TYPES[format],
      'Content-Length': String(file.bytes.byteLength),
      'Content-Disposition': attachment(`${DOCUMENT_NAMES[file.kind]} ${file.folio}`, format),
    },
  })
}
