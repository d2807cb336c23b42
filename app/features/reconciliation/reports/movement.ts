import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { MovementKind, ReconciledGateway } from '#app/platform/database/values.ts'
import type { Settings } from '#app/platform/env/settings.server.ts'

/**
 * Whose reports are compared: the gateway that the shop takes payments with. Payments of the other one are not part of it, so
 * that simulated ones never stand among real money.
 */
export const reconciledGateway = ({ payments }: Pick<Settings, 'payments'>): ReconciledGateway =>
  payments === 'simulator' ? 'simulator' : 'webpay'

/** Movements that one report may have: a busy month of a shop. */
export const MAX_LINES = 20_000

/** One movement of money in a report. Amounts are positive; the kind says which way they go. */
export type Movement = {
  /** The row of the file, as a spreadsheet program counts. */
  row: number
  kind: MovementKind
  day: Day
  accountingDay: Day | null
  /** Our reference of the payment. */
  reference: string | null
  authorizationCode: string | null
  cardLast4: string | null
  paymentType: string | null
  /** Pesos of this movement; of a sale in instalments the part that is paid out. */
  amount: Pesos
  /** Pesos of the whole sale. */
  total: Pesos
  installment: number | null
  /** Commission without VAT, and its VAT; of a refund, what is given back. */
  fee: Pesos
  feeVat: Pesos
  /** The day of the deposit; null in a sales report. */
  payoutDay: Day | null
  detail: string | null
}

/** Pesos that a settled movement adds to the deposit; negative for what is taken from it. */
export function payoutOf({ kind, amount, fee, feeVat }: Pick<Movement, 'kind' | 'amount' | 'fee' | 'feeVat'>): number {
  const net = amount - fee - feeVat
  switch (kind) {
    case 'sale':
      return net
    case 'refund':
      return -net
    case 'charge':
    case 'retention':
      return -amount
  }
}
