import type { Transaction } from 'kysely'
import { assetAccount, postEntry, refundAccount } from '#app/features/accounting/post-entry.server.ts'
import type { Attempt } from '#app/features/payments/payments.server.ts'
import { runAsSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** A payment that its order did not need, because another one had paid it or it had been cancelled. It has no row in `refunds`. */
export type Surplus = Pick<Attempt, 'id' | 'order_id' | 'gateway' | 'amount_clp'>

/**
 * Its money came: the shop owes it to the buyer. The database refuses the commit of such a payment without this entry (`surplus_is_posted`),
 * and the reconciliation looks at the payment again (`note_changed_payment`).
 */
export const surplusReceived = (tx: Transaction<DB>, surplus: Surplus, now: Date): Promise<void> =>
  runAsSystem(tx, shop => postReceived(shop, surplus, now))

/**
 * It was given back, by the gateway or by the staff from the shop's bank account. The database refuses the commit without both entries
 * (`surplus_is_posted`), and the reconciliation looks at the payment again (`note_changed_payment`).
 */
export const surplusReturned = (tx: Transaction<DB>, surplus: Surplus, byHand: boolean, now: Date): Promise<void> =>
  runAsSystem(tx, async shop => {
    await postReceived(shop, surplus, now)
    const { amount_clp: amount, gateway } = surplus
    await postEntry(shop, {
      event: 'surplus_returned',
      ...source(surplus, now),
      lines: [
        { account: 'customer_surplus', debit: amount },
        { account: refundAccount(gateway, byHand), credit: amount },
      ],
    })
  })

/**
 * A person found that it was never charged: what was received is taken back out of the books. The database refuses the commit of a payment
 * that stays in them (`surplus_is_posted`), and the reconciliation looks at the payment again (`note_changed_payment`).
 */
export const surplusCancelled = (tx: Transaction<DB>, surplus: Surplus, now: Date): Promise<void> =>
  runAsSystem(tx, async shop => {
    const received = await shop
      .selectFrom('ledger_entries')
      .select('id')
      .where('event', '=', 'surplus_received')
      .where('source_id', '=', surplus.id)
      .executeTakeFirst()
    if (!received) return
    const { amount_clp: amount, gateway } = surplus
    await postEntry(shop, {
      event: 'surplus_cancelled',
      ...source(surplus, now),
      lines: [
        { account: 'customer_surplus', debit: amount },
        { account: assetAccount(gateway), credit: amount },
      ],
    })
  })

const postReceived = (tx: Transaction<DB>, surplus: Surplus, now: Date): Promise<void> =>
  postEntry(tx, {
    event: 'surplus_received',
    ...source(surplus, now),
    lines: [
      { account: assetAccount(surplus.gateway), debit: surplus.amount_clp },
      { account: 'customer_surplus', credit: surplus.amount_clp },
    ],
  })

const source = ({ id, order_id: orderId }: Surplus, now: Date) => ({ at: now, sourceId: id, orderId })
