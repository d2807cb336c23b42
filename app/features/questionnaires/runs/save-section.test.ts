import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createAnswering, these } from '#tests/support/respondents.ts'
import { type SaveSection, saveSection } from './save-answer.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const FORM = {
  intent: 'section',
  q1_governance_framework: '4',
  q2_roles_responsibilities: 'seis',
  governance_challenges: 'Falta un dueño',
  // A field of another section than the one on screen.
  q6_data_architecture: '2',
}

async function createUnscripted() {
  const answering = await createAnswering(database)
  const { respondent, accessId, runId } = answering
  const send = (input: Partial<SaveSection> = {}) =>
    saveSection(database, {
      actors: these(respondent),
      accessId,
      runId,
      section: 1,
      step: 1,
      form: FORM,
      now: new Date(),
      ...input,
    })
  const run = async () => {
    const { rows } = await database.ownerPool.query(
      `select run.status, run.current_section, access.progress from assessment_runs run
       join user_accesses access on access.id = run.validated_access_id where run.id = $1`,
      [runId],
    )
    return rows[0]
  }
  return { ...answering, send, run }
}

// shows: A2.16
test("a section's form saves its valid answers and moves forward or back", async () => {
  const { send, run, stored } = await createUnscripted()
  expect(await send()).toEqual({ ok: true })
  expect(await stored()).toEqual({ q1_governance_framework: 4, governance_challenges: 'Falta un dueño' })
  expect(await run()).toEqual({ status: 'in_progress', current_section: 2, progress: 3 })
  expect(await send({ section: 2, step: -1, form: {} })).toEqual({ ok: true })
  expect(await run()).toMatchObject({ current_section: 1 })
})

test('line ends that a form sends as two characters are one, stored and measured', async () => {
  const { send, stored, run } = await createUnscripted()
  const text = 'línea\r\n'.repeat(715)
  expect(await send({ form: { governance_challenges: text } })).toEqual({ ok: true })
  expect(await stored()).toEqual({ governance_challenges: 'línea\n'.repeat(715) })
  expect(await run()).toMatchObject({ current_section: 2 })
})

test('a text that is too long is named, and neither lost nor left behind: the rest is saved and the section stays', async () => {
  const { send, stored, run } = await createUnscripted()
  const form = { ...FORM, governance_challenges: '😀'.repeat(5001) }
  expect(await send({ form })).toEqual({ ok: false, error: { code: 'refused', fields: ['governance_challenges'] } })
  expect(await stored()).toEqual({ q1_governance_framework: 4 })
  expect(await run()).toMatchObject({ status: 'in_progress', current_section: 1 })
  expect(await send({ form: { ...FORM, governance_challenges: '😀'.repeat(5000) } })).toEqual({ ok: true })
})

test('a text that was never answered stays without an answer; one that is emptied is taken back', async () => {
  const { send, stored } = await createUnscripted()
  const texts = { governance_challenges: '', governance_opportunities: '' }
  await send({ form: { ...FORM, ...texts } })
  expect(await stored()).toEqual({ q1_governance_framework: 4 })
  await send({ form: { ...texts, governance_challenges: 'Falta un dueño' }, now: new Date(Date.now() + 1) })
  await send({ form: texts, now: new Date(Date.now() + 2) })
  expect(await stored()).toEqual({ q1_governance_framework: 4, governance_challenges: '' })
})

// shows: A4.18
test('after the last section the run is completed; an unknown section saves nothing', async () => {
  const { send, run, stored } = await createUnscripted()
  expect(await send({ section: -4 })).toEqual({ ok: true })
  expect(await stored()).toEqual({})
  expect(await send({ section: 8, form: {} })).toEqual({ ok: true })
  expect(await run()).toMatchObject({ status: 'completed' })
  expect(await send()).toEqual({ ok: true })
  expect(await stored()).toEqual({})
})

test('when a browser has two identities, the owner of the run saves; nobody else does', async () => {
  const mine = await createUnscripted()
  const other = await createUnscripted()
  const refused = { ok: false, error: { code: 'not_allowed' } }
  expect(await mine.send({ actors: these() })).toEqual(refused)
  expect(await mine.send({ actors: these(other.respondent, { kind: 'user', userId: mine.buyer.id }) })).toEqual(refused)
  expect(await mine.send({ runId: other.runId })).toEqual(refused)
  expect(await mine.stored()).toEqual({})
  expect(await mine.send({ actors: these(other.respondent, mine.respondent) })).toEqual({ ok: true })
  expect(await mine.stored()).toMatchObject({ q1_governance_framework: 4 })
  expect(await other.stored()).toEqual({})
})
