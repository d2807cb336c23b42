import { writeAudits } from '#app/features/audit/audit.db.server.ts'
import { orderForReceipt } from '#app/features/orders/orders.db.server.ts'
import { receiptMail } from '#app/features/orders/receipt.ts'
import { paidWith } from '#app/features/payments/order-mails.ts'
import { receiptsToResend } from '#app/features/payments/payments.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { queueMails } from '#app/platform/mail/outbox.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'

export type ResendFailure = { code: 'nothing_selected' | 'nothing_to_send' }

/**
 * Sends the receipts of paid orders to their buyers again (specification 2, section 2, 'Reenviar Comprobante'), with
 * their original content. Unpaid orders are skipped, and so are those whose receipt is already queued: two clicks send
 * one.
 * @returns how many receipts are sent, and how many orders were skipped
 */
export async function resendReceipts(
  { db }: Pick<Services, 'db'>,
  { actor, orderIds }: { actor: Extract<Actor, { kind: 'admin' }>; orderIds: readonly string[] },
): Promise<Result<{ sent: number; left: number }, ResendFailure>> {
  if (orderIds.length === 0) return err({ code: 'nothing_selected' })
  return asActor(db, actor, async tx => {
    const due = await receiptsToResend(tx, orderIds)
    if (due.length === 0) return err({ code: 'nothing_to_send' })
    const mails = []
    for (const { id, paid_at, card } of due) {
      const order = await orderForReceipt(tx, id)
      mails.push(receiptMail(order, card && paidWith(card), paid_at))
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
    return ok({ sent: mails.length, left: orderIds.length - mails.length })
  })
}
