import type { OwnReceipt } from './own-receipt.db.server.ts'
import type { ReceiptMail } from './receipt-mail.db.server.ts'

/** What this document is under Chilean law, and where the tax document is. */
export function legalNote({ status, total_clp, document_type, payment }: OwnReceipt): string {
  if (status === 'pending' || status === 'failed')
    return 'Esta compra no está pagada: esto no es un comprobante de pago.'
  const is = 'Este comprobante no es un documento tributario: no es una boleta ni una factura electrónica.'
  if (total_clp === 0) return `${is} No hubo cobro.`
  if (payment?.gateway === 'simulator') return `${is} El pago fue simulado: no se cobró dinero.`
  return `${is} La ${document_type} electrónica llega por separado a tu correo.`
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
