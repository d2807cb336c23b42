import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import type { ReceiptMail } from './order-billing.server.ts'
import { documentNote } from './order-documents.ts'
import type { OrderForReceipt } from './orders.server.ts'
import type { OwnReceipt } from './own-receipt.server.ts'

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

/** The receipt of a paid order, for the mail template `order_receipt`. */
export function receiptMail(order: OrderForReceipt, paidWith: string | undefined, now: Date) {
  return {
    template: 'order_receipt' as const,
    recipient: order.buyer.email,
    orderId: order.id,
    params: {
      nombre: order.buyer.first_name,
      numero_orden: order.order_number,
      fecha_orden: formatDateTime(now),
      productos: order.items.map(item => ({
        nombre_producto: item.name,
        modalidad: item.tops_up_item_id === null ? MODE_LABELS[item.mode] : 'Asientos adicionales',
        personas: countOf(item.seats, 'persona', 'personas'),
        subtotal_clp: formatPesos(item.subtotal_clp),
      })),
      ...(order.discount_clp > 0 && { descuento_clp: formatPesos(pesos(-order.discount_clp)) }),
      total_clp: formatPesos(order.total_clp),
      ...(paidWith && { medio_pago: paidWith, nota_documento: order.documentNote }),
      enlace_panel: '/account/dashboard',
    },
  }
}
