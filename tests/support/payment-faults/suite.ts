import { startFakeWebpay } from '#tests/fake-webpay/start.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { webpayOn } from '#tests/support/webpay-on-fake.ts'
import { nameOf, type Plan } from './endings.ts'
import type { Death } from './mortal-database.ts'
import { openWorld, runCase, type World } from './run-case.ts'
import { complaintsAbout, complaintsAboutLiving } from './verdict.ts'

export type Tally = { cases: number; killed: number; readonly complaints: string[] }

export const printTally = ({ cases, killed }: Tally): void =>
  console.log(`${cases} payments played to their end, ${killed} of them with a killed process`)

/** Opens a database, a bank with an empty book and a clock of their own. */
export async function openTestWorld(): Promise<World & { close(): Promise<void> }> {
  const clock = { now: new Date('2026-11-21T15:00:00Z') }
  const bank = await startFakeWebpay({ clock: () => clock.now })
  const database = await cloneDatabase()
  const world = await openWorld(database, bank, webpayOn(bank), clock)
  return {
    ...world,
    async close() {
      await bank.close()
      await world.pools.people.end()
      await world.pools.shop.end()
      await database.close()
    },
  }
}

/**
 * Plays each plan with a process that lives and, where asked for, again and again with one that is killed at each of the
 * changes that the living one made.
 * @param worlds as many plans are played at the same time.
 */
export async function playPlans(
  worlds: readonly World[],
  plans: readonly Plan[],
  kills: 'kills' | 'no kills',
): Promise<Tally> {
  const tally: Tally = { cases: 0, killed: 0, complaints: [] }
  const waiting = [...plans]
  await Promise.all(
    worlds.map(async world => {
      for (let plan = waiting.shift(); plan; plan = waiting.shift()) {
        const changes = await play(world, plan, tally)
        if (kills === 'no kills') continue
        for (let commit = 1; commit <= changes; commit += 1) {
          for (const when of ['before', 'after'] as const) await play(world, plan, tally, { commit, when })
        }
      }
    }),
  )
  return tally
}

async function play(world: World, plan: Plan, tally: Tally, death?: Death): Promise<number> {
  const result = await runCase(world, plan, death)
  tally.cases += 1
  if (result.died) tally.killed += 1
  const name = death ? `${nameOf(plan)}, killed ${death.when} change ${death.commit}` : nameOf(plan)
  const complaints = complaintsAbout(result.end)
  if (!death) complaints.push(...complaintsAboutLiving(plan, result))
  for (const complaint of complaints) {
    const attempts = result.end.attempts.map(({ status }) => status).join(', ')
    tally.complaints.push(`${name}: ${complaint} (order ${result.end.order}; attempts ${attempts})`)
  }
  return result.commits
}
