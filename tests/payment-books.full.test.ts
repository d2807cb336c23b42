import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareBooks, daysThatDiffer, trade } from './support/payment-faults/books.ts'
import type { World } from './support/payment-faults/run-case.ts'
import { openTestWorld } from './support/payment-faults/suite.ts'

const LONG = 900_000

let world: World & { close(): Promise<void> }
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

it(
  'shop, ledger and bank agree to the peso after a thousand checkouts, one in ten of them disturbed',
  async () => {
    const { paid, disturbed } = await trade(world, 1000, 39)
    console.log(`1000 checkouts: ${paid} paid, ${disturbed} disturbed, ${world.bank.book.net()} pesos kept`)
    expect(disturbed).toBe(100)
    const books = await compareBooks(world)
    expect(books).toHaveLength(1000)
    expect(books.filter(({ shop, ledger, bank }) => shop !== bank || ledger !== bank)).toEqual([])
    expect(books.reduce((sum, { shop }) => sum + shop, 0)).toBe(world.bank.book.net())
    expect(await daysThatDiffer(world)).toEqual([])
  },
  LONG,
)
