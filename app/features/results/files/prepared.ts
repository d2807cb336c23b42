import type { PrintedHolder } from '#app/features/organisations/logo/logos.server.ts'
import { shorten } from '#app/kernel/text.ts'
import type { PdfDocument } from '#app/platform/pdf/pdf-document.ts'

/** What a document says in the place of the shop's wordmark, of a purchase for a consultant's client company; nothing of any other. */
export const preparedBy = (
  holder: Pick<PrintedHolder, 'name' | 'consultant'> | undefined,
): Pick<PdfDocument, 'prepared'> =>
  holder?.consultant === undefined
    ? {}
    : { prepared: { company: shorten(holder.name, 60), by: `Preparado por ${shorten(holder.consultant, 50)}` } }
