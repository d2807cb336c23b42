import type { SimulatorStore, SimulatorTransaction } from './simulator-store.ts'

/** Books that live as long as the process: for tests and the HTTP fake. */
export function createMemoryStore(): SimulatorStore {
  const transactions = new Map<string, SimulatorTransaction>()
  return {
    get: async token => transactions.get(token),
    async insert(transaction) {
      if (transactions.has(transaction.token)) throw new Error('This token exists already')
      transactions.set(transaction.token, transaction)
    },
    async transition(token, expectedVersion, change) {
      const current = transactions.get(token)
      if (current?.version !== expectedVersion) return false
      transactions.set(token, { ...current, ...change, version: expectedVersion + 1 })
      return true
    },
  }
}
