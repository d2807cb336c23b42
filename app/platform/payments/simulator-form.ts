import type { Pesos } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { BrowserRequest } from './gateway.ts'
import { formExpired } from './simulator-rules.ts'
import type { Card, Decision, SimulatorChange, SimulatorTransaction } from './simulator-store.ts'

/** `open`: the customer may decide; `expired`: only `timeout` is left; `decided`: back at the shop; `finished`: committed. */
type FormState = 'open' | 'expired' | 'decided' | 'finished'
export type Form = { readonly amountClp: Pesos; readonly buyOrder: string; readonly state: FormState }
export type FormError = { readonly code: 'unknown_token' | 'already_decided' | 'already_finished' | 'expired' }

/** Where the browser goes now. `alsoCall` is the same return, to be sent server to server at the same time. */
export type Departure = BrowserRequest & { readonly alsoCall?: BrowserRequest }

export function formOf(transaction: SimulatorTransaction, now: Date): Form {
  const { amountClp, buyOrder } = transaction
  return { amountClp, buyOrder, state: stateOf(transaction, now) }
}

function stateOf(transaction: SimulatorTransaction, now: Date): FormState {
  if (transaction.status !== 'INITIALIZED') return 'finished'
  if (transaction.decision) return 'decided'
  return formExpired(transaction, now) ? 'expired' : 'open'
}

/** The customer's decision on the form: once, and in time. */
export function decideOnForm(
  transaction: SimulatorTransaction,
  decision: Decision,
  card: Card,
  now: Date,
): Result<SimulatorChange, FormError> {
  const state = stateOf(transaction, now)
  if (state === 'finished') return err({ code: 'already_finished' })
  if (state === 'decided') return err({ code: 'already_decided' })
  if (state === 'expired' && decision !== 'timeout') return err({ code: 'expired' })
  return ok({ decision, card, decidedAt: now })
}

/** The four shapes in which Webpay sends the browser back. Abort is the only POST, as in Transbank's test environment. */
export function departureOf(transaction: SimulatorTransaction, decision: Decision): Departure {
  const order = { TBK_ORDEN_COMPRA: transaction.buyOrder, TBK_ID_SESION: transaction.sessionId }
  const get = (fields: Record<string, string>): BrowserRequest => ({
    method: 'GET',
    url: transaction.returnUrl,
    fields,
  })
  const finished = get({ token_ws: transaction.token })
  switch (decision) {
    case 'cancel':
      return { method: 'POST', url: transaction.returnUrl, fields: { TBK_TOKEN: transaction.token, ...order } }
    case 'timeout':
      return get(order)
    case 'form_error':
      return get({ token_ws: transaction.token, TBK_TOKEN: transaction.token, ...order })
    case 'duplicate_return':
      return { ...finished, alsoCall: finished }
    case 'authorize':
    case 'reject':
    case 'lost_answer':
      return finished
  }
}
