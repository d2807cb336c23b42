import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pesos, ZERO } from '#app/kernel/money.ts'
import { gatewayContract } from '#app/platform/payments/contract.test-support.ts'
import { pay } from '#app/platform/payments/contract-harness.test-support.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPostgresStore, type SimulatorTables } from './postgres-store.server.ts'
import { simulatorHarness } from './simulator-harness.test-support.ts'
import { storeContract } from './store-contract.test-support.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const makeStore = () => createPostgresStore(database.db.$extendTables<SimulatorTables>())

storeContract('postgres', makeStore)
gatewayContract('simulator on PostgreSQL', async () => simulatorHarness(makeStore()), false)

it('has constraints of its own: nobody refunds more than was paid, or changes what was agreed', async () => {
  const store = makeStore()
  const token = await pay(simulatorHarness(store))
  const { amountClp, version } = (await store.get(token)) ?? { amountClp: ZERO, version: 0 }
  const change = { status: 'NULLIFIED', refundedClp: pesos(amountClp + 1) } as const
  await expect(store.transition(token, version, change)).rejects.toThrow('check constraint')
  const forged = sql`update simulator.simulator_transactions set amount_clp = 1 where token = ${token}`
  await expect(forged.execute(database.db)).rejects.toThrow('permission denied')
})
