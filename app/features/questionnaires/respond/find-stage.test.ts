import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertVersion } from '#app/features/questionnaires/drafts/drafts.server.ts'
import { type AnsweringActor, findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { completeRun } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { findInvitedPerson } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { addDays } from '#app/kernel/dates.ts'
import { ownerDatabase } from '#app/platform/database/database.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createAnswering, createInvited, DETAILS, these } from '#tests/support/respondents.ts'
import { findHeldAccess, findStage } from './find-stage.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const NOW = new Date('2026-11-21T15:00:00Z')
const stageOf = async (
  actors: AnsweringActor[],
  accessId: string,
  runId?: string,
  other: { slug?: string; now?: Date } = {},
) => {
  const held = await findHeldAccess(database.db, { actors: these(...actors), accessId })
  return findStage(database, held, { slug: 'dama-assessment', runId, now: NOW, ...other })
}
const ACCESS = { stage: 'access' }

// shows: A2.8
test('before the start the form is prefilled from the invitation, and says who will read the answers', async () => {
  const { respondent, invitation } = await createInvited(database.ownerPool)
  await database.ownerPool.query(
    "update user_accesses set job_role = 'gerente', department = 'Finanzas', invitee_company = 'Andes SpA' where id = $1",
    [invitation.id],
  )
  expect(await stageOf([respondent], invitation.id)).toMatchObject({
    stage: 'respondent',
    accessId: invitation.id,
    values: {
      full_name: 'Pedro Soto',
      corporate_email: invitation.email,
      position: 'Gerente',
      organizational_unit: 'Finanzas',
      data_role: '',
      company_name: 'Andes SpA',
      invitation_code: invitation.code,
    },
    audience: { kind: 'buyer', name: 'Camila Pérez', company: undefined, confidential: false },
    notice: { version: '4' },
  })
})

// shows: A4.7
test('a started run is restored with its answers, its section and the time since the start', async () => {
  const { respondent, accessId, runId, save } = await createAnswering(database, NOW)
  await save([{ field: 'q1_governance_framework', value: 6, seq: 7 }], { currentSection: 3 })
  const later = new Date(NOW.getTime() + 61_500)
  const stage = await stageOf([respondent], accessId, runId, { now: later })
  expect(stage).toMatchObject({
    stage: 'assessment',
    runId,
    accessId,
    answers: { q1_governance_framework: 6 },
    sequences: { q1_governance_framework: 7 },
    currentSection: 3,
    serverTime: later.getTime(),
  })
  // The browser gets no levels, targets or recommendations.
  expect(JSON.stringify(stage)).not.toMatch(/recommendations|targetLevel|colorRule/)
})

test('a run keeps the texts and the order of its version when the next one shuffles its options', async () => {
  const start = async () => {
    const { respondent, invitation } = await createInvited(database.ownerPool, 'agilidad')
    const begun = await beginRun(database.db, {
      actor: respondent,
      accessId: invitation.id,
      details: DETAILS,
      userId: undefined,
      privacyNoticeVersion: '1',
      promised: 'nominative',
      now: NOW,
    })
    if (!begun.ok) throw new Error(begun.error.code)
    return () => stageOf([respondent], invitation.id, begun.value.runId, { slug: 'agilidad' })
  }
  const open = await start()
  const first = await findQuestionnaire(database.db, 'agilidad', 1)
  if (!first) throw new Error('It is not published')
  const content = { ...first, version: 2, intro: 'Otra introducción', optionOrder: 'shuffled' as const }
  await ownerDatabase(database.ownerPool)
    .transaction()
    .execute(tx => insertVersion(tx, 'agilidad', 2, content))
  const later = await start()
  expect(await open()).toMatchObject({ questionnaire: { version: 1, intro: first.intro, optionOrder: undefined } })
  expect(await later()).toMatchObject({
    questionnaire: { version: 2, intro: 'Otra introducción', optionOrder: 'shuffled' },
  })
})

// shows: A2.2, A4.7
test('the ids in the address alone give no access to anybody', async () => {
  const mine = await createAnswering(database, NOW)
  const other = await createAnswering(database, NOW)
  expect(await stageOf([], mine.accessId, mine.runId)).toEqual(ACCESS)
  expect(await stageOf([other.respondent], mine.accessId, mine.runId)).toEqual(ACCESS)
  expect(await stageOf([{ kind: 'user', userId: mine.buyer.id }], mine.accessId, mine.runId)).toEqual(ACCESS)
  expect(await stageOf([{ kind: 'respondent', sessionHash: 'a'.repeat(64) }], mine.accessId, mine.runId)).toEqual(
    ACCESS,
  )
})

// shows: A2.2
test('a run of another access, or an unknown id, gives no access', async () => {
  const mine = await createAnswering(database, NOW)
  const other = await createAnswering(database, NOW)
  const fresh = await createInvited(database.ownerPool)
  expect(await stageOf([mine.respondent], mine.accessId, other.runId)).toEqual(ACCESS)
  expect(await stageOf([mine.respondent], mine.accessId, crypto.randomUUID())).toEqual(ACCESS)
  expect(await stageOf([fresh.respondent], fresh.invitation.id, mine.runId)).toEqual(ACCESS)
})

test('when a browser has two identities, the owner of the access counts', async () => {
  const mine = await createAnswering(database, NOW)
  const other = await createAnswering(database, NOW)
  expect(await stageOf([other.respondent, mine.respondent], mine.accessId, mine.runId)).toMatchObject({
    stage: 'assessment',
  })
})

// shows: A4.8
test('an access without the run in the address leads to the run; an access of another product leads to its own page', async () => {
  const { respondent, accessId, runId } = await createAnswering(database, NOW)
  const query = `access_id=${accessId}&assessment_id=${runId}`
  expect(await stageOf([respondent], accessId)).toEqual({ stage: 'elsewhere', address: `/dama-assessment?${query}` })
  expect(await stageOf([respondent], accessId, runId, { slug: 'agilidad' })).toEqual({
    stage: 'elsewhere',
    address: `/dama-assessment?${query}`,
  })
})

// shows: A4.2
test('a completed run shows the closing screen with the actual count, also after the access expired', async () => {
  const { respondent, accessId, runId, save } = await createAnswering(database, NOW)
  await save([
    { field: 'q1_governance_framework', value: 6, seq: 1 },
    { field: 'governance_challenges', value: 'texto', seq: 1 },
  ])
  await completeRun(database, respondent, { runId, accessId, now: new Date(NOW.getTime() + 125_000) })
  const complete = {
    stage: 'complete',
    runId,
    title: 'Evaluación de Madurez en Gobierno de Datos',
    durationSeconds: 125,
    answered: 1,
    questions: 40,
    closedByBuyer: false,
    aboutData: true,
  }
  expect(await stageOf([respondent], accessId, runId)).toEqual(complete)
  await database.ownerPool.query('update user_accesses set expires_at = $2 where id = $1', [accessId, addDays(NOW, -1)])
  expect(await stageOf([respondent], accessId, runId)).toEqual(complete)
})

test('an expired access gives no access and says so in its session; a revoked one says nothing', async () => {
  const expired = await createAnswering(database, NOW)
  await database.ownerPool.query('update user_accesses set expires_at = $2 where id = $1', [
    expired.accessId,
    addDays(NOW, -1),
  ])
  expect(await stageOf([expired.respondent], expired.accessId, expired.runId)).toEqual({
    ...ACCESS,
    endedOn: '20-11-2026',
  })
  expect(await stageOf([], expired.accessId, expired.runId)).toEqual(ACCESS)
  const revoked = await createAnswering(database, NOW)
  await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [revoked.accessId])
  expect(await stageOf([revoked.respondent], revoked.accessId, revoked.runId)).toEqual(ACCESS)
})

test('the link of an invitation says whom it is for, masked; another id says nothing', async () => {
  const { buyer, invitation } = await createInvited(database.ownerPool)
  await database.ownerPool.query("update user_accesses set email = 'pedro.soto@example.cl' where id = $1", [
    invitation.id,
  ])
  const find = (accessId: string, slug = 'dama-assessment') => findInvitedPerson(database.db, { slug, accessId })
  expect(await find(invitation.id)).toEqual({ accessId: invitation.id, email: 'pe•••@example.cl' })
  expect(await find(invitation.id, 'agilidad')).toBeUndefined()
  expect(await find(buyer.id)).toBeUndefined()
  expect(await find('x')).toBeUndefined()
  await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [invitation.id])
  expect(await find(invitation.id)).toBeUndefined()
})
