import type { CardName } from './cards.ts'

/** The states that Transbank documents (referencia/webpay, "Transaction.status"). */
export type Status = 'INITIALIZED' | 'AUTHORIZED' | 'REVERSED' | 'FAILED' | 'NULLIFIED' | 'PARTIALLY_NULLIFIED'

/**
 * What the cardholder does on the form. `duplicate_return` pays, and the return arrives several times at once;
 * `lost_answer` pays, and the answer to the merchant's commit is lost after it was carried out.
 */
export const DECISIONS = [
  'authorize',
  'reject',
  'cancel',
  'timeout',
  'form_error',
  'duplicate_return',
  'lost_answer',
] as const
export type Decision = (typeof DECISIONS)[number]

/** One payment as the bank keeps it. Amounts are pesos. */
export type Transaction = {
  readonly token: string
  readonly buyOrder: string
  readonly sessionId: string
  readonly amount: number
  readonly returnUrl: string
  readonly createdAt: Date
  readonly status: Status
  readonly decision: { readonly kind: Decision; readonly card: CardName; readonly at: Date } | undefined
  readonly committedAt: Date | undefined
  readonly authorizationCode: string | undefined
  /** Pesos that went back to the cardholder. */
  readonly refunded: number
}

/** An answer of the interface: a body of JSON with its status code. */
export type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }
