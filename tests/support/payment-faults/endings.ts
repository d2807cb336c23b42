import type { Fault } from '#tests/fake-webpay/faults.ts'
import type { Decision } from '#tests/fake-webpay/transaction.ts'

/** How a payment ends at the bank: what the cardholder does, and what becomes of the shop's request to confirm it. */
export type Ending = {
  readonly name: string
  readonly decision: Decision
  readonly fault?: Fault
  /** The bank takes no connection from the returns until a first recovery has failed. */
  readonly isRefused?: true
  /** The order's state when everything is over and a return arrived. */
  readonly end: 'paid' | 'failed'
  /** Whether a shop that lives knows the end as soon as the return is answered. */
  readonly isKnownAtOnce: boolean
}

const paidLater = (name: string, fault: Fault): Ending => ({
  name,
  decision: 'authorize',
  fault,
  end: 'paid',
  isKnownAtOnce: false,
})

const failed = (name: string, decision: Decision): Ending => ({ name, decision, end: 'failed', isKnownAtOnce: true })

/** Longer than the shop waits for a confirmation. */
const SLOW_MS = 30_000

export const ENDINGS: readonly Ending[] = [
  { name: 'authorised', decision: 'authorize', end: 'paid', isKnownAtOnce: true },
  failed('rejected', 'reject'),
  failed('aborted', 'cancel'),
  failed('form timed out', 'timeout'),
  failed('form failed', 'form_error'),
  paidLater('answer lost', { kind: 'dropped', carriedOut: true }),
  paidLater('request lost', { kind: 'dropped', carriedOut: false }),
  paidLater('500, carried out', { kind: 'server_error', carriedOut: true }),
  paidLater('500', { kind: 'server_error', carriedOut: false }),
  paidLater('no JSON, carried out', { kind: 'not_json', carriedOut: true }),
  paidLater('no JSON', { kind: 'not_json', carriedOut: false }),
  paidLater('slow', { kind: 'delay', ms: SLOW_MS }),
  { name: 'refused', decision: 'authorize', isRefused: true, end: 'paid', isKnownAtOnce: false },
]

export const RETURNS = ['once', 'twice at once', 'never'] as const
export type Returns = (typeof RETURNS)[number]

/**
 * The forms of one order. `three`: all of them end alike, and at once. `three, mixed`: the first ends so, the second is
 * authorised, and the third stays open.
 */
export const FORMS = ['one', 'three', 'three, mixed'] as const
export type Forms = (typeof FORMS)[number]

/** A case without its death. */
export type Plan = { readonly ending: Ending; readonly returns: Returns; readonly forms: Forms }

export const PLANS: readonly Plan[] = ENDINGS.flatMap(ending =>
  RETURNS.flatMap(returns => FORMS.map(forms => ({ ending, returns, forms }))),
)

export const nameOf = ({ ending, returns, forms }: Plan): string => `${ending.name}, return ${returns}, ${forms}`
