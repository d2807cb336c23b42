import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
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
import { createSimulatorEngine, type Departure, type Form, type FormError } from './simulator-engine.ts'
import type { Card, Decision, SimulatorStore } from './simulator-store.ts'

/** One lock for every process that starts on this database: two grants at once on one table fail. */
const GRANT_LOCK = 7_426_512

const OPEN = `
  grant usage on schema simulator to alhena_app;
  grant select, insert, update (version, decision, card, decided_at, status, committed_at, refunded_clp)
    on simulator.simulator_transactions to alhena_app`
const SHUT = `
  revoke all on simulator.simulator_transactions from alhena_app;
  revoke all on schema simulator from alhena_app`

/**
 * Grants the application access to the simulator's tables only where the simulator is the gateway. They stand for
 * another company's data, which the shop never needs with real payments.
 */
export async function guardSimulatorBooks(ownerPool: Pool, simulated: boolean): Promise<void> {
  const client = await ownerPool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [GRANT_LOCK])
    const { rows } = await client.query<{ open: boolean }>(
      "select has_schema_privilege('alhena_app', 'simulator', 'usage') as open",
    )
    if (rows[0]?.open !== simulated) await client.query(simulated ? OPEN : SHUT)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

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
