import { writeAudits } from '#app/features/audit/audit.server.ts'
import { type OrderForReceipt, orderForReceipt } from '#app/features/orders/orders.server.ts'
import { PENDING_LIMIT_MINUTES } from '#app/features/orders/orders.ts'
import { receiptMail } from '#app/features/orders/receipt.ts'
import { cancelMail, chargedWith, waitingMail } from '#app/features/payments/order-mails.ts'
import { ordersToResend } from '#app/features/payments/payments.server.ts'
import { mailParams } from '#app/mails/mail-params.ts'
import { type QueuedMail, queueMails } from '#app/mails/outbox.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

/**
 * Sends buyers again how their orders stand (specification 2, section 2, 'Reenviar Comprobante'): the receipt of a paid
 * order, the notice of a refund or of a cancellation, or how to pay a pending one. Orders with such a mail in the queue
 * are skipped: two clicks send one.
 * @returns how many mails are sent, and how many orders were skipped
 */
export function resendReceipts(
  { db }: Pick<Services, 'db'>,
  { actor, orderIds }: { actor: Extract<Actor, { kind: 'admin' }>; orderIds: readonly string[] },
): Promise<{ sent: number; left: number }> {
  return asActor(db, actor, async tx => {
    const due = orderIds.length === 0 ? [] : await ordersToResend(tx, orderIds)
    if (due.length === 0) return { sent: 0, left: orderIds.length }
    const mails: (QueuedMail & { orderId: string })[] = []
    for (const order of due) {
      mails.push({ ...stateMail(await orderForReceipt(tx, order.id), order), orderId: order.id })
    }
    await queueMails(tx, mails)
    await writeAudits(
      tx,
      mails.map(mail => ({
        action: 'receipt_resent',
        entity: 'orders',
        entity_id: mail.orderId,
        after: { recipient: mail.recipient },
      })),
    )
    return { sent: mails.length, left: orderIds.length - mails.length }
  })
}

type ToResend = Awaited<ReturnType<typeof ordersToResend>>[number]

function stateMail(
  order: OrderForReceipt,
  { status, created_at, paid_at, held_until, card, notice }: ToResend,
): QueuedMail {
  if (status === 'pending') {
    const closed = new Date(created_at.getTime() + PENDING_LIMIT_MINUTES * 60_000)
    return waitingMail(order, held_until ?? closed)
  }
  const sent = { recipient: order.buyer.email, orderId: order.id }
  if (status === 'failed') {
    const same = mailParams.order_cancelled.safeParse(notice).data
    return same ? { template: 'order_cancelled', ...sent, params: same } : cancelMail(order, null)
  }
  const refund = status === 'refunded' ? mailParams.refund_notice.safeParse(notice).data : undefined
  if (refund) return { template: 'refund_notice', ...sent, params: refund }
  if (paid_at === null) throw new Error(`Order ${order.id} is ${status} without a day of payment`)
  return receiptMail(order, card && chargedWith(card), paid_at)
}
