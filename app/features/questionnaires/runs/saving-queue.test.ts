import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { createSavingQueue } from './saving-queue.server.ts'
import { openTestQueue, SAVED, savingOf, UNDER_WAY } from './saving-queue.test-support.ts'

const { database, own, save, people, answered } = openTestQueue()

it('saves everybody who answers at the same time, each as the own actor, on few connections', async () => {
  const all = await people(40)
  const outcomes = await Promise.all(all.map((one, index) => answered(one, (index % 6) + 1)))
  expect(outcomes).toMatchObject(all.map(() => SAVED))
  expect(await Promise.all(all.map(one => one.stored()))).toEqual(
    all.map((_, index) => ({ q1_governance_framework: (index % 6) + 1 })),
  )
  expect(own().pools.people.totalCount).toBeLessThanOrEqual(3)
})

it("gives nobody another one's run, and tells each the own outcome", async () => {
  const [ana, pedro, ...others] = await people(12)
  if (!ana || !pedro) throw new Error('Nobody answers')
  const outcomes = await Promise.all([
    ...others.map(one => answered(one, 2)),
    save(ana.respondent, savingOf(pedro, 5)),
    answered(pedro, 3, 10),
    answered(pedro, 4, 9),
  ])
  const refused = { run_status: null, touched: false, saved: [] }
  expect(outcomes).toMatchObject([...others.map(() => SAVED), refused, SAVED, { touched: true, saved: [] }])
  expect([await ana.stored(), await pedro.stored()]).toEqual([{}, { q1_governance_framework: 3 }])
})

it('fails for one alone, whatever is wrong with it', async () => {
  const [wrong, ...others] = await people(10)
  if (!wrong) throw new Error('Nobody answers')
  const outcomes = await Promise.allSettled([...others.map(one => answered(one, 2)), answered(wrong, 9)])
  expect(outcomes.slice(0, -1)).toMatchObject(others.map(() => ({ status: 'fulfilled', value: SAVED })))
  expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: '23514' } })
  expect(await wrong.stored()).toEqual({})
  // Not even the ones whose whole transaction fails: nobody has such a session.
  const nobody = save({ kind: 'respondent', sessionHash: 'x' }, savingOf(wrong, 1))
  const together = await Promise.allSettled([...others.map(one => answered(one, 4, 2)), nobody])
  expect(together.slice(0, -1)).toMatchObject(others.map(() => ({ status: 'fulfilled', value: SAVED })))
  expect(together.at(-1)).toMatchObject({
    status: 'rejected',
    reason: { message: 'A respondent needs a session hash' },
  })
})

it('refuses for now whoever waits for long, and serves on', async () => {
  const narrow = openDatabases(database().address, { people: 1, shop: 1, owner: 1 })
  onTestFinished(() => narrow.close())
  const queue = createSavingQueue(narrow.db)
  const all = await people(UNDER_WAY + 2)
  const holder = await narrow.pools.people.connect()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const outcomes = Promise.allSettled(all.map(one => queue(one.respondent, savingOf(one, 1))))
  await vi.advanceTimersByTimeAsync(5_000)
  const reasons = (await outcomes).map(outcome => outcome.status === 'rejected' && isDatabaseOutage(outcome.reason))
  expect(reasons).toEqual(all.map(() => true))
  vi.useRealTimers()
  holder.release()
  const again = await Promise.all(all.map(one => queue(one.respondent, savingOf(one, 2))))
  expect(again).toMatchObject(all.map(() => SAVED))
})
