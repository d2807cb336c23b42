import { createLog, type Log } from '#app/platform/log/log.server.ts'
import { createGateways, type Gateways } from '#app/platform/payments/gateways.ts'
import { createPostgresStore } from '#app/platform/payments/simulator/postgres-store.server.ts'
import {
  createSimulatorGateway,
  type SimulatorGateway,
} from '#app/platform/payments/simulator/simulator-gateway.server.ts'
import type { Decision } from '#app/platform/payments/simulator/simulator-store.ts'
import type { TestDatabase } from './database.ts'

const APP_URL = 'http://tienda.test'

export type PaymentServices = {
  db: TestDatabase['db']
  simulator: SimulatorGateway
  gateways: Gateways
  settings: {
    appUrl: string
    dataDir: string
    demo: boolean
    payments: 'simulator'
    mailServer: undefined
    mailBounceKey: undefined
    staffSecondFactor: boolean
  }
  log: Log
  /** Logged lines of JSON. */
  lines: string[]
}

/** The payment services on a test database, with the simulated bank's books in it and a controllable clock. */
export function paymentServices(database: TestDatabase, clock: () => Date): PaymentServices {
  const lines: string[] = []
  const simulator = createSimulatorGateway({ store: createPostgresStore(database.db), appUrl: APP_URL, clock })
  return {
    db: database.db,
    simulator,
    gateways: createGateways(simulator),
    settings: {
      appUrl: APP_URL,
      dataDir: '',
      demo: true,
      payments: 'simulator',
      mailServer: undefined,
      mailBounceKey: undefined,
      staffSecondFactor: false,
    },
    log: createLog('debug', line => lines.push(line)),
    lines,
  }
}

/** The parameters of the buyer's return after a decision on the bank's page. */
export async function decideAtBank(
  gateway: SimulatorGateway,
  formUrl: string,
  decision: Decision,
): Promise<{ method: string; params: URLSearchParams }> {
  const decided = await gateway.decide(tokenOf(formUrl), decision)
  if (!decided.ok) throw new Error(`The bank refused: ${decided.error.code}`)
  return { method: decided.value.method, params: new URLSearchParams(decided.value.fields) }
}

export function tokenOf(formUrl: string): string {
  const token = new URL(formUrl).searchParams.get('token_ws')
  if (!token) throw new Error(`No token in ${formUrl}`)
  return token
}
