import { randomBytes } from 'node:crypto'
import type { BookKeeper } from './book.ts'
import { type CardName, cardOf } from './cards.ts'
import { readCreateRequest } from './create-request.ts'
import { describeTransaction } from './describe-transaction.ts'
import { refundTransaction } from './refund.ts'
import * as refusals from './refusals.ts'
import { type Departure, departureOf } from './returns.ts'
import type { Answer, Decision, Transaction } from './transaction.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The status is answered for 7 days (referencia/webpay, and the text of the refusal). */
const STATUS_MS = 7 * DAY_MS

export type Windows = {
  /** Milliseconds for which the form waits. transbank-sdk-nodejs-example says 10 minutes for integration. */
  readonly formMs: number
  /** Milliseconds for which a decided payment waits for its commit. Not public; ten minutes are assumed. */
  readonly commitMs: number
}

export const DEFAULT_WINDOWS: Windows = { formMs: 10 * MINUTE_MS, commitMs: 10 * MINUTE_MS }

export type FormState = 'open' | 'expired' | 'decided' | 'unknown'

export type Bank = {
  create(body: unknown, formUrl: string, now: Date): Answer
  commit(token: string, now: Date): Answer
  status(token: string, now: Date): Answer
  refund(token: string, body: unknown, now: Date): Answer
  formState(token: string, now: Date): FormState
  /** The cardholder decides, once and in time. Undefined when that is no longer possible. */
  decide(token: string, decision: Decision, card: CardName, now: Date): Departure | undefined
}

/** A Webpay Plus of one merchant. Every call is carried out at once and alone, as the real one locks a transaction. */
export function openBank(book: BookKeeper, { formMs, commitMs }: Windows): Bank {
  let codes = 100_000

  const formState = (token: string, now: Date): FormState => {
    const transaction = book.find(token)
    if (!transaction) return 'unknown'
    if (transaction.decision || transaction.status !== 'INITIALIZED') return 'decided'
    return now.getTime() - transaction.createdAt.getTime() >= formMs ? 'expired' : 'open'
  }

  /** What keeps a payment from being committed. */
  function commitRefusal(transaction: Transaction, now: Date): Answer | undefined {
    if (transaction.status !== 'INITIALIZED') return refusals.LOCKED
    const { decision } = transaction
    if (!decision) return formState(transaction.token, now) === 'open' ? refusals.NOT_FINISHED : refusals.ABORTED
    const isLate = now.getTime() - decision.at.getTime() >= commitMs
    return isLate || ['cancel', 'timeout', 'form_error'].includes(decision.kind) ? refusals.ABORTED : undefined
  }

  return {
    formState,
    create(body, formUrl, now) {
      const request = readCreateRequest(body)
      if ('status' in request) return request
      const token = `01ab${randomBytes(30).toString('hex')}`
      book.store({
        ...request,
        token,
        createdAt: now,
        status: 'INITIALIZED',
        decision: undefined,
        committedAt: undefined,
        authorizationCode: undefined,
        refunded: 0,
      })
      return { status: 200, body: { token, url: formUrl } }
    },
    commit(token, now) {
      const transaction = book.find(token)
      if (!transaction) return unknownToken(token)
      const refusal = commitRefusal(transaction, now)
      if (refusal || !transaction.decision) return refusal ?? refusals.NOT_FINISHED
      const isRejected = transaction.decision.kind === 'reject' || cardOf(transaction.decision.card).isRejected === true
      if (!isRejected) codes += 1
      const committed: Transaction = {
        ...transaction,
        status: isRejected ? 'FAILED' : 'AUTHORIZED',
        committedAt: now,
        authorizationCode: isRejected ? undefined : String(codes),
      }
      book.store(committed)
      const { buyOrder, amount, authorizationCode } = committed
      book.write({ kind: isRejected ? 'rejected' : 'authorized', at: now, token, buyOrder, amount, authorizationCode })
      return { status: 200, body: describeTransaction(committed) }
    },
    status(token, now) {
      const transaction = book.find(token)
      if (!transaction) return unknownToken(token)
      if (now.getTime() - transaction.createdAt.getTime() >= STATUS_MS) return refusals.TOO_OLD
      return { status: 200, body: describeTransaction(transaction) }
    },
    refund(token, body, now) {
      const transaction = book.find(token)
      return transaction ? refundTransaction(book, transaction, body, now) : unknownToken(token)
    },
    decide(token, decision, card, now) {
      const transaction = book.find(token)
      const state = formState(token, now)
      if (!transaction || state === 'decided' || (state === 'expired' && decision !== 'timeout')) return undefined
      book.store({ ...transaction, decision: { kind: decision, card, at: now } })
      return departureOf(transaction, decision)
    },
  }
}

/** A token has 64 characters (referencia/webpay); another one is refused as a parameter. */
const unknownToken = (token: string): Answer => (token.length === 64 ? refusals.NOT_FOUND : refusals.invalid('token'))
