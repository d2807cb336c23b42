import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import type { Card, Decision } from '#app/platform/payments/simulator/simulator-store.ts'
import {
  type BrowserRequest,
  newBuyOrder,
  type PaymentGateway,
  type PaymentReturn,
  type Snapshot,
  type StartRequest,
} from './gateway.ts'

/** A fault of one request. `carriedOut`: Transbank did the work, and only the answer is lost or corrupted. */
export type Fault =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'server_error' | 'not_json' | 'dropped'; readonly carriedOut: boolean }
  /** Carried out at once and answered so many milliseconds later, or never when the server closes first. */
  | { readonly kind: 'delay'; readonly ms: number }

/** One gateway under test, with a Transbank that the test controls. Each test makes its own. */
export type GatewayHarness = {
  readonly gateway: PaymentGateway
  /** Acts as a customer on the payment form, and returns the browser's return. */
  customer(token: string, decision: Decision, card?: Card): Promise<BrowserRequest>
  /** Moves the clock of the gateway and of its Transbank. */
  advance(ms: number): void
  /** The gateway as a new process finds it: nothing is left but what was stored. */
  restart(): PaymentGateway
  /** Present for adapters that speak HTTP: spoils their next request. */
  failNext?(fault: Fault): void
  /** Keys that must never be seen. */
  readonly secrets: readonly string[]
  close(): Promise<void>
}

export const AMOUNT = pesos(125_000)

export const newRequest = (change: Partial<StartRequest> = {}): StartRequest => ({
  buyOrder: newBuyOrder(new Date(), randomBytes),
  sessionId: randomUUID(),
  amountClp: AMOUNT,
  returnUrl: 'https://alhena.example/payment-return',
  ...change,
})

export async function start(gateway: PaymentGateway, change: Partial<StartRequest> = {}): Promise<string> {
  const started = await gateway.start(newRequest(change))
  if (!started.ok) throw new Error(`start: ${started.error.code}`)
  return started.value.token
}

/** A payment that went well, ready for refunds. */
export async function pay({ gateway, customer }: GatewayHarness, card?: Card): Promise<string> {
  const token = await start(gateway)
  await customer(token, 'authorize', card)
  expect(await gateway.confirm(token)).toMatchObject({ kind: 'approved' })
  return token
}

export async function snapshotOf(gateway: PaymentGateway, token: string): Promise<Snapshot> {
  const answer = await gateway.query(token)
  if (!answer.ok) throw new Error(`query: ${answer.error.code}`)
  return answer.value
}

export const parse = (gateway: PaymentGateway, sent: BrowserRequest): PaymentReturn =>
  gateway.parseReturn(sent.method, new URLSearchParams(sent.fields))
