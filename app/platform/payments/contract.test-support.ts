import { afterEach, describe, expect, it, vi } from 'vitest'
import { confirmContract } from './contract-confirm.test-support.ts'
import { connectionContract } from './contract-connection.test-support.ts'
import { AMOUNT, type GatewayHarness, pay } from './contract-harness.test-support.ts'
import { refundContract } from './contract-refunds.test-support.ts'
import { returnContract } from './contract-returns.test-support.ts'
import { startContract } from './contract-start.test-support.ts'

/**
 * What every payment gateway of ours has to do (guide "payments and Chile", section 3); the numbers are those of its list.
 * @param http whether the adapter speaks HTTP, so that its connection can be spoilt.
 */
export function gatewayContract(name: string, makeHarness: () => Promise<GatewayHarness>, http: boolean): void {
  describe(`${name}: the contract of payment gateways`, () => {
    const open: GatewayHarness[] = []
    const harness = async (): Promise<GatewayHarness> => {
      const made = await makeHarness()
      open.push(made)
      return made
    }
    afterEach(async () => {
      await Promise.all(open.splice(0).map(made => made.close()))
    })

    startContract(harness)
    returnContract(harness)
    confirmContract(harness)
    refundContract(harness, http)
    connectionContract(harness, http)

    it('18. writes no token and no key anywhere, and puts none into its outcomes', async () => {
      const made = await harness()
      const spies = [
        ...(['log', 'info', 'warn', 'error', 'debug'] as const).map(method => vi.spyOn(console, method)),
        vi.spyOn(process.stdout, 'write'),
        vi.spyOn(process.stderr, 'write'),
      ]
      const { gateway } = made
      const token = await pay(made)
      made.failNext?.({ kind: 'server_error', carriedOut: false })
      const outcomes = [
        await gateway.query(token),
        await gateway.confirm(token),
        await gateway.refund(token, AMOUNT),
        await gateway.refund(token, AMOUNT),
        await gateway.query('f'.repeat(64)),
      ]
      const seen = JSON.stringify([outcomes, spies.map(spy => spy.mock.calls)])
      for (const secret of [token, ...made.secrets]) expect(seen).not.toContain(secret)
    })
  })
}
