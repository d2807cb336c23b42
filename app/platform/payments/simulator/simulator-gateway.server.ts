import { randomBytes } from 'node:crypto'
import { err, type Result } from '#app/kernel/result.ts'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import {
  confirmOutcome,
  queryResult,
  refundOutcome,
  startResult,
} from '#app/platform/payments/webpay/webpay-outcomes.ts'
import { checkStart, isPayable, MINIMUM_CLP, toCreateBody } from '#app/platform/payments/webpay/webpay-protocol.ts'
import { parseReturn } from '#app/platform/payments/webpay/webpay-return.ts'
import type { Departure, Form, FormError } from './simulator-engine.ts'
import { createSimulatorEngine } from './simulator-engine.ts'
import type { Card, Decision, SimulatorStore } from './simulator-store.ts'

/** The simulated gateway and its payment page: no money moves. */
export type SimulatorGateway = PaymentGateway & {
  /** What the payment page shows; `unknown_token` is the only error. */
  describe(token: string): Promise<Result<Form, FormError>>
  /** Carries out the customer's choice on the payment page and returns where the browser goes. */
  decide(token: string, decision: Decision, card?: Card): Promise<Result<Departure, FormError>>
}

export type SimulatorOptions = {
  readonly store: SimulatorStore
  /** The shop's own address, without a slash at the end: the form is its page /payment-simulator. */
  readonly appUrl: string
  readonly clock: () => Date
}

/** The gateway `simulator`: the simulated Transbank inside this process. */
export function createSimulatorGateway({ store, appUrl, clock }: SimulatorOptions): SimulatorGateway {
  const engine = createSimulatorEngine(store, `${appUrl}/payment-simulator`, randomBytes)
  return {
    id: 'simulator',
    isTest: true,
    minimumClp: MINIMUM_CLP,
    formOrigin: undefined,
    async start(request) {
      const problem = checkStart(request)
      return problem ? err(problem) : startResult(await engine.create(toCreateBody(request), clock()), 'GET')
    },
    parseReturn,
    confirm: async token => confirmOutcome(await engine.commit(token, clock())),
    query: async token => queryResult(await engine.status(token, clock())),
    async refund(token, amountClp) {
      if (!isPayable(amountClp)) return { kind: 'declined', code: 'invalid_amount' }
      return refundOutcome(await engine.refund(token, { amount: amountClp }, clock()))
    },
    describe: token => engine.form(token, clock()),
    decide: (token, decision, card = 'credit') => engine.decide(token, decision, card, clock()),
  }
}
