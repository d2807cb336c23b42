import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createAnswering, openSession, these } from '#tests/support/respondents.ts'
import { readAnswers } from './answers.server.ts'
import { completeRun } from './complete-run.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const read = (actors: AnsweringActor[], accessId: string, runId: string) =>
  readAnswers(database.db, { actors: these(...actors), accessId, runId })
const NOT_ALLOWED = { ok: false, error: { code: 'not_allowed' } }

// shows: A4.13
test('another device of the same person reads the answers until the run is completed', async () => {
  const { save, accessId, runId, respondent } = await createAnswering(database)
  await save([{ field: 'q1_governance_framework', value: 4, seq: 7 }])
  const otherDevice = await openSession(database.ownerPool, accessId)
  expect(await read([otherDevice], accessId, runId)).toEqual({
    ok: true,
    value: { answers: { q1_governance_framework: 4 }, sequences: { q1_governance_framework: 7 } },
  })
  await completeRun(database, respondent, { accessId, runId, now: new Date() })
  expect(await read([otherDevice], accessId, runId)).toEqual({ ok: false, error: { code: 'closed' } })
})

// shows: A6.4
test("nobody reads another person's answers: another respondent, the buyer, a forged pair of ids, an anonymous visitor", async () => {
  const mine = await createAnswering(database)
  const other = await createAnswering(database)
  await mine.save([{ field: 'q1_governance_framework', value: 4, seq: 7 }])
  const strangers: AnsweringActor[] = [other.respondent, { kind: 'user', userId: mine.buyer.id }]
  expect(await read(strangers, mine.accessId, mine.runId)).toEqual(NOT_ALLOWED)
  expect(await read([other.respondent], other.accessId, mine.runId)).toEqual(NOT_ALLOWED)
  expect(await read([], mine.accessId, mine.runId)).toEqual(NOT_ALLOWED)
})
