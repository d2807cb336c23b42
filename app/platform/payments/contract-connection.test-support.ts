import { expect, it } from 'vitest'
import { DAY_MS } from '#app/kernel/dates.ts'
import { AMOUNT, type GatewayHarness, newRequest, snapshotOf, start } from './contract-harness.test-support.ts'
import { isApproved } from './gateway.ts'
import type { Fault } from './simulator-http.test-support.ts'

/** Number 14 of the contract: a connection that fails, for adapters that speak HTTP. */
export function connectionContract(harness: () => Promise<GatewayHarness>, http: boolean): void {
  it.skipIf(!http).each<[Fault, string]>([
    [{ kind: 'unauthorized' }, 'unauthorized'],
    [{ kind: 'server_error', carriedOut: false }, 'server_error'],
    [{ kind: 'not_json', carriedOut: false }, 'unreadable'],
    [{ kind: 'dropped', carriedOut: false }, 'network'],
    [{ kind: 'delay', ms: DAY_MS }, 'network'],
  ])('14. takes %o for no rejection', async (fault, reason) => {
    const { gateway, customer, failNext } = await harness()
    const unavailable = { ok: false, error: { code: 'unavailable', reason } }
    failNext?.(fault)
    expect(await gateway.start(newRequest())).toEqual(unavailable)
    const token = await start(gateway)
    failNext?.(fault)
    expect(await gateway.query(token)).toEqual(unavailable)
    await customer(token, 'authorize')
    failNext?.(fault)
    expect(await gateway.confirm(token)).toEqual({ kind: 'unknown', reason })
    const second = await gateway.confirm(token)
    expect(second.kind).toBe(fault.kind === 'delay' ? 'alreadyProcessed' : 'approved')
    failNext?.(fault)
    expect(await gateway.refund(token, AMOUNT)).toEqual({ kind: 'unknown', reason })
  })

  it.skipIf(!http).each<Fault['kind']>(['server_error', 'not_json', 'dropped'])(
    '14. finds a payment that was carried out behind %s',
    async kind => {
      const { gateway, customer, failNext } = await harness()
      const token = await start(gateway)
      await customer(token, 'authorize')
      failNext?.({ kind, carriedOut: true } as Fault)
      expect(await gateway.confirm(token)).toMatchObject({ kind: 'unknown' })
      expect(isApproved(await snapshotOf(gateway, token))).toBe(true)
    },
  )
}
