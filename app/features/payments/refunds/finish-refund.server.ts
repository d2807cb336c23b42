import type { Transaction } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { orderForReceipt } from '#app/features/orders/orders.db.server.ts'
import { refundMail } from '#app/features/payments/order-mails.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMail } from '#app/platform/mail/outbox.server.ts'
import {
  addRefunded,
  lockPaidAttempt,
  markOrderRefunded,
  type OpenRefund,
  type PaidAttempt,
} from './refunds.db.server.ts'

/**
 * Applies a completed refund: the order's pesos, the order and its accesses when nothing is left, the mail and the
 * audit log. Runs in the transaction that settled it, by the gateway's answer or a person's finding.
 * @param reason why it was requested, as the buyer reads it
 */
export async function finishRefund(
  tx: Transaction<DB>,
  refund: OpenRefund,
  reason: string,
): Promise<'refunded' | 'partially_refunded'> {
  await addRefunded(tx, refund.attempt_id, refund.amount_clp)
  const attempt = await lockPaidAttempt(tx, refund.order_id)
  if (!attempt) throw new Error(`Order ${refund.order_id} has no payment`)
  const whole = attempt.status === 'refunded'
  if (whole) await markOrderRefunded(tx, refund.order_id)
  await queueMail(
    tx,
    refundMail(await orderForReceipt(tx, refund.order_id), {
      amount: refund.amount_clp,
      payment: {
        gateway: attempt.gateway,
        paymentTypeCode: attempt.payment_type_code,
        cardLast4: attempt.card_last4,
      },
      kind: whole ? 'whole' : 'partial',
      byHand: refund.by_hand,
      reason,
    }),
  )
  await writeAudit(tx, {
    action: whole ? 'order_refunded' : 'order_partially_refunded',
    entity: 'orders',
    entity_id: refund.order_id,
    after: { refund_id: refund.id, amount_clp: refund.amount_clp, ...(refund.by_hand && { by_hand: true }) },
  })
  return whole ? 'refunded' : 'partially_refunded'
}

/** The refundable pesos that the gateway should report while none of its requests is open. */
export const leftAtGateway = (paid: Pick<PaidAttempt, 'amount_clp' | 'refunded_clp' | 'by_hand_clp'>): Pesos =>
  pesos(paid.amount_clp - paid.refunded_clp + paid.by_hand_clp)
