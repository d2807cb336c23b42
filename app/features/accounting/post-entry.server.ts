import { sql, type Transaction } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { LedgerAccount, LedgerEvent } from '#app/platform/database/values.ts'

/** A line of an entry: an account with its debit or its credit, in pesos. Lines of zero are left out. */
export type PostedLine = { account: LedgerAccount } & ({ debit: Pesos } | { credit: Pesos })

export type PostedEntry = {
  event: LedgerEvent
  at: Date
  /** The row that causes it: there is one entry for each event and source. */
  sourceId: string
  orderId: string | null
  lines: readonly PostedLine[]
}

/**
 * Posts an entry to the ledger, once, as the shop. The database refuses one whose debits and credits differ (`ledger_entry_is_balanced`),
 * and keeps the figures of its day.
 */
export async function postEntry(tx: Transaction<DB>, entry: PostedEntry): Promise<void> {
  const { event, at, sourceId, orderId, lines } = entry
  await sql`select private.post_ledger(${event}, ${at}, ${sourceId}, ${orderId}, ${JSON.stringify(lines)}::jsonb)`.execute(
    tx,
  )
}

/**
 * The account that a payment's money is owed by or lies in: card payments are owed by the bank's processor, transfers lie in the bank
 * account, purchase orders are owed by the buyer.
 * @param gateway undefined: nobody knows how it was paid
 */
export function assetAccount(gateway: string | undefined): LedgerAccount {
  switch (gateway) {
    case undefined:
      return 'suspense'
    case 'simulator':
      return 'simulated_receivable'
    case 'transfer':
      return 'bank'
    case 'purchase_order':
      return 'purchase_order_receivable'
    default:
      return 'card_receivable'
  }
}

/** The account that a refund leaves: by hand it is the shop's bank account, unless it was no money. */
export const refundAccount = (gateway: string, byHand: boolean): LedgerAccount =>
  byHand && gateway !== 'simulator' ? 'bank' : assetAccount(gateway)
