import type { Transaction } from 'kysely'
import { assetAccount, postEntry } from '#app/features/accounting/post-entry.server.ts'
import { orderForReceipt } from '#app/features/orders/orders.server.ts'
import { chargebackMail } from '#app/features/payments/order-mails.ts'
import { countBack, countSeats } from '#app/features/payments/sale-totals.server.ts'
import { soldOrder } from '#app/features/payments/sold-order.server.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { runAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { restoreAfterChargeback, revokeForChargeback } from './chargebacks.server.ts'

// What follows from a chargeback, each time in the transaction that records it.

/** A chargeback as its consequences read it; `gateway` took the payment. */
type Claim = { id: string; order_id: string; amount_clp: Pesos; gateway: string }

/**
 * The bank claims the pesos: of the order, its client, its company, its code and the day, and in the ledger. The database refuses a chargeback
 * that does not start with the payment of an order (`chargeback_rules`) or claims more than is left of it (`claims_what_is_left`), and the
 * commit of one without its entry in the ledger (`is_posted`).
 */
export const chargebackOpened = (tx: Transaction<DB>, claim: Claim, now: Date): Promise<void> =>
  runAsSystem(tx, async shop => {
    const { id, order_id: orderId, amount_clp: amount, gateway } = claim
    await Promise.all([
      countBack(shop, { orderId, kind: 'chargeback', amount, at: now }),
      postEntry(shop, {
        event: 'chargeback',
        at: now,
        sourceId: id,
        orderId,
        lines: [
          { account: 'chargebacks', debit: amount },
          { account: assetAccount(gateway), credit: amount },
        ],
      }),
    ])
  })

/**
 * The bank gives the pesos back. The database refuses a chargeback that was settled before (`chargeback_rules`), and the commit of one that
 * is won without its entry in the ledger (`is_posted`).
 */
export const chargebackWon = (tx: Transaction<DB>, claim: Claim, now: Date): Promise<void> =>
  runAsSystem(tx, async shop => {
    const { id, order_id: orderId, amount_clp: amount, gateway } = claim
    await Promise.all([
      countBack(shop, { orderId, kind: 'chargeback', amount, at: now, sign: -1 }),
      postEntry(shop, {
        event: 'chargeback_won',
        at: now,
        sourceId: id,
        orderId,
        lines: [
          { account: 'chargebacks', credit: amount },
          { account: assetAccount(gateway), debit: amount },
        ],
      }),
    ])
  })

/**
 * Revokes the accesses of an order because of a chargeback: the order is charged back, its seats no longer count as sold, and the buyer is
 * told. The database does as after a refund (`orderRefunded`): it takes back a top-up's unused seats (`order_status_changes`), moves the order
 * in its day's figures (`count_order`), revokes the accesses (`end_refunded_accesses`, `access_status_changes`) with their seats and figures
 * (`count_used_seats`, `count_access`), and ends what hangs on each (`end_revoked_access`, `review_changes`): the rows of
 * `workshop_certificates`, `workshop_lessons`, `review_authors` and `respondent_traces` are deleted.
 * @param settled whether the bank has decided for its cardholder
 * @returns false: they were revoked before
 */
export async function revokeAccesses(
  tx: Transaction<DB>,
  { orderId, amount, settled }: { orderId: string; amount: Pesos; settled: boolean },
): Promise<boolean> {
  if (!(await revokeForChargeback(tx, orderId))) return false
  await runAsSystem(tx, async shop => countSeats(shop, (await soldOrder(shop, orderId)).seats, -1))
  await queueMail(tx, chargebackMail(await orderForReceipt(tx, orderId), amount, settled))
  return true
}

/**
 * Makes an order usable again whose chargeback was won: it is paid, and its seats count as sold. The database gives its buyer a new access, or
 * a top-up its seats (`order_status_changes`), and does with the access as `orderPaid` says (`new_access`, `count_new_seats`, `count_access`,
 * `want_code_mark`, `queue_created_access_webhooks`); `count_order` moves the order in its day's figures.
 * @returns false: another chargeback keeps them revoked
 */
export async function restoreAccesses(tx: Transaction<DB>, orderId: string): Promise<boolean> {
  if (!(await restoreAfterChargeback(tx, orderId))) return false
  await runAsSystem(tx, async shop => countSeats(shop, (await soldOrder(shop, orderId)).seats, 1))
  return true
}
