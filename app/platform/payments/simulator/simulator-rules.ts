import { DAY_MS, formatDate, MINUTE_MS } from '#app/kernel/dates.ts'
import { type Pesos, pesos } from '#app/kernel/money.ts'
import { cutText } from '#app/kernel/text.ts'
import { type Answer, isPayable, MESSAGES, REFUND_CODES } from '#app/platform/payments/webpay/webpay-protocol.ts'
import type { Card, SimulatorChange, SimulatorTransaction } from './simulator-store.ts'

/** Transbank's test environment gives the form 10 minutes; how long an uncommitted payment lives is not public: the same here. */
export const FORM_MS = 10 * MINUTE_MS
export const COMMIT_MS = 10 * MINUTE_MS
const STATUS_MS = 7 * DAY_MS
const REVERSAL_MS = 180 * MINUTE_MS
const REFUND_MS = 90 * DAY_MS

/** Transbank's answer, and the change in its books if it is still allowed. */
export type Step = { readonly answer: Answer; readonly change?: SimulatorChange }

const json = (body: unknown): Answer => ({ status: 200, body })
export const refuse = (message: string): Answer => ({ status: 422, body: { error_message: message } })

/** Transbank's test cards, as the status answer shows them. */
export const cards: Record<Card, { last4: string; type: string; installments: number }> = {
  credit: { last4: '6623', type: 'VN', installments: 0 },
  instalments: { last4: '6623', type: 'VC', installments: 6 },
  debit: { last4: '7763', type: 'VD', installments: 0 },
  prepaid: { last4: '6590', type: 'VP', installments: 0 },
}

const passed = (since: Date | null, span: number, now: Date): boolean => now.getTime() - (since?.getTime() ?? 0) >= span

/** Whether the customer came too late: only going back to the shop is left. */
export const formExpired = (transaction: SimulatorTransaction, now: Date): boolean =>
  transaction.decision === null && passed(transaction.createdAt, FORM_MS, now)

/** The merchant's PUT: money moves here, once. */
export function commit(transaction: SimulatorTransaction, now: Date): Step {
  if (transaction.status !== 'INITIALIZED') return { answer: refuse(MESSAGES.locked) }
  switch (transaction.decision) {
    case null:
      return { answer: refuse(formExpired(transaction, now) ? MESSAGES.aborted : MESSAGES.notFinished) }
    case 'cancel':
    case 'timeout':
    case 'form_error':
      return { answer: refuse(MESSAGES.aborted) }
    default: {
      if (passed(transaction.decidedAt, COMMIT_MS, now)) return { answer: refuse(MESSAGES.aborted) }
      const rejected = transaction.decision === 'reject'
      const change = { status: rejected ? 'FAILED' : 'AUTHORIZED', committedAt: now } as const
      const lost = transaction.decision === 'lost_answer'
      return { change, answer: lost ? 'lost' : json(describe({ ...transaction, ...change })) }
    }
  }
}

export const status = (transaction: SimulatorTransaction, now: Date): Answer =>
  passed(transaction.createdAt, STATUS_MS, now) ? refuse(MESSAGES.tooOld) : json(describe(transaction))

/**
 * A reversal gives back the whole payment within 3 hours of the commit; anything else is a nullification, which for part of
 * the amount works with credit cards without instalments only.
 */
export function refund(transaction: SimulatorTransaction, amount: number, now: Date): Step {
  const problem = refundProblem(transaction, amount, now)
  if (typeof problem === 'string') return { answer: refuse(problem) }
  if (problem !== undefined) return { answer: json({ type: 'NULLIFIED', response_code: problem }) }
  const refundedClp = pesos(transaction.refundedClp + amount)
  if (amount === transaction.amountClp && !passed(transaction.committedAt, REVERSAL_MS, now)) {
    return { change: { status: 'REVERSED', refundedClp }, answer: json({ type: 'REVERSED' }) }
  }
  const balance = transaction.amountClp - refundedClp
  const body = {
    type: 'NULLIFIED',
    authorization_code: authorizationCode(transaction),
    authorization_date: now.toISOString(),
    nullified_amount: amount,
    balance,
    response_code: 0,
  }
  return { change: { status: balance === 0 ? 'NULLIFIED' : 'PARTIALLY_NULLIFIED', refundedClp }, answer: json(body) }
}

/** Transbank's text, or its number where no text is public. */
function refundProblem(transaction: SimulatorTransaction, amount: number, now: Date): string | number | undefined {
  if (!isPayable(amount)) return MESSAGES.invalidAmount
  if (transaction.status === 'INITIALIZED' || transaction.status === 'FAILED') return MESSAGES.notAuthorized
  if (transaction.status === 'REVERSED' || transaction.status === 'NULLIFIED') return REFUND_CODES.alreadyRefunded
  if (passed(transaction.committedAt, REFUND_MS, now)) return REFUND_CODES.periodExceeded
  if (amount > transaction.amountClp - transaction.refundedClp) return MESSAGES.overBalance
  if (amount === transaction.amountClp) return undefined
  if (transaction.card === 'debit' || transaction.card === 'prepaid') return MESSAGES.partialWithDebit
  return transaction.card === 'instalments' ? REFUND_CODES.partialWithInstalments : undefined
}

/** The body of commit and status. */
function describe(transaction: SimulatorTransaction): Record<string, unknown> {
  const moment = transaction.committedAt ?? transaction.createdAt
  const [day, month] = formatDate(moment).split('-')
  const common = {
    amount: transaction.amountClp,
    status: transaction.status,
    buy_order: transaction.buyOrder,
    session_id: transaction.sessionId,
    accounting_date: `${month}${day}`,
    transaction_date: moment.toISOString(),
  }
  if (transaction.status === 'INITIALIZED') return { ...common, installments_number: 0 }
  const card = cards[transaction.card ?? 'credit']
  const failed = transaction.status === 'FAILED'
  return {
    ...common,
    vci: failed ? 'TSN' : 'TSY',
    card_detail: { card_number: card.last4 },
    authorization_code: failed ? '000000' : authorizationCode(transaction),
    payment_type_code: card.type,
    response_code: failed ? -1 : 0,
    installments_number: card.installments,
    ...(card.installments > 0 && { installments_amount: Math.ceil(transaction.amountClp / card.installments) }),
    ...(transaction.status.endsWith('NULLIFIED') && { balance: remaining(transaction) }),
  }
}

const remaining = (transaction: SimulatorTransaction): Pesos => pesos(transaction.amountClp - transaction.refundedClp)

export const authorizationCode = (transaction: Pick<SimulatorTransaction, 'token'>): string =>
  String(Number.parseInt(cutText(transaction.token, 8), 16) % 1_000_000).padStart(6, '0')
