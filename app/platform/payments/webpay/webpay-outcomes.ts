import { type Day, dayOf, daysBetween, parseDay } from '#app/kernel/dates.ts'
import { type Pesos, pesos, ZERO } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type {
  ConfirmOutcome,
  QueryError,
  RefundDecline,
  RefundOutcome,
  Snapshot,
  StartError,
  Started,
  UnknownReason,
} from '#app/platform/payments/gateway.ts'
import { isApproved } from '#app/platform/payments/gateway.ts'
import {
  type Answer,
  createAnswer,
  errorAnswer,
  REFUND_CODES,
  refundAnswer,
  transactionAnswer,
} from './webpay-protocol.ts'

/** Reads Transbank's answers. Whatever is not understood becomes `unknown`, so that it is never taken for a rejection. */
export function startResult(answer: Answer, method: 'GET' | 'POST'): Result<Started, StartError> {
  const created = createAnswer.safeParse(bodyOfSuccess(answer))
  if (created.success) {
    const { token, url } = created.data
    return ok({ token, redirect: { method, url, fields: { token_ws: token } } })
  }
  return refusal(answer) === undefined
    ? err({ code: 'unavailable', reason: reasonOf(answer) })
    : err({ code: 'refused' })
}

export function confirmOutcome(answer: Answer): ConfirmOutcome {
  const snapshot = snapshotOf(answer)
  if (snapshot && isApproved(snapshot)) return { kind: 'approved', snapshot }
  // A contradiction, such as FAILED with code 0, needs manual resolution.
  if (snapshot?.status === 'FAILED' && snapshot.responseCode !== 0) return { kind: 'rejected', snapshot }
  const message = refusal(answer) ?? ''
  if (/locked by another process/i.test(message)) return { kind: 'alreadyProcessed' }
  if (isNotFound(message)) return { kind: 'notConfirmable', code: 'not_found' }
  if (/invalid status '?0'?/i.test(message)) return { kind: 'notConfirmable', code: 'not_finished' }
  if (/invalid finished state: aborted/i.test(message)) return { kind: 'notConfirmable', code: 'ended' }
  // Public reports show it for a commit that is repeated as well: the status tells what the first one did.
  if (/invalid finished state/i.test(message)) return { kind: 'alreadyProcessed' }
  return { kind: 'unknown', reason: reasonOf(answer) }
}

export function queryResult(answer: Answer): Result<Snapshot, QueryError> {
  const snapshot = snapshotOf(answer)
  if (snapshot) return ok(snapshot)
  const message = refusal(answer) ?? ''
  if (/passed max time/i.test(message)) return err({ code: 'too_old' })
  return isNotFound(message) ? err({ code: 'not_found' }) : err({ code: 'unavailable', reason: reasonOf(answer) })
}

export function refundOutcome(answer: Answer): RefundOutcome {
  const refund = refundAnswer.safeParse(bodyOfSuccess(answer))
  if (refund.success) {
    if (refund.data.type === 'REVERSED') return { kind: 'refunded', type: 'reversed', balanceClp: ZERO }
    const { response_code: code, balance } = refund.data
    if (code !== 0) return { kind: 'declined', code: declineByCode.get(code) ?? 'other' }
    return typeof balance === 'number'
      ? { kind: 'refunded', type: 'nullified', balanceClp: pesos(balance) }
      : { kind: 'unknown', reason: 'unreadable' }
  }
  const message = refusal(answer)
  if (message === undefined || /api mismatch/i.test(message)) return { kind: 'unknown', reason: reasonOf(answer) }
  return { kind: 'declined', code: declineByMessage.find(([pattern]) => pattern.test(message))?.[1] ?? 'other' }
}

/** The manual's numbers ("Transaction.refund"). For some of them the interface now answers a text (transbank-sdk-php, issue 228). */
const declineByCode = new Map<number, RefundDecline>([
  [REFUND_CODES.partialWithInstalments, 'partial_with_instalments'],
  [274, 'not_found'],
  [REFUND_CODES.periodExceeded, 'period_exceeded'],
  [292, 'not_authorized'],
  [REFUND_CODES.alreadyRefunded, 'already_refunded'],
  [311, 'over_balance'],
])
const declineByMessage: readonly (readonly [RegExp, RefundDecline])[] = [
  [/locked by another process/i, 'locked'],
  [/bigger than authorized/i, 'over_balance'],
  [/invalid state .* to reverse/i, 'not_authorized'],
  [/debit or prepaid/i, 'partial_with_debit'],
  [/parameter: amount/i, 'invalid_amount'],
  [/not found|parameter: token/i, 'not_found'],
]

const isNotFound = (message: string): boolean => /not found|parameter: token/i.test(message)

const bodyOfSuccess = (answer: Answer): unknown =>
  answer !== 'lost' && answer.status >= 200 && answer.status < 300 ? answer.body : undefined

/** Transbank's own words for refusing a request (400, 404 or 422); undefined for anything else. */
function refusal(answer: Answer): string | undefined {
  if (answer === 'lost' || ![400, 404, 422].includes(answer.status)) return undefined
  return errorAnswer.safeParse(answer.body).data?.error_message
}

function reasonOf(answer: Answer): UnknownReason {
  if (answer === 'lost') return 'network'
  if (answer.status === 401 || answer.status === 403) return 'unauthorized'
  if (answer.status >= 500) return 'server_error'
  return answer.body === undefined ? 'unreadable' : 'unexpected'
}

function snapshotOf(answer: Answer): Snapshot | undefined {
  const { data } = transactionAnswer.safeParse(bodyOfSuccess(answer))
  if (!data) return undefined
  // Some merchants receive the whole card number; this function returns the last four digits only.
  const digits = data.card_detail?.card_number?.slice(-4) ?? ''
  const date = new Date(data.transaction_date ?? Number.NaN)
  const transactionDate = Number.isNaN(date.getTime()) ? null : date
  return {
    status: data.status,
    amountClp: pesos(data.amount),
    buyOrder: data.buy_order,
    sessionId: data.session_id,
    authorizationCode: data.authorization_code ?? null,
    cardLast4: /^\d{4}$/.test(digits) ? digits : null,
    paymentTypeCode: data.payment_type_code ?? null,
    responseCode: data.response_code ?? null,
    installments: data.installments_number ?? 0,
    installmentsAmountClp: wholePesos(data.installments_amount),
    balance: typeof data.balance === 'number' ? pesos(data.balance) : null,
    transactionDate,
    accountingDate: accountingDay(data.accounting_date, transactionDate),
  }
}

/** Transbank leaves the amount out, or sends 0, where there are no instalments. Its type has decimals; pesos have none. */
function wholePesos(amount: number | null | undefined): Pesos | null {
  const rounded = Math.round(amount ?? 0)
  return rounded > 0 && Number.isSafeInteger(rounded) ? pesos(rounded) : null
}

/** Transbank sends `MMDD` without a year: it is the one that brings the day closest to the transaction. */
function accountingDay(monthAndDay: string | null | undefined, transaction: Date | null): Day | null {
  const [, month, day] = /^(\d\d)(\d\d)$/.exec(monthAndDay ?? '') ?? []
  if (!transaction || month === undefined || day === undefined) return null
  const paidOn = dayOf(transaction)
  const year = Number(paidOn.slice(0, 4))
  const candidates = [year - 1, year, year + 1].flatMap(each => parseDay(`${each}-${month}-${day}`) ?? [])
  const distance = (candidate: Day) => Math.abs(daysBetween(paidOn, candidate))
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}
