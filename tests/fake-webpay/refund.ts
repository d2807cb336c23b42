import type { BookKeeper } from './book.ts'
import { cardOf } from './cards.ts'
import { isAmount } from './create-request.ts'
import * as refusals from './refusals.ts'
import type { Answer, Transaction } from './transaction.ts'

const HOUR_MS = 60 * 60_000
/** Documentacion/webpay-plus, "Reversar o anular una transacción": the whole amount within 3 hours is a reversal. */
const REVERSAL_MS = 3 * HOUR_MS
/** By the interface a payment can be nullified for 90 days. */
const REFUND_MS = 90 * 24 * HOUR_MS

/** States by number, as the refusal of a reversal names them: 8 is reported for a rejected payment, 0 is inferred. */
const REJECTED_STATE = 8
const CREATED_STATE = 0

function refusalOf(transaction: Transaction, amount: number, age: number): Answer | undefined {
  switch (transaction.status) {
    case 'INITIALIZED':
      return refusals.invalidState(CREATED_STATE)
    case 'FAILED':
      return refusals.invalidState(REJECTED_STATE)
    case 'REVERSED':
    case 'NULLIFIED':
      return refusals.nullificationRefused('already_refunded')
    case 'AUTHORIZED':
    case 'PARTIALLY_NULLIFIED':
      break
  }
  if (age >= REFUND_MS) return refusals.nullificationRefused('period_exceeded')
  if (amount > transaction.amount - transaction.refunded) return refusals.OVER_BALANCE
  if (amount === transaction.amount) return undefined
  const kind = transaction.decision && cardOf(transaction.decision.card).paymentTypeCode
  if (kind === 'VD' || kind === 'VP') return refusals.PARTIAL_DEBIT
  // Documented for credit without instalments only: code 53.
  return kind === 'VN' ? undefined : refusals.nullificationRefused('partial_with_instalments')
}

/** Gives money back: a reversal is answered with its type alone, a nullification with what it did and what is left. */
export function refundTransaction(book: BookKeeper, transaction: Transaction, body: unknown, now: Date): Answer {
  const amount: unknown = typeof body === 'object' && body !== null && 'amount' in body ? body.amount : undefined
  if (amount === undefined) return refusals.required('amount')
  if (!isAmount(amount)) return refusals.invalid('amount')
  const age = now.getTime() - (transaction.committedAt ?? transaction.createdAt).getTime()
  const refusal = refusalOf(transaction, amount, age)
  if (refusal) return refusal
  const { token, buyOrder, authorizationCode } = transaction
  const refunded = transaction.refunded + amount
  if (amount === transaction.amount && age < REVERSAL_MS) {
    book.store({ ...transaction, status: 'REVERSED', refunded })
    book.write({ kind: 'reversed', at: now, token, buyOrder, amount, authorizationCode })
    return { status: 200, body: { type: 'REVERSED' } }
  }
  const balance = transaction.amount - refunded
  book.store({ ...transaction, status: balance === 0 ? 'NULLIFIED' : 'PARTIALLY_NULLIFIED', refunded })
  book.write({ kind: 'nullified', at: now, token, buyOrder, amount, authorizationCode })
  return {
    status: 200,
    body: {
      type: 'NULLIFIED',
      authorization_code: authorizationCode,
      authorization_date: now.toISOString(),
      nullified_amount: amount,
      balance,
      response_code: 0,
    },
  }
}
