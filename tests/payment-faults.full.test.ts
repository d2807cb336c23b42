import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENDINGS, PLANS } from './support/payment-faults/endings.ts'
import type { World } from './support/payment-faults/run-case.ts'
import { openTestWorld, playPlans, printTally, type Tally } from './support/payment-faults/suite.ts'

// Every ending × every way to return × every number of forms × a process that lives or is killed before or after each change.

const LONG = 900_000

let worlds: (World & { close(): Promise<void> })[]
const all: Tally = { cases: 0, killed: 0, complaints: [] }
beforeAll(async () => {
  worlds = await Promise.all([openTestWorld(), openTestWorld(), openTestWorld()])
})
afterAll(async () => {
  printTally(all)
  await Promise.all(worlds.map(world => world.close()))
})

it.each(ENDINGS)(
  'a process killed at any change of "$name" leaves shop and bank in agreement',
  async ending => {
    const plans = PLANS.filter(plan => plan.ending === ending)
    const tally = await playPlans(worlds, plans, 'kills')
    all.cases += tally.cases
    all.killed += tally.killed
    printTally(tally)
    expect(tally.complaints).toEqual([])
    expect(tally.killed).toBeGreaterThan(plans.length)
  },
  LONG,
)
