import { expect, it } from 'vitest'
import { type Answering, openTestQueue, SAVED, UNDER_WAY } from './saving-queue.test-support.ts'

const { database, people, answered } = openTestQueue()

it('waits for a locked run with its own respondent alone', async () => {
  const [locked, ...others] = await people(10)
  const before = await people(UNDER_WAY)
  if (!locked) throw new Error('Nobody answers')
  const holder = await database().ownerPool.connect()
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
  const revoking = await database().ownerPool.connect()
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
