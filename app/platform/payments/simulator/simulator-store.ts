import type { Pesos } from '#app/kernel/money.ts'
import type { PaymentStatus } from '#app/platform/payments/gateway.ts'

/**
 * What the customer does on the simulated form. `duplicate_return` pays and makes the return arrive twice at once;
 * `lost_answer` pays, and the commit is carried out but its answer never arrives.
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

export const CARDS = ['credit', 'instalments', 'debit', 'prepaid'] as const
export type Card = (typeof CARDS)[number]

/** A transaction on the simulated Transbank's side. */
export type SimulatorTransaction = {
  readonly token: string
  /** Grows by one with each change; a change names the version that it saw. */
  readonly version: number
  readonly buyOrder: string
  readonly sessionId: string
  readonly amountClp: Pesos
  readonly returnUrl: string
  readonly createdAt: Date
  readonly decision: Decision | null
  readonly card: Card | null
  readonly decidedAt: Date | null
  readonly status: PaymentStatus
  readonly committedAt: Date | null
  readonly refundedClp: Pesos
}

/** A change of one transaction; what was agreed at its creation never changes. */
export type SimulatorChange = Partial<
  Pick<SimulatorTransaction, 'decision' | 'card' | 'decidedAt' | 'status' | 'committedAt' | 'refundedClp'>
>

/** Where the simulated Transbank keeps its books. They outlive the process when the store does. */
export type SimulatorStore = {
  get(token: string): Promise<SimulatorTransaction | undefined>
  insert(transaction: SimulatorTransaction): Promise<void>
  /**
   * Applies the change and raises the version, if the transaction still has `expectedVersion`: one atomic step, so that of
   * parallel callers one wins.
   * @returns whether it was applied.
   */
  transition(token: string, expectedVersion: number, change: SimulatorChange): Promise<boolean>
}
