import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pesos, ZERO } from '#app/kernel/money.ts'
import { newBuyOrder } from '#app/platform/payments/gateway.ts'
import type { SimulatorStore, SimulatorTransaction } from './simulator-store.ts'

const sample = (): SimulatorTransaction => ({
  token: randomBytes(32).toString('hex'),
  version: 0,
  buyOrder: newBuyOrder(new Date(), randomBytes),
  sessionId: 'session',
  amountClp: pesos(3_000_000_000),
  returnUrl: 'https://alhena.example/payment-return',
  createdAt: new Date('2026-11-21T12:00:00.123Z'),
  decision: null,
  card: null,
  decidedAt: null,
  status: 'INITIALIZED',
  committedAt: null,
  refundedClp: ZERO,
})

/** The contract of every simulator store. */
export function storeContract(name: string, makeStore: () => SimulatorStore | Promise<SimulatorStore>): void {
  describe(`${name}: the contract of the simulator's stores`, () => {
    it('returns what was stored, and nothing for an unknown token', async () => {
      const store = await makeStore()
      const transaction = sample()
      await store.insert(transaction)
      expect(await store.get(transaction.token)).toEqual(transaction)
      expect(await store.get('f'.repeat(64))).toBeUndefined()
      await expect(store.insert(transaction)).rejects.toThrow()
    })

    it('applies a change to the expected version, once', async () => {
      const store = await makeStore()
      const transaction = sample()
      const { token } = transaction
      await store.insert(transaction)
      const decidedAt = new Date('2026-11-21T12:05:00Z')
      expect(await store.transition(token, 0, { decision: 'authorize', card: 'credit', decidedAt })).toBe(true)
      expect(await store.transition(token, 0, { decision: 'cancel' })).toBe(false)
      const committedAt = new Date('2026-11-21T12:06:00Z')
      const paid = { status: 'PARTIALLY_NULLIFIED', committedAt, refundedClp: pesos(2_500_000_000) } as const
      expect(await store.transition(token, 1, paid)).toBe(true)
      const expected = { ...transaction, ...paid, decision: 'authorize', card: 'credit', decidedAt, version: 2 }
      expect(await store.get(token)).toEqual(expected)
      expect(await store.transition('f'.repeat(64), 0, paid)).toBe(false)
    })

    it('lets one of 20 parallel changes win', async () => {
      const store = await makeStore()
      const transaction = sample()
      await store.insert(transaction)
      const changes = Array.from({ length: 20 }, () =>
        store.transition(transaction.token, 0, { status: 'AUTHORIZED', committedAt: new Date() }),
      )
      expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1)
      expect((await store.get(transaction.token))?.version).toBe(1)
    })
  })
}
