import type { Transaction } from 'kysely'
import { alertRecipients } from '#app/features/identity/staff/alert-recipients.server.ts'
import { DOCUMENT_NAMES, documentTitle } from '#app/features/orders/order-documents.ts'
import { formatDate, parseDay, startOfDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { queueMail, queueMails } from '#app/mails/outbox.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DocumentProblem } from '#app/platform/tax-documents/tax-documents.ts'
import { findDocument } from './staff-documents.server.ts'
import { problemTexts, staffDocumentPath } from './tax-documents.ts'

/** Tells the buyer that a document is issued, with a link to it (template `tax_document_issued`). Nobody, when the account is gone. */
export async function mailIssued(tx: Transaction<DB>, documentId: string): Promise<void> {
  const document = await findDocument(tx, documentId)
  if (!document || document.folio === null || document.buyer.isGone) return
  const day = parseDay(document.issued_on)
  await queueMail(tx, {
    template: 'tax_document_issued',
    recipient: document.buyer.email,
    orderId: document.order_id,
    params: {
      nombre: document.buyer.first_name,
      documento: DOCUMENT_NAMES[document.kind],
      folio: String(document.folio),
      numero_orden: document.order_number,
      total_clp: formatPesos(document.total_clp),
      ...(day && { fecha_emision: formatDate(startOfDay(day)) }),
      enlace_orden: `/account/orders/${document.order_number}`,
      sin_validez: document.is_sandbox,
    },
  })
}

/** Tells whoever reads the shop's alerts that a document was rejected, and why (template `tax_document_rejected`). */
export async function mailRejected(
  tx: Transaction<DB>,
  documentId: string,
  code: string,
  problem: DocumentProblem | undefined,
): Promise<void> {
  const document = await findDocument(tx, documentId)
  if (!document) return
  const readers = await alertRecipients(tx)
  if (readers.length === 0) return
  await queueMails(
    tx,
    readers.map(({ email, first_name }) => ({
      template: 'tax_document_rejected' as const,
      recipient: email,
      orderId: document.order_id,
      params: {
        ...(first_name !== '' && { nombre: first_name }),
        documento: documentTitle(document),
        numero_orden: document.order_number,
        motivo_rechazo: problemTexts(code, problem).join(' '),
        enlace_documento: staffDocumentPath(document.id),
      },
    })),
  )
}
