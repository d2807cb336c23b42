import { randomBytes } from 'node:crypto'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'

export type GatewayAnswer =
  /** It answered, and knows the shop. */
  | { kind: 'answers'; ms: number }
  /** It answered, and does not take the shop's keys. */
  | { kind: 'refused'; ms: number }
  | { kind: 'silent'; ms: number; reason: string }

/** Asks the gateway about a payment that cannot exist: it moves nothing, and an answer shows that address and keys are right. */
export async function askGateway(
  gateway: Pick<PaymentGateway, 'query'>,
  clock: () => number = () => performance.now(),
): Promise<GatewayAnswer> {
  const start = clock()
  const answer = await gateway.query(randomBytes(32).toString('hex'))
  const ms = Math.round(clock() - start)
  if (answer.ok || answer.error.code !== 'unavailable') return { kind: 'answers', ms }
  const { reason } = answer.error
  return reason === 'unauthorized' ? { kind: 'refused', ms } : { kind: 'silent', ms, reason }
}
