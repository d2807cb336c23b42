import type { OrderForReceipt } from '#app/features/orders/orders.db.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import type { QueuedMail } from '#app/platform/mail/outbox.server.ts'
import { transferAccount } from '#app/platform/mail/transfer-account.ts'

/** Tells the buyer until when an order waits for its payment, and where to transfer to (template `order_waiting`). */
export function waitingMail(order: OrderForReceipt, heldUntil: Date): QueuedMail {
  const account = transferAccount()
  return {
    template: 'order_waiting',
    recipient: order.buyer.email,
    orderId: order.id,
    params: {
      nombre: order.buyer.first_name,
      numero_orden: order.order_number,
      total_clp: formatPesos(order.total_clp),
      fecha_limite: formatDate(heldUntil),
      ...(account && {
        banco: account.bank,
        tipo_cuenta: account.accountType,
        numero_cuenta: account.accountNumber,
        titular: account.holder,
        rut_titular: account.rut,
        correo_aviso: account.email,
      }),
      enlace_orden: `/account/orders/${order.order_number}`,
    },
  }
}
