import { documentNote } from './order-documents.ts'
import type { OwnReceipt } from './own-receipt.db.server.ts'
import type { ReceiptMail } from './receipt-mail.db.server.ts'

/** What this document is under Chilean law, and what is true of the boleta or factura. */
export function legalNote(order: OwnReceipt): string {
  const { status, total_clp, document_type, payment, documents } = order
  if (status === 'pending' || status === 'failed')
    return 'Esta compra no está pagada: esto no es un comprobante de pago.'
  const is = 'Este comprobante no es un documento tributario: no es una boleta ni una factura electrónica.'
  const document = documents.find(({ kind }) => kind !== 61)
  return `${is} ${documentNote({ total_clp, document_type, gateway: payment?.gateway, document })}`
}

/** Where the receipt of a paid order is, as far as the shop knows. */
export function receiptMailText(mail: ReceiptMail | undefined): string {
  switch (mail?.status) {
    case 'sent':
      return `Enviamos el comprobante a ${mail.recipient}.`
    case 'queued':
    case 'sending':
      return `El comprobante va en camino a ${mail.recipient}.`
    case 'failed':
      return `No pudimos entregar el comprobante en ${mail.recipient}: descárgalo aquí.`
    case 'cancelled':
    case undefined:
      return 'Puedes descargar el comprobante cuando quieras.'
  }
}
