import type { Transaction } from 'kysely'
import { postEntry, refundAccount } from '#app/features/accounting/post-entry.server.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { queueWebhooks } from '#app/features/integrations/queue-webhooks.server.ts'
import { orderForReceipt } from '#app/features/orders/orders.server.ts'
import { refundMail } from '#app/features/payments/order-mails.ts'
import { countBack, uncountSale } from '#app/features/payments/sale-totals.server.ts'
import { orderFacts, type SoldOrder, soldOrder } from '#app/features/payments/sold-order.server.ts'
import { requestCreditNote } from '#app/features/tax-documents/request-document.server.ts'
import { type Pesos, pesos, splitVat } from '#app/kernel/money.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { runAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { addRefunded, lockPaidAttempt, markOrderRefunded, type OpenRefund, type PaidAttempt } from './refunds.server.ts'

type DoneRefund = Pick<OpenRefund, 'id' | 'order_id' | 'amount_clp' | 'by_hand'>
type Refunded = { refund: DoneRefund; gateway: string; isWhole: boolean; now: Date }

/**
 * What follows when a refund is done, in the transaction that settled it by the gateway's answer or a person's finding. When nothing is left
 * the order is refunded, and the database
 * - takes back a top-up's unused seats (`order_status_changes`), and moves the order from paid to refunded in its day's figures (`count_order`);
 * - revokes the order's accesses (`end_refunded_accesses`, from whatever state `access_status_changes` lets go), with their seats and figures
 *   (`count_used_seats`, `count_access`);
 * - ends what hangs on each (`end_revoked_access`): sessions and queued mails, names on reviews (`review_changes`), and the rows of
 *   `workshop_certificates`, `workshop_lessons`, `review_authors` and `respondent_traces`. Runs and answers stay, hidden (ADR 0026).
 *
 * Of any refund, the reconciliation looks at the payment again (`note_changed_payment`, `note_changed_refund`). The database refuses to settle
 * one twice (`refund_is_settled_once`), a commit without its entry in the ledger (`is_posted`; `surplus_is_posted` lets a payment pass that has
 * a refund), and a tax document that goes where none may (`tax_document_changes`).
 *
 * A refund leaves alone: the use of a discount code, which stays claimed (ADR 0006, 0026); and the top-ups of a first purchase, which stay
 * paid and are refunded separately (ADR 0007). The quotation of an order that is refunded whole can be paid again (ADR 0018).
 * @param reason why it was requested, as the buyer reads it
 */
export async function orderRefunded(
  tx: Transaction<DB>,
  refund: OpenRefund,
  reason: string,
  now: Date,
): Promise<'refunded' | 'partially_refunded'> {
  await addRefunded(tx, refund.attempt_id, refund.amount_clp)
  const attempt = await lockPaidAttempt(tx, refund.order_id)
  if (!attempt) throw new Error(`Order ${refund.order_id} has no payment`)
  const { gateway } = attempt
  const isWhole = attempt.status === 'refunded'
  await runAsSystem(tx, shop => followRefund(shop, { refund, gateway, isWhole, now }))
  await queueMail(
    tx,
    refundMail(await orderForReceipt(tx, refund.order_id), {
      amount: refund.amount_clp,
      payment: { gateway, paymentTypeCode: attempt.payment_type_code, cardLast4: attempt.card_last4 },
      kind: isWhole ? 'whole' : 'partial',
      byHand: refund.by_hand,
      reason,
    }),
  )
  await writeAudit(tx, {
    action: isWhole ? 'order_refunded' : 'order_partially_refunded',
    entity: 'orders',
    entity_id: refund.order_id,
    after: { refund_id: refund.id, amount_clp: refund.amount_clp, ...(refund.by_hand && { by_hand: true }) },
  })
  return isWhole ? 'refunded' : 'partially_refunded'
}

/** As the shop: the order, its counts, the ledger, the nota de crédito and the webhooks, whose facts are those before the refund. */
export async function followRefund(tx: Transaction<DB>, { refund, gateway, isWhole, now }: Refunded): Promise<void> {
  const order = await soldOrder(tx, refund.order_id)
  const refunded = pesos(order.refunded_clp + refund.amount_clp)
  const left = pesos(order.total_clp - refunded)
  const isRefundedNow = isWhole && (await markOrderRefunded(tx, order.id))
  await Promise.all([
    isRefundedNow && uncountSale(tx, order),
    countBack(tx, { orderId: order.id, kind: 'refund', amount: refund.amount_clp, at: now }),
    postRefund(tx, { refund, order, left, gateway, now }),
    requestCreditNote(tx, refund, left, now),
    (isRefundedNow || !isWhole) &&
      queueWebhooks(tx, 'order.refunded', [{ ...orderFacts(order), refunded_clp: refunded, whole: isWhole }]),
  ])
}

type Posted = { refund: DoneRefund; order: SoldOrder; left: Pesos; gateway: string; now: Date }

/**
 * The net and VAT of a refund are what the order's left total loses of each, so that all refunds of an order add up to its own net and VAT.
 */
async function postRefund(tx: Transaction<DB>, { refund, order, left, gateway, now }: Posted): Promise<void> {
  const { amount_clp: amount } = refund
  const before = pesos(left + amount)
  const netBefore = before === order.total_clp ? order.net_clp : splitVat(before).net
  const net = pesos(netBefore - splitVat(left).net)
  await postEntry(tx, {
    event: 'refund',
    at: now,
    sourceId: refund.id,
    orderId: order.id,
    lines: [
      { account: 'refunds', debit: net },
      { account: 'vat_payable', debit: pesos(amount - net) },
      { account: refundAccount(gateway, refund.by_hand), credit: amount },
    ],
  })
}

/** The refundable pesos that the gateway should report while none of its requests is open. */
export const leftAtGateway = (paid: Pick<PaidAttempt, 'amount_clp' | 'refunded_clp' | 'by_hand_clp'>): Pesos =>
  pesos(paid.amount_clp - paid.refunded_clp + paid.by_hand_clp)
