/** What waits for a person of the staff; each counted up to `MAX_PENDING`. */
export type PendingWork = {
  /** Payments that only a person can settle, and the order of the oldest. */
  payments: number
  oldest_order: string | null
  /** Days on which the ledger and the orders differ. */
  ledger: number
  /** Chargebacks without an answer whose deadline is near or past. */
  chargebacks: number
  /** Data subject requests without an answer whose deadline is near or past. */
  data_requests: number
  /** Pending orders that wait for a transfer. */
  transfers: number
  /** Credits of the bank's statements that nobody has decided about, or with money to give back. */
  credits: number
  /** Tax documents that were rejected, or wait for long. */
  rejected_documents: number
  waiting_documents: number
  /** Purchases for a team with seats that nobody was invited to. */
  uninvited: number
  /** Accesses that end within a week and are not completed. */
  expiring: number
  /** Days of card payments that ended days ago and are not reconciled, and the oldest. */
  unreconciled: number
  oldest_unreconciled: string | null
  /** Reviews that nobody has decided on. */
  reviews: number
  /** The last backup that the worker made, and whether it was tried. */
  last_backup_at: Date | null
  is_backup_verified: boolean | null
}

export const MAX_PENDING = 999
