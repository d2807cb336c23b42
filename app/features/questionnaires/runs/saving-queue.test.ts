import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Databases, openDatabases } from '#app/platform/database/database.server.ts'
import { isDatabaseOutage } from '#app/platform/database/outage.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createAnswering } from '#tests/support/respondents.ts'
import { createSavingQueue, type SaveRun } from './saving-queue.server.ts'

let database: TestDatabase
/** The connections of the queue alone. */
let own: Databases
let save: SaveRun
beforeAll(async () => {
  database = await cloneDatabase(8)
  own = openDatabases(database.address, 20)
  save = createSavingQueue(own.db)
})
afterAll(async () => {
  await own.close()
  await database.close()
})

const FIELD = 'q1_governance_framework'
const SAVED = { touched: true, saved: [FIELD] }

type Answering = Awaited<ReturnType<typeof createAnswering>>
const people = (count: number): Promise<Answering[]> =>
  Promise.all(Array.from({ length: count }, () => createAnswering(database)))

const savingOf = ({ runId, accessId }: Answering, option: number, seq = 1) => ({
  runId,
  accessId,
  questionnaireId: 'dama-dmbok2',
  questionnaireVersion: 1,
  answers: [{ field: FIELD, option, text: null, seq }],
  currentSection: 2,
  activeSeconds: 3,
  closedQuestions: 40,
  now: new Date(),
})
const answered = (one: Answering, option: number, seq?: number) => save(one.respondent, savingOf(one, option, seq))

it('saves everybody who answers at the same time, each as the own actor, on few connections', async () => {
  const all = await people(40)
  const outcomes = await Promise.all(all.map((one, index) => answered(one, (index % 6) + 1)))
  expect(outcomes).toMatchObject(all.map(() => SAVED))
  expect(await Promise.all(all.map(one => one.stored()))).toEqual(all.map((_, index) => ({ [FIELD]: (index % 6) + 1 })))
  expect(own.pools.people.totalCount).toBeLessThanOrEqual(3)
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
  expect([await ana.stored(), await pedro.stored()]).toEqual([{}, { [FIELD]: 3 }])
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

/** With so many saves under way the next ones wait for their turn, and go together. */
const UNDER_WAY = 3

it('waits for a locked run with its own respondent alone', async () => {
  const [locked, ...others] = await people(10)
  const before = await people(UNDER_WAY)
  if (!locked) throw new Error('Nobody answers')
  const holder = await database.ownerPool.connect()
  await holder.query('begin')
  await holder.query('select from assessment_runs where id = $1 for update', [locked.runId])
  for (const one of before) void answered(one, 1)
  const waiting = answered(locked, 5)
  expect(await Promise.all(others.map(one => answered(one, 1)))).toMatchObject(others.map(() => SAVED))
  await holder.query('commit')
  holder.release()
  expect(await waiting).toMatchObject(SAVED)
})

it('is in the way of nobody who locks the same people in another order', async () => {
  const two = await people(2)
  const [first, second] = two.toSorted((a, b) => (a.runId < b.runId ? -1 : 1))
  if (!first || !second) throw new Error('Nobody answers')
  const revoking = await database.ownerPool.connect()
  const touch = (one: Answering) =>
    revoking.query("update user_accesses set department = 'Datos' where id = $1", [one.accessId])
  const before = await people(UNDER_WAY)
  await revoking.query('begin')
  await touch(second)
  const saves = [...before, first, second].map(one => answered(one, 6))
  await touch(first)
  await revoking.query('commit')
  revoking.release()
  expect(await Promise.all(saves)).toMatchObject(saves.map(() => SAVED))
})

it('refuses for now whoever waits for long, and serves on', async () => {
  const narrow = openDatabases(database.address, { people: 1, shop: 1, owner: 1 })
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
