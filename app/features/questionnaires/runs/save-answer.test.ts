import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createAnswering, openSession } from '#tests/support/respondents.ts'
import { completeRun } from './complete-run.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(12)
})
afterAll(() => database.close())

const Q1 = 'q1_governance_framework'
const Q2 = 'q2_roles_responsibilities'
const OPEN = 'governance_challenges'
const SAVED = { state: 'saved', superseded: [], invalid: [] }

// shows: A3.3
test('an option and a text are stored, changed and emptied', async () => {
  const { save, stored } = await createAnswering(database)
  expect(await save([{ field: Q1, value: 3, seq: 1 }])).toEqual(SAVED)
  expect(await save([{ field: OPEN, value: 'Falta un dueño', seq: 2 }])).toEqual(SAVED)
  expect(await stored()).toEqual({ [Q1]: 3, [OPEN]: 'Falta un dueño' })
  expect(
    await save([
      { field: Q1, value: 6, seq: 3 },
      { field: OPEN, value: '', seq: 4 },
    ]),
  ).toEqual(SAVED)
  expect(await stored()).toEqual({ [Q1]: 6, [OPEN]: '' })
})

// shows: A4.14
test('an older write never overwrites a newer one, and is reported as superseded', async () => {
  const { save, stored } = await createAnswering(database)
  await save([{ field: Q1, value: 5, seq: 100 }])
  expect(await save([{ field: Q1, value: 1, seq: 99 }])).toEqual({ ...SAVED, superseded: [Q1] })
  expect(await save([{ field: Q1, value: 1, seq: 100 }])).toEqual({ ...SAVED, superseded: [Q1] })
  expect(await stored()).toEqual({ [Q1]: 5 })
})

test('the newer value of a field that occurs twice in a request wins', async () => {
  const { save, stored } = await createAnswering(database)
  const answers = [
    { field: Q1, value: 2, seq: 11 },
    { field: Q1, value: 1, seq: 10 },
  ]
  expect(await save(answers)).toEqual(SAVED)
  expect(await stored()).toEqual({ [Q1]: 2 })
})

test('two tabs that save at once both keep their answers, and a shared field keeps its newest', async () => {
  const { save, stored, accessId } = await createAnswering(database)
  const otherTab = await openSession(database.ownerPool, accessId)
  const one = Array.from({ length: 12 }, (_, index) => save([{ field: Q1, value: (index % 6) + 1, seq: index }]))
  const two = Array.from({ length: 12 }, (_, index) =>
    save([{ field: Q2, value: 6 - (index % 6), seq: index }], {}, otherTab),
  )
  const results = await Promise.all([...one, ...two])
  expect(results.every(result => result.state === 'saved')).toBe(true)
  expect(await stored()).toEqual({ [Q1]: 6, [Q2]: 1 })
})

// shows: A3.3
test('unknown fields and options out of range are reported; valid answers beside them are saved', async () => {
  const { save, stored } = await createAnswering(database)
  expect(await save([{ field: Q1, value: 7, seq: 1 }])).toEqual({ state: 'invalid', invalid: [Q1] })
  expect(
    await save([
      { field: 'q41_other', value: 1, seq: 1 },
      { field: OPEN, value: 3, seq: 1 },
      { field: Q2, value: 'text', seq: 1 },
      { field: Q1, value: 2, seq: 1 },
    ]),
  ).toEqual({ ...SAVED, invalid: ['q41_other', OPEN, Q2] })
  expect(await stored()).toEqual({ [Q1]: 2 })
})

// shows: A5.6
test('markup in a text is stored as text, NUL is removed', async () => {
  const { save, stored } = await createAnswering(database)
  await save([{ field: OPEN, value: `<script>alert(1)</script>\0'; drop table run_answers; --\ud800`, seq: 1 }])
  expect(await stored()).toEqual({ [OPEN]: "<script>alert(1)</script>'; drop table run_answers; --\ufffd" })
})

// shows: A6.4
test("nobody writes into another person's run", async () => {
  const mine = await createAnswering(database)
  const other = await createAnswering(database)
  const answers = [{ field: Q1, value: 1, seq: 1 }]
  const refused = { state: 'not_allowed' }
  expect(await mine.save(answers, {}, other.respondent)).toEqual(refused)
  // The own access with another's run, and vice versa.
  expect(await mine.save(answers, { runId: other.runId })).toEqual(refused)
  expect(await mine.save(answers, { accessId: other.accessId })).toEqual(refused)
  // The buyer can read the run but not answer it.
  expect(await mine.save(answers, {}, { kind: 'user', userId: mine.buyer.id })).toEqual(refused)
  expect(await mine.save(answers, { runId: crypto.randomUUID() })).toEqual(refused)
  const ofAnother = [{ field: 'q1_customer_focus', value: 1, seq: 1 }]
  expect(await mine.save(ofAnother, { questionnaireId: 'agilidad' })).toEqual(refused)
  expect(await mine.save(answers, { questionnaireVersion: 2 })).toEqual(refused)
  expect(await mine.stored()).toEqual({})
  expect(await other.stored()).toEqual({})
})

// shows: A6.6
test("row-level security shows and changes only the respondent's own run, even without a WHERE", async () => {
  const mine = await createAnswering(database)
  const other = await createAnswering(database)
  await mine.save([{ field: Q1, value: 4, seq: 1 }])
  await other.save([{ field: Q1, value: 2, seq: 1 }])
  await asActor(database.db, other.respondent, async tx => {
    expect(await tx.selectFrom('assessment_runs').select('id').execute()).toEqual([{ id: other.runId }])
    expect(await tx.selectFrom('run_answers').select(['run_id', 'option']).execute()).toEqual([
      { run_id: other.runId, option: 2 },
    ])
    await tx.updateTable('run_answers').set({ option: 1 }).execute()
    await tx.updateTable('assessment_runs').set({ current_section: 7 }).execute()
  })
  expect(await mine.stored()).toEqual({ [Q1]: 4 })
  const forged = asActor(database.db, other.respondent, tx =>
    tx
      .insertInto('run_answers')
      .values({ run_id: mine.runId, field: Q2, option: 1, text: null, client_seq: 9 })
      .execute(),
  )
  await expect(forged).rejects.toThrow(/row-level security/)
  const seenByNobody = await asActor(database.db, { kind: 'visitor' }, tx =>
    tx.selectFrom('run_answers').select(sql<number>`count(*)`.as('count')).executeTakeFirst(),
  )
  expect(seenByNobody).toEqual({ count: 0 })
})

test('row-level security: a save runs as the respondent, never as staff, and leaves no actor on its connection', async () => {
  const one = openDatabases(database.address, 1)
  const { runId, accessId, respondent, stored } = await createAnswering(database)
  const saveAs = (kind: string, who: string) =>
    sql`select * from private.save_run_answers(${kind}, ${who}, ${runId}, ${accessId}, 'dama-dmbok2', 1,
      ${[Q1]}, ${[3]}, ${[null]}, ${[1]}, 1, 1, 40, now())`.execute(one.db)
  for (const kind of ['system', 'admin', 'visitor']) {
    await expect(saveAs(kind, ''), kind).rejects.toThrow('only the respondent can save answers')
  }
  expect((await saveAs('respondent', 'a'.repeat(64))).rows).toMatchObject([{ run_status: null, touched: false }])
  expect(await stored()).toEqual({})
  const hash = respondent.kind === 'respondent' ? respondent.sessionHash : ''
  expect((await saveAs('respondent', hash)).rows).toMatchObject([{ touched: true, saved: [Q1] }])
  // The connection's next query has no actor.
  expect(await one.db.selectFrom('assessment_runs').select('id').execute()).toEqual([])
  expect(await stored()).toEqual({ [Q1]: 3 })
  await one.close()
})

// shows: A4.17
test('row-level security: a run takes no answer after its access has expired, whatever the statement', async () => {
  const { respondent, accessId, runId, save, stored } = await createAnswering(database)
  await save([{ field: Q1, value: 4, seq: 1 }])
  await database.ownerPool.query("update user_accesses set expires_at = now() - interval '1 day' where id = $1", [
    accessId,
  ])
  await asActor(database.db, respondent, async tx => {
    const { numUpdatedRows } = await tx.updateTable('run_answers').set({ option: 1 }).executeTakeFirst()
    expect(numUpdatedRows).toBe(0n)
  })
  const smuggled = asActor(database.db, respondent, tx =>
    tx.insertInto('run_answers').values({ run_id: runId, field: Q2, option: 1, text: null, client_seq: 9 }).execute(),
  )
  await expect(smuggled).rejects.toThrow(/row-level security/)
  expect(await stored()).toEqual({ [Q1]: 4 })
})

// shows: A4.19
test('nothing is written after completion, revocation or expiry', async () => {
  const answers = [{ field: Q1, value: 1, seq: 5 }]
  const done = await createAnswering(database)
  await completeRun(database, done.respondent, { runId: done.runId, accessId: done.accessId, now: new Date() })
  expect(await done.save(answers)).toEqual({ state: 'closed' })
  const revoked = await createAnswering(database)
  await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [revoked.accessId])
  expect(await revoked.save(answers)).toEqual({ state: 'not_allowed' })
  const expired = await createAnswering(database)
  // The browser is still open when the access expires.
  await database.ownerPool.query("update user_accesses set expires_at = now() + interval '1 day' where id = $1", [
    expired.accessId,
  ])
  const now = new Date(Date.now() + 2 * 86_400_000)
  expect(await expired.save(answers, { now })).toEqual({ state: 'expired' })
  // Nobody else learns that it expired.
  expect(await expired.save(answers, { now }, done.respondent)).toEqual({ state: 'not_allowed' })
  expect([await done.stored(), await revoked.stored(), await expired.stored()]).toEqual([{}, {}, {}])
})

// shows: A4.19
test('a save that waits while the run is being completed is not written', async () => {
  const { save, stored, runId } = await createAnswering(database)
  const completing = await database.ownerPool.connect()
  await completing.query('begin')
  await completing.query(
    "update assessment_runs set status = 'completed', end_time = now(), duration_seconds = 1, closed_by = 'buyer' where id = $1",
    [runId],
  )
  const saving = save([{ field: Q1, value: 1, seq: 1 }])
  await expect.poll(() => waitingForLocks(), { interval: 10 }).toBe(1)
  await completing.query('commit')
  completing.release()
  expect(await saving).toEqual({ state: 'closed' })
  expect(await stored()).toEqual({})
})

const waitingForLocks = async () => {
  const { rows } = await database.ownerPool.query<{ count: number }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]?.count
}

// shows: A4.10
test('position and time are limited to possible values; progress counts closed answers', async () => {
  const start = new Date('2026-11-21T15:00:00Z')
  const { save, runId } = await createAnswering(database, start)
  const now = new Date('2026-11-21T15:01:30Z')
  const row = async () => {
    const { rows } = await database.ownerPool.query(
      `select run.current_section, run.active_seconds, access.progress
       from assessment_runs run join user_accesses access on access.id = run.validated_access_id where run.id = $1`,
      [runId],
    )
    return rows[0]
  }
  await save([{ field: Q1, value: 6, seq: 1 }], { currentSection: 99, activeSeconds: 40, now })
  expect(await row()).toEqual({ current_section: 8, active_seconds: 40, progress: 3 })
  // Only the position, no answer; a smaller time never replaces a larger one.
  await save([], { currentSection: 2, activeSeconds: 5, now })
  expect(await row()).toEqual({ current_section: 2, active_seconds: 40, progress: 3 })
  const answers = [
    { field: Q1, value: 1, seq: 2 },
    { field: Q2, value: 2, seq: 2 },
    { field: OPEN, value: 'No cuenta', seq: 2 },
  ]
  await save(answers, { activeSeconds: 2_000_000_000, now })
  expect(await row()).toEqual({ current_section: 1, active_seconds: 90, progress: 5 })
})

test('concurrent saves all count in the progress, and a repeated one counts once', async () => {
  const { save, accessId, runId } = await createAnswering(database)
  const fields = [Q1, Q2, 'q3_governance_effectiveness', 'q4_data_policies', 'q5_governance_committee']
  // All five begin while the run's row is locked, so that none sees another's rows.
  const holding = await database.ownerPool.connect()
  await holding.query('begin')
  await holding.query('select from assessment_runs where id = $1 for update', [runId])
  const saving = Promise.all(fields.map(field => save([{ field, value: 3, seq: 1 }])))
  await expect.poll(() => waitingForLocks(), { interval: 10 }).toBe(5)
  await holding.query('commit')
  holding.release()
  expect(await saving).toEqual(fields.map(() => SAVED))
  const progress = async () =>
    (await database.ownerPool.query('select progress, answered_closed from user_accesses where id = $1', [accessId]))
      .rows[0]
  expect(await progress()).toEqual({ progress: 13, answered_closed: 5 })
  await Promise.all(fields.map(field => save([{ field, value: 4, seq: 2 }])))
  expect(await progress()).toEqual({ progress: 13, answered_closed: 5 })
})

// Runs last: every run started after it has the new version.
// shows: A3.6
test('a run is answered in the version that it started with, also after a newer one was published', async () => {
  const { save, stored } = await createAnswering(database)
  await database.ownerPool.query(
    `insert into questionnaire_versions (questionnaire_id, version, content)
     select questionnaire_id, 7, content || '{"version": 7}' from questionnaire_versions where questionnaire_id = 'dama-dmbok2'`,
  )
  const answers = [{ field: Q1, value: 1, seq: 1 }]
  expect(await save(answers, { questionnaireVersion: 7 })).toEqual({ state: 'not_allowed' })
  expect(await save(answers)).toEqual(SAVED)
  expect(await stored()).toEqual({ [Q1]: 1 })
})
