import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { wordedAnswers } from '#app/features/data-requests/account/personal-data.server.ts'
import { personalDataSchema } from '#app/features/data-requests/account/personal-data-schema.server.ts'
import { findResults } from '#app/features/results/find-results.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { createAnswering, openSession, these } from '#tests/support/respondents.ts'
import { readAnswers } from './answers.server.ts'
import { completeRun } from './complete-run.server.ts'
import { saveSection } from './save-answer.server.ts'
import { createSavingQueue } from './saving-queue.server.ts'
import { savingOf } from './saving-queue.test-support.ts'

// Evidence of closed questions on its way through the same saving as answers.

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(12)
})
afterAll(() => database.close())

const Q1 = 'q1_governance_framework'
const NOTE = `${Q1}:note`
const LINK = `${Q1}:link`
const SAVED = { state: 'saved', superseded: [], invalid: [] }
const GIVEN = [
  { field: Q1, value: 4, seq: 1 },
  { field: NOTE, value: 'Acta del comité', seq: 2 },
  { field: LINK, value: ' https://docs.empresa.example/acta ', seq: 3 },
]
const STORED = { [Q1]: 4, [NOTE]: 'Acta del comité', [LINK]: 'https://docs.empresa.example/acta' }

type Answering = Awaited<ReturnType<typeof createAnswering>>

const complete = ({ respondent, runId, accessId }: Answering) =>
  completeRun(database, respondent, { runId, accessId, now: new Date() })

const read = async ({ respondent, runId, accessId }: Answering) => {
  const found = await readAnswers(database.db, { actors: these(respondent), accessId, runId })
  return found.ok ? found.value.answers : found.error.code
}

/** The fields with evidence that an actor reads of a run. */
const evidenceAs = (actor: Actor, runId: string): Promise<string[]> =>
  asActor(database.db, actor, async tx => {
    const { rows } = await sql<{ field: string }>`
      select field from run_answers where run_id = ${runId} and field like '%:%' order by field`.execute(tx)
    return rows.map(row => row.field)
  })

const makeConfidential = ({ item }: Answering) =>
  database.ownerPool.query("update order_items set result_mode = 'confidential' where id = $1", [item.item_id])

test('a note and a link are stored beside their answer, changed and taken back, and count as no answer', async () => {
  const answering = await createAnswering(database)
  expect(await answering.save(GIVEN)).toEqual(SAVED)
  expect(await answering.stored()).toEqual(STORED)
  expect(await read(answering)).toEqual(STORED)
  expect(
    await answering.save([
      { field: NOTE, value: ' ', seq: 4 },
      { field: LINK, value: '', seq: 5 },
    ]),
  ).toEqual(SAVED)
  expect(await answering.stored()).toEqual({ [Q1]: 4, [NOTE]: '', [LINK]: '' })
  const { rows } = await database.ownerPool.query('select answered_closed, progress from user_accesses where id = $1', [
    answering.accessId,
  ])
  expect(rows).toEqual([{ answered_closed: 1, progress: 3 }])
})

test('what is no link is refused by itself, whatever it is sent with', async () => {
  const { save, stored } = await createAnswering(database)
  const hostile = ['javascript:alert(1)', 'data:text/html,x', 'http://a.example', 'https://a:b@a.example', 'a.example']
  for (const [seq, value] of hostile.entries()) {
    expect(await save([...GIVEN.slice(0, 2), { field: LINK, value, seq: 10 + seq }])).toMatchObject({ invalid: [LINK] })
  }
  expect(await save([{ field: NOTE, value: 'a'.repeat(501), seq: 20 }])).toEqual({ state: 'invalid', invalid: [NOTE] })
  expect(await stored()).toEqual({ [Q1]: 4, [NOTE]: 'Acta del comité' })
})

test.each([
  [NOTE, 'a'.repeat(501)],
  [LINK, 'javascript:alert(1)'],
  [LINK, 'http://a.example'],
  [`${Q1}:other`, 'a'],
  [':note', 'a'],
])('the database refuses %s = %s as well', async (field, text) => {
  const { runId } = await createAnswering(database)
  await expect(
    database.ownerPool.query('insert into run_answers (run_id, field, text, client_seq) values ($1, $2, $3, 1)', [
      runId,
      field,
      text,
    ]),
  ).rejects.toMatchObject({ constraint: 'run_answers_evidence' })
})

test('an older note never overwrites a newer one, also of another tab at the same time', async () => {
  const { save, stored, accessId } = await createAnswering(database)
  const otherTab = await openSession(database.ownerPool, accessId)
  const notes = Array.from({ length: 12 }, (_, seq) =>
    save([{ field: NOTE, value: `Nota ${seq}`, seq }], {}, seq % 2 === 0 ? undefined : otherTab),
  )
  expect((await Promise.all(notes)).every(({ state }) => state === 'saved')).toBe(true)
  expect(await stored()).toEqual({ [NOTE]: 'Nota 11' })
  expect(await save([{ field: NOTE, value: 'Antes', seq: 3 }])).toEqual({ ...SAVED, superseded: [NOTE] })
})

test('many people who save at once keep their own, and who was promised confidentiality stores none', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => createAnswering(database)))
  const [first] = people
  if (!first) throw new Error('There is nobody')
  await makeConfidential(first)
  const saveRun = createSavingQueue(database.db)
  const outcomes = await Promise.all(
    people.map((one, at) =>
      saveRun(one.respondent, {
        ...savingOf(one, 4),
        answers: [
          { field: Q1, option: 4, text: null, seq: 1 },
          { field: NOTE, option: null, text: `Nota ${at}`, seq: 1 },
        ],
      }),
    ),
  )
  expect(outcomes.map(({ takes_evidence: takes, saved }) => [takes, saved.length])).toEqual(
    people.map(one => (one === first ? [false, 1] : [true, 2])),
  )
  expect(await Promise.all(people.map(({ stored }) => stored()))).toEqual(
    people.map((one, at) => (one === first ? { [Q1]: 4 } : { [Q1]: 4, [NOTE]: `Nota ${at}` })),
  )
})

test('a form without scripts saves it, and stays at its section while a link is none', async () => {
  const { respondent, accessId, runId, stored } = await createAnswering(database)
  const send = (form: Record<string, string>) =>
    saveSection(database, { actors: these(respondent), accessId, runId, section: 1, step: 1, form, now: new Date() })
  expect(await send({ [Q1]: '4', [NOTE]: 'Acta', [LINK]: 'acta.example' })).toMatchObject({
    error: { code: 'refused', fields: [LINK] },
  })
  expect(await stored()).toEqual({ [Q1]: 4, [NOTE]: 'Acta' })
  expect(await send({ [Q1]: '4', [NOTE]: '', [LINK]: 'https://acta.example' })).toEqual({ ok: true })
  expect(await stored()).toEqual({ [Q1]: 4, [NOTE]: '', [LINK]: 'https://acta.example' })
})

describe('a completed run', () => {
  it('takes no more, and is read by whoever reads its answers', async () => {
    const answering = await createAnswering(database)
    await answering.save(GIVEN)
    const { buyer, runId, accessId, save } = answering
    const asBuyer: Actor = { kind: 'user', userId: buyer.id }
    // What is being written is nobody's yet.
    expect(await evidenceAs(asBuyer, runId)).toEqual([])
    expect((await complete(answering)).ok).toBe(true)
    expect(await save([{ field: NOTE, value: 'Otra', seq: 9 }])).toEqual({ state: 'closed' })
    expect(await evidenceAs(asBuyer, runId)).toEqual([LINK, NOTE])
    const stranger = await createProfile(database.ownerPool)
    expect(await evidenceAs({ kind: 'user', userId: stranger.id }, runId)).toEqual([])
    const found = await findResults(database.db, buyer.id, accessId)
    const questions = found.state === 'found' ? found.results.report.sections[0]?.questions : []
    expect(questions?.map(({ evidence }) => evidence).slice(0, 2)).toEqual([
      { note: 'Acta del comité', link: { href: 'https://docs.empresa.example/acta', host: 'docs.empresa.example' } },
      null,
    ])
  })

  it('is counted by the questions with level 4 or 5 that have evidence', async () => {
    const answering = await createAnswering(database)
    await answering.save([
      ...GIVEN,
      { field: 'q2_roles_responsibilities', value: 3, seq: 1 },
      { field: 'q2_roles_responsibilities:note', value: 'Acta', seq: 1 },
      { field: 'q3_governance_effectiveness', value: 5, seq: 1 },
      { field: 'q3_governance_effectiveness:link', value: 'https://a.example', seq: 1 },
      { field: 'q4_data_policies', value: 5, seq: 1 },
      { field: 'q4_data_policies:note', value: '', seq: 1 },
      { field: 'governance_challenges', value: 'Falta', seq: 1 },
    ])
    await complete(answering)
    const { rows } = await database.ownerPool.query(
      'select open_fields, evidence_fields from private.completed_runs where run_id = $1',
      [answering.runId],
    )
    expect(rows).toEqual([
      { open_fields: ['governance_challenges'], evidence_fields: [Q1, 'q3_governance_effectiveness'] },
    ])
  })
})

describe('a confidential access', () => {
  it('stores none: the program leaves it out, and the database refuses it', async () => {
    const answering = await createAnswering(database)
    await makeConfidential(answering)
    expect(await answering.save(GIVEN)).toEqual({ ...SAVED, invalid: [NOTE, LINK] })
    expect(await answering.stored()).toEqual({ [Q1]: 4 })
    await expect(
      asActor(database.db, answering.respondent, tx =>
        tx
          .insertInto('run_answers')
          .values({ run_id: answering.runId, field: NOTE, option: null, text: 'Acta', client_seq: 1 })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  it('shows nobody what was given before the purchase became confidential, and counts it nowhere', async () => {
    const answering = await createAnswering(database)
    const { runId, respondent, buyer, accessId } = answering
    await answering.save(GIVEN)
    await makeConfidential(answering)
    const admin = await createProfile(database.ownerPool, { role: 'admin' })
    const actors: Actor[] = [respondent, { kind: 'user', userId: buyer.id }, { kind: 'admin', userId: admin.id }]
    for (const actor of actors) expect(await evidenceAs(actor, runId)).toEqual([])
    expect(await read(answering)).toEqual({ [Q1]: 4 })
    await complete(answering)
    for (const actor of actors) expect(await evidenceAs(actor, runId)).toEqual([])
    expect(await findResults(database.db, buyer.id, accessId)).toEqual({ state: 'confidential' })
    const { rows } = await database.ownerPool.query(
      `select evidence_fields, (select tallies -> 'evidence' from private.count_items(array[order_item_id])) as counted
       from private.completed_runs where run_id = $1`,
      [runId],
    )
    expect(rows).toEqual([{ evidence_fields: [], counted: [] }])
  })
})

test("its person's copy of the data has it in words, and erasing the access leaves none", async () => {
  const answering = await createAnswering(database)
  await answering.save([...GIVEN, { field: 'q2_roles_responsibilities:note', value: '', seq: 1 }])
  const { rows } = await database.ownerPool.query<{ data: unknown }>(
    'select private.personal_data_of(email) as data from user_accesses where id = $1',
    [answering.accessId],
  )
  const [access] = personalDataSchema.parse(rows[0]?.data).accesses
  if (!access) throw new Error('There is no access')
  const worded = await wordedAnswers(database.db, access)
  expect(worded.map(({ field, answer }) => [field, answer]).slice(1)).toEqual([
    [NOTE, 'Acta del comité'],
    [LINK, 'https://docs.empresa.example/acta'],
  ])
  expect(worded[1]?.question).toBe(`${worded[0]?.question} (evidencia: nota)`)
  await database.ownerPool.query('select private.erase_accesses(array[$1::uuid], now())', [answering.accessId])
  expect(await answering.stored()).toEqual({})
})
