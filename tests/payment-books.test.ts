import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareBooks, daysThatDiffer, trade } from './support/payment-faults/books.ts'
import type { World } from './support/payment-faults/run-case.ts'
import { openTestWorld } from './support/payment-faults/suite.ts'

let world: World & { close(): Promise<void> }
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

it('shop, ledger and bank agree to the peso after forty checkouts, one in ten of them disturbed', async () => {
  const { paid, disturbed } = await trade(world, 40, 2026)
  expect(disturbed).toBe(4)
  expect(paid).toBeGreaterThan(30)
  const books = await compareBooks(world)
  expect(books).toHaveLength(40)
  expect(books.filter(({ shop, ledger, bank }) => shop !== bank || ledger !== bank)).toEqual([])
  const total = books.reduce((sum, { shop }) => sum + shop, 0)
  expect(total).toBe(world.bank.book.net())
  expect(total).toBeGreaterThan(0)
  expect(await daysThatDiffer(world)).toEqual([])
})
