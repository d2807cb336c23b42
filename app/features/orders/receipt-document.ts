import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { includedVat } from '#app/features/pricing/vat-line.tsx'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { formatRut } from '#app/kernel/rut.ts'
import { type PdfDocument, type PdfFact, presentFacts } from '#app/platform/pdf/pdf-document.ts'
import { PARTIAL_REFUND } from './orders.ts'
import type { OwnReceipt } from './own-receipt.server.ts'
import { instalmentsText, paymentText } from './payment-text.ts'
import { legalNote } from './receipt.ts'

/** What `documents/receipt.typ` lays out. */
type ReceiptContent = {
  letterhead: readonly string[]
  number: string
  facts: readonly PdfFact[]
  parties: readonly { title: string; facts: readonly PdfFact[] }[]
  lines: readonly { name: string; note: string | null; mode: string; seats: string; perSeat: string; total: string }[]
  totals: readonly PdfFact[]
  total: string
  vat: string
  refunds: readonly PdfFact[]
  notes: readonly string[]
}

/** The receipt of a paid or refunded order as a document. */
export function receiptDocument(
  order: OwnReceipt,
  buyer: { name: string; email: string },
  brand: string,
): PdfDocument<ReceiptContent> {
  const { seller, payment } = order
  const isFactura = order.document_type === 'factura'
  return {
    template: 'receipt',
    title: `Comprobante ${order.order_number}`,
    subject: `Comprobante de la compra ${order.order_number}`,
    brand,
    author: seller.razon_social,
    footer: `${seller.razon_social} · Orden ${order.order_number}`,
    createdAt: order.paid_at ?? order.created_at,
    content: {
      letterhead: [seller.razon_social, `RUT ${seller.rut_empresa}`, seller.direccion, seller.correo_soporte],
      number: order.order_number,
      facts: presentFacts([
        ['Fecha de pago', formatDateTime(order.paid_at ?? order.created_at)],
        ['Estado', stateText(order)],
        ['Cotización', order.quotation?.number ?? null],
      ]),
      parties: [
        {
          title: isFactura ? 'Datos para la factura' : 'Quién compró',
          facts: presentFacts([
            ['Razón social', order.billing_name],
            ['RUT', order.billing_rut && formatRut(order.billing_rut)],
            ['Giro', order.billing_activity],
            ['Dirección', isFactura ? `${order.billing_address}, ${order.billing_commune}` : null],
            ['Nombre', isFactura ? null : buyer.name],
            ['Email', buyer.email],
            ['Empresa', order.company_name],
          ]),
        },
        {
          title: 'Pago',
          facts: presentFacts([
            ['Medio', payment ? paymentText(payment) : 'Sin cobro'],
            ['Cuotas', (payment && instalmentsText(payment)) ?? null],
            ['Autorización', payment?.authorization_code ?? null],
            ['Transacción', payment?.transaction_date ? formatDateTime(payment.transaction_date) : null],
            ['Documento', isFactura ? 'Factura' : 'Boleta'],
            // Added seats end with the purchase that they joined.
            [
              'Vigencia',
              order.items.some(item => item.added_to === null)
                ? `${countOf(order.access_days, 'día', 'días')} desde el pago`
                : null,
            ],
          ]),
        },
      ],
      lines: order.items.map(item => ({
        name: item.name,
        note: item.added_to === null ? null : `Asientos adicionales para la orden ${item.added_to}`,
        mode: MODE_LABELS[item.mode],
        seats: formatInteger(item.seats),
        perSeat: formatPesos(pesos(Math.round(item.subtotal_clp / item.seats))),
        total: formatPesos(item.subtotal_clp),
      })),
      totals:
        order.discount_clp === 0
          ? []
          : [
              { label: 'Subtotal', value: formatPesos(order.subtotal_clp) },
              {
                label: order.discount_code === null ? 'Descuento' : `Descuento (${order.discount_code})`,
                value: formatPesos(pesos(-order.discount_clp)),
              },
            ],
      total: formatPesos(order.total_clp),
      vat: includedVat(order.net_clp, order.vat_clp),
      refunds: order.refunded_clp === 0 ? [] : [{ label: 'Reembolsado', value: formatPesos(order.refunded_clp) }],
      notes: [legalNote(order), `¿Dudas con esta compra? Escribe a ${seller.correo_soporte} con el número de orden.`],
    },
  }
}

const stateText = ({ status, refunded_clp }: OwnReceipt): string =>
  status === 'charged_back'
    ? 'Pago en disputa'
    : status === 'refunded'
      ? 'Reembolsada'
      : refunded_clp > 0
        ? PARTIAL_REFUND
        : 'Pagada'
