import type { OrderForReceipt } from '#app/features/orders/orders.db.server.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { QueuedMail } from '#app/platform/mail/outbox.server.ts'

/** Tells the buyer that an order that nobody had paid was cancelled (template `order_cancelled`). @param reason in the words of the staff. */
export const cancelMail = (order: OrderForReceipt, reason: string | null): QueuedMail => ({
  template: 'order_cancelled',
  recipient: order.buyer.email,
  orderId: order.id,
  params: {
    nombre: order.buyer.first_name,
    numero_orden: order.order_number,
    total_clp: formatPesos(order.total_clp),
    ...(reason !== null && { motivo_cancelacion: reason }),
    enlace_orden: `/account/orders/${order.order_number}`,
  },
})
