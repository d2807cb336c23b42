import { type Pesos, pesos, ZERO } from '#app/kernel/money.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { BrowserRequest } from '#app/platform/payments/gateway.ts'
import { type Answer, createRequest, MESSAGES, refundRequest } from '#app/platform/payments/webpay/webpay-protocol.ts'
import * as rules from './simulator-rules.ts'
import { formExpired } from './simulator-rules.ts'
import type { Card, Decision, SimulatorChange, SimulatorStore, SimulatorTransaction } from './simulator-store.ts'

/** `open`: the customer may decide; `expired`: only `timeout` is left; `decided`: back at the shop; `finished`: committed. */
type FormState = 'open' | 'expired' | 'decided' | 'finished'
export type Form = { readonly amountClp: Pesos; readonly buyOrder: string; readonly state: FormState }
export type FormError = { readonly code: 'unknown_token' | 'already_decided' | 'already_finished' | 'expired' }

/** Where the browser goes now. `alsoCall` is the same return, to be sent server to server at the same time. */
export type Departure = BrowserRequest & { readonly alsoCall?: BrowserRequest }

function formOf(transaction: SimulatorTransaction, now: Date): Form {
  const { amountClp, buyOrder } = transaction
  return { amountClp, buyOrder, state: stateOf(transaction, now) }
}

function stateOf(transaction: SimulatorTransaction, now: Date): FormState {
  if (transaction.status !== 'INITIALIZED') return 'finished'
  if (transaction.decision) return 'decided'
  return formExpired(transaction, now) ? 'expired' : 'open'
}

/** The customer's decision on the form: once, and in time. */
function decideOnForm(
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
function departureOf(transaction: SimulatorTransaction, decision: Decision): Departure {
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

/** A Transbank of our own: the same requests, answers and refusals, over a store. The form's functions are its web page. */
export type SimulatorEngine = {
  create(body: unknown, now: Date): Promise<Answer>
  commit(token: string, now: Date): Promise<Answer>
  status(token: string, now: Date): Promise<Answer>
  refund(token: string, body: unknown, now: Date): Promise<Answer>
  form(token: string, now: Date): Promise<Result<Form, FormError>>
  decide(token: string, decision: Decision, card: Card, now: Date): Promise<Result<Departure, FormError>>
}

/**
 * @param pageUrl the address of the payment form.
 * @param random returns this many random bytes, for tokens.
 */
export function createSimulatorEngine(
  store: SimulatorStore,
  pageUrl: string,
  random: (bytes: number) => Uint8Array,
): SimulatorEngine {
  const find = async (token: string): Promise<SimulatorTransaction | undefined> =>
    /^[0-9a-f]{64}$/.test(token) ? store.get(token) : undefined
  const notFound = (token: string): Answer =>
    rules.refuse(/^[0-9a-f]{64}$/.test(token) ? MESSAGES.notFound : MESSAGES.invalidToken)

  async function carryOut(token: string, step: (transaction: SimulatorTransaction) => rules.Step): Promise<Answer> {
    const transaction = await find(token)
    if (!transaction) return notFound(token)
    const { answer, change } = step(transaction)
    if (!change || (await store.transition(token, transaction.version, change))) return answer
    // Another request changed the transaction since it was read: this one has done nothing.
    return rules.refuse(MESSAGES.locked)
  }

  return {
    async create(body, now) {
      const { data, error } = createRequest.safeParse(body)
      if (!data) return rules.refuse(`Invalid value for parameter: ${error.issues[0]?.path.join('.') || 'body'}`)
      const token = Buffer.from(random(32)).toString('hex')
      await store.insert({
        token,
        version: 0,
        buyOrder: data.buy_order,
        sessionId: data.session_id,
        amountClp: pesos(data.amount),
        returnUrl: data.return_url,
        createdAt: now,
        decision: null,
        card: null,
        decidedAt: null,
        status: 'INITIALIZED',
        committedAt: null,
        refundedClp: ZERO,
      })
      return { status: 200, body: { token, url: pageUrl } }
    },
    commit: (token, now) => carryOut(token, transaction => rules.commit(transaction, now)),
    async status(token, now) {
      const transaction = await find(token)
      return transaction ? rules.status(transaction, now) : notFound(token)
    },
    async refund(token, body, now) {
      const { data } = refundRequest.safeParse(body)
      if (!data) return rules.refuse(MESSAGES.invalidAmount)
      return carryOut(token, transaction => rules.refund(transaction, data.amount, now))
    },
    async form(token, now) {
      const transaction = await find(token)
      return transaction ? ok(formOf(transaction, now)) : err({ code: 'unknown_token' })
    },
    async decide(token, decision, card, now) {
      const transaction = await find(token)
      if (!transaction) return err({ code: 'unknown_token' })
      const change = decideOnForm(transaction, decision, card, now)
      if (!change.ok) return change
      const won = await store.transition(token, transaction.version, change.value)
      return won ? ok(departureOf(transaction, decision)) : err({ code: 'already_decided' })
    },
  }
}
