import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { guardSimulatorBooks } from './simulator-gateway.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.close())

const look = () => database.db.selectFrom('simulator.simulator_transactions').select('token').execute()

it("the application can use the simulated bank's books only with the simulator", async () => {
  expect(await look()).toEqual([])
  await guardSimulatorBooks(database.ownerPool, false)
  await expect(look()).rejects.toThrow('permission denied')
  await guardSimulatorBooks(database.ownerPool, false)
  await expect(look()).rejects.toThrow('permission denied')
  // Servers that start together.
  await Promise.all([1, 2, 3].map(() => guardSimulatorBooks(database.ownerPool, true)))
  expect(await look()).toEqual([])
})
