import { err } from '#app/kernel/result.ts'
import type { PaymentGateway } from './gateway.ts'

/** What is asked of the gateway that took a payment. */
type Taker = Pick<PaymentGateway, 'confirm' | 'query' | 'refund'>

/** The gateways that this process can speak to. A payment attempt stores the id of the one that took it. */
export type Gateways = {
  /** Takes every new payment. */
  readonly current: PaymentGateway
  /** All of them, the current one first. */
  readonly all: readonly PaymentGateway[]
  /** False for a gateway that is not configured here any more, and for payments without one. */
  has(id: string): boolean
  /**
   * The gateway that took a payment. One that is not configured here is never replaced by another: it answers
   * `not_configured`, an unknown outcome, to everything.
   */
  of(id: string): Taker
}

/**
 * @param current takes new payments.
 * @param others still confirm, report and refund the payments that they took.
 */
export function createGateways(current: PaymentGateway, others: readonly PaymentGateway[] = []): Gateways {
  const all = [current, ...others]
  const find = (id: string) => all.find(gateway => gateway.id === id)
  return { current, all, has: id => find(id) !== undefined, of: id => find(id) ?? NOT_CONFIGURED }
}

const reason = 'not_configured'
const NOT_CONFIGURED: Taker = {
  confirm: async () => ({ kind: 'unknown', reason }),
  query: async () => err({ code: 'unavailable', reason }),
  refund: async () => ({ kind: 'unknown', reason }),
}
