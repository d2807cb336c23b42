import { MODE_LABELS } from '#app/features/cart/cart.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import type { OrderForReceipt } from './orders.db.server.ts'

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
