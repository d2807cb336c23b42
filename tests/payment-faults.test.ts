import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENDINGS, PLANS } from './support/payment-faults/endings.ts'
import type { World } from './support/payment-faults/run-case.ts'
import { openTestWorld, playPlans, printTally } from './support/payment-faults/suite.ts'

// What can go wrong with a payment at the bank, times how its returns come, times how many forms are open. The full suite kills
// the process at every change of every case; this one does so for those that lead everywhere else.

let worlds: (World & { close(): Promise<void> })[]
beforeAll(async () => {
  worlds = await Promise.all([openTestWorld(), openTestWorld()])
})
afterAll(() => Promise.all(worlds.map(world => world.close())))

it.each(ENDINGS)('a payment that ends "$name" leaves shop and bank in agreement', async ending => {
  const tally = await playPlans(
    worlds,
    PLANS.filter(plan => plan.ending === ending && plan.forms !== 'three, mixed'),
    'no kills',
  )
  expect(tally.complaints).toEqual([])
})

it.each(['authorised', 'answer lost'])(
  'a process killed at any change of "%s" leaves them in agreement',
  async name => {
    const plans = PLANS.filter(
      ({ ending, returns, forms }) => ending.name === name && returns === 'once' && forms === 'one',
    )
    const tally = await playPlans(worlds, plans, 'kills')
    printTally(tally)
    expect(tally.complaints).toEqual([])
    expect(tally.killed).toBeGreaterThan(5)
  },
)
