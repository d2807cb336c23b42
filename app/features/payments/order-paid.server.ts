import type { Transaction } from 'kysely'
import { assetAccount, postEntry } from '#app/features/accounting/post-entry.server.ts'
import { queueWebhooks } from '#app/features/integrations/queue-webhooks.server.ts'
import { orderForReceipt } from '#app/features/orders/orders.server.ts'
import { receiptMail } from '#app/features/orders/receipt.ts'
import { chargedWith } from '#app/features/payments/order-mails.ts'
import { requestTaxDocument } from '#app/features/tax-documents/request-document.server.ts'
import { pesos, splitVat } from '#app/kernel/money.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { runAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { countSale } from './sale-totals.server.ts'
import { findPayment, orderFacts, type SoldOrder, soldOrder } from './sold-order.server.ts'

/**
 * What follows when an order is paid, in the transaction that paid it (`markOrderPaid`), once its payment is recorded. The database has done
 * three things by then, and one is to come:
 * - `order_status_changes` refused what no payment may do, added a top-up's seats, and gave the buyer an access of each item (spec D12
 *   names that trigger): `new_access` took its product and its promise from the item, `count_new_seats` and `count_access` counted it,
 *   `want_code_mark` asked for the mark of its code, and `queue_created_access_webhooks` told the endpoints;
 * - `count_order` counted the order and the sale in the figures of their days;
 * - `is_posted` refuses the commit of a paid order without its entry in the ledger or without its tax document.
 * A transaction of a person must have been begun by `asActorThenSystem`.
 */
export async function orderPaid(tx: Transaction<DB>, orderId: string, now: Date): Promise<void> {
  const payment = await runAsSystem(tx, async shop => {
    const [order, paid] = await Promise.all([soldOrder(shop, orderId), findPayment(shop, orderId)])
    await Promise.all([
      postSale(shop, order, paid?.gateway),
      requestTaxDocument(shop, order, paid?.gateway, order.paid_at),
      queueWebhooks(shop, 'order.paid', [orderFacts(order)]),
      countSale(shop, order),
    ])
    return paid
  })
  // Only tests and demonstrations have paid orders without a payment, of which there is no receipt.
  if (!payment) return
  const means = payment.gateway === 'free' ? undefined : chargedWith(payment)
  await queueMail(tx, receiptMail(await orderForReceipt(tx, orderId), means, now))
}

/**
 * The money, the discount without VAT, the sale without VAT and the VAT. The discount is what is left between the nets of subtotal and total,
 * so that the parts are the order's own.
 */
async function postSale(tx: Transaction<DB>, order: SoldOrder, gateway: string | undefined): Promise<void> {
  const { net } = splitVat(order.subtotal_clp)
  await postEntry(tx, {
    event: 'sale',
    at: order.paid_at,
    sourceId: order.id,
    orderId: order.id,
    lines: [
      { account: assetAccount(gateway), debit: order.total_clp },
      { account: 'discounts', debit: pesos(net - order.net_clp) },
      { account: 'sales', credit: net },
      { account: 'vat_payable', credit: order.vat_clp },
    ],
  })
}
