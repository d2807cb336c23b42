import type { Day } from '#app/kernel/dates.ts'
import { type Pesos, ZERO } from '#app/kernel/money.ts'
import type { Result } from '#app/kernel/result.ts'

/** Something the browser is sent to do: a redirect (GET) or a form that submits itself (POST). */
export type BrowserRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

export type StartRequest = {
  /** Unique per attempt, at most 26 characters (`newBuyOrder`). */
  readonly buyOrder: string
  readonly sessionId: string
  /** A gateway of ours charges Chilean pesos and nothing else, so there is no currency. */
  readonly amountClp: Pesos
  readonly returnUrl: string
}
export type Started = { readonly token: string; readonly redirect: BrowserRequest }

/**
 * Why we do not know what the gateway did. Never a rejection: ask `query` later. `network` covers time-outs too;
 * `not_configured`: the gateway was not asked, because this process has no keys for it (`Gateways`).
 */
export type UnknownReason = 'network' | 'unauthorized' | 'server_error' | 'unreadable' | 'unexpected' | 'not_configured'

export type StartProblem = {
  readonly code:
    | 'buy_order_too_long'
    | 'buy_order_invalid'
    | 'session_id_invalid'
    | 'return_url_too_long'
    | 'return_url_invalid'
    | 'invalid_amount'
    | 'below_minimum'
}
export type StartError =
  | StartProblem
  | { readonly code: 'refused' }
  | { readonly code: 'unavailable'; readonly reason: UnknownReason }

/** The browser's return. It proves nothing: only `confirm` and `query` do. */
export type PaymentReturn =
  | { readonly kind: 'finished' | 'aborted' | 'formError'; readonly token: string }
  | { readonly kind: 'timeout'; readonly buyOrder: string; readonly sessionId: string }
  | { readonly kind: 'invalid' }
export type ReturnParams = URLSearchParams | FormData | Readonly<Record<string, unknown>>

export type PaymentStatus =
  | 'INITIALIZED'
  | 'AUTHORIZED'
  | 'REVERSED'
  | 'FAILED'
  | 'NULLIFIED'
  | 'PARTIALLY_NULLIFIED'
  | 'CAPTURED'

/** A transaction as the gateway returns it. `balance` (pesos) is present only after a nullification. */
export type Snapshot = {
  readonly status: PaymentStatus
  readonly amountClp: Pesos
  readonly buyOrder: string
  readonly sessionId: string
  readonly authorizationCode: string | null
  readonly cardLast4: string | null
  readonly paymentTypeCode: string | null
  readonly responseCode: number | null
  readonly installments: number
  /** Pesos of each instalment; null when it was paid at once, or the gateway did not say. */
  readonly installmentsAmountClp: Pesos | null
  readonly balance: Pesos | null
  readonly transactionDate: Date | null
  /** The day on which the gateway's books count it. */
  readonly accountingDate: Day | null
}

/** After `alreadyProcessed` and `notConfirmable` this call moved no money: read your own row, then `query`. */
export type ConfirmOutcome =
  | { readonly kind: 'approved' | 'rejected'; readonly snapshot: Snapshot }
  | { readonly kind: 'alreadyProcessed' }
  | { readonly kind: 'notConfirmable'; readonly code: 'not_found' | 'not_finished' | 'ended' }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason }

/** `too_old`: the gateway returns a status only for 7 days from creation. */
export type QueryError =
  | { readonly code: 'too_old' | 'not_found' }
  | { readonly code: 'unavailable'; readonly reason: UnknownReason }

export type RefundDecline =
  | 'invalid_amount'
  | 'not_found'
  | 'not_authorized'
  | 'period_exceeded'
  | 'already_refunded'
  | 'over_balance'
  | 'partial_with_debit'
  | 'partial_with_instalments'
  | 'locked'
  | 'other'

/** There is no idempotency key: after `unknown`, compare `refundableClp` of a new `query` before trying again. */
export type RefundOutcome =
  | { readonly kind: 'refunded'; readonly type: 'reversed' | 'nullified'; readonly balanceClp: Pesos }
  | { readonly kind: 'declined'; readonly code: RefundDecline }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason }

/** A payment gateway with a hosted form. Its methods never throw for what the gateway or the network does. */
export type PaymentGateway = {
  readonly id: 'webpay' | 'simulator'
  /** Whether no money moves: the simulator, and a bank's test environment. */
  readonly isTest: boolean
  /** The smallest amount that it charges, in pesos. */
  readonly minimumClp: Pesos
  /** The origin of its payment form, where a form of ours may lead; undefined: it is opened by address. */
  readonly formOrigin: string | undefined
  start(request: StartRequest): Promise<Result<Started, StartError>>
  /** Reads the browser's return, GET or POST; never throws, and needs neither cookie nor session. */
  parseReturn(method: string, params: ReturnParams): PaymentReturn
  /** Commits; call it once, and only after a `finished` return. */
  confirm(token: string): Promise<ConfirmOutcome>
  query(token: string): Promise<Result<Snapshot, QueryError>>
  refund(token: string, amountClp: Pesos): Promise<RefundOutcome>
}

/** Transbank's manual: approved only if the response code is 0 and the status AUTHORIZED. Compare amount and buy order too. */
export const isApproved = (snapshot: Snapshot): boolean =>
  snapshot.responseCode === 0 && snapshot.status === 'AUTHORIZED'

/** Whether the whole payment went back to the buyer, whoever asked for it: the shop, a person at the portal, or the gateway. */
export const isWholeBack = (snapshot: Snapshot): boolean =>
  snapshot.status === 'REVERSED' || snapshot.status === 'NULLIFIED'

/** Pesos that can still be refunded, or undefined when the snapshot does not say. */
export function refundableClp(snapshot: Snapshot): Pesos | undefined {
  switch (snapshot.status) {
    case 'AUTHORIZED':
    case 'CAPTURED':
      return snapshot.amountClp
    case 'PARTIALLY_NULLIFIED':
      return snapshot.balance ?? undefined
    default:
      return ZERO
  }
}

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * `ALH-<ms in base 36, 8>-<10 random in base 32>`: 23 characters, within Transbank's 26.
 * @param random gives that many random bytes, as `randomBytes` of node:crypto.
 */
export function newBuyOrder(now: Date, random: (bytes: number) => Uint8Array): string {
  const time = now.getTime().toString(36).toUpperCase().padStart(8, '0')
  return `ALH-${time}-${Array.from(random(10), byte => BASE32.charAt(byte % 32)).join('')}`
}

/** The address of a GET request with its fields; the address's own query stays. */
export function hrefOf(request: BrowserRequest): string {
  const url = new URL(request.url)
  for (const [name, value] of Object.entries(request.fields)) url.searchParams.set(name, value)
  return url.href
}
