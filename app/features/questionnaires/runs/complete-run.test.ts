import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import { addDays } from '#app/kernel/dates.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { asSessionUser, createAnswering, createInvited, DETAILS } from '#tests/support/respondents.ts'
import { beginRun } from './begin-run.server.ts'
import { closeRunAsBuyer, completeRun } from './complete-run.server.ts'
import { findBoughtAccess } from './runs.server.ts'
import { saveAnswers } from './save-answer.server.ts'

let database: TestDatabase

/** Starts the own access of a buyer, and returns the run's id. */
async function beginOwn(buyer: { id: string }, accessId: string): Promise<string> {
  const actor = { kind: 'user', userId: buyer.id } as const
  const input = {
    actor,
    accessId,
    details: DETAILS,
    userId: buyer.id,
    privacyNoticeVersion: '1',
    promised: 'nominative' as const,
    now: START,
  }
  const begun = await beginRun(database.db, input)
  if (!begun.ok) throw new Error(begun.error.code)
  return begun.value.runId
}
beforeAll(async () => {
  database = await cloneDatabase(12)
})
afterAll(() => database.close())

type Answering = Awaited<ReturnType<typeof createAnswering>>

const START = new Date('2026-11-21T15:00:00.500Z')
const END = new Date('2026-11-21T15:42:07.900Z')
const ANSWERS = [
  { field: 'q1_governance_framework', value: 3, seq: 1 },
  { field: 'q2_roles_responsibilities', value: 6, seq: 1 },
]
const stateOf = async (accessId: string) => {
  const { rows } = await database.ownerPool.query(
    `select run.status, run.end_time, run.duration_seconds, run.closed_by, access.status as access_status,
       access.completed_at, access.progress
     from assessment_runs run join user_accesses access on access.id = run.validated_access_id where access.id = $1`,
    [accessId],
  )
  return rows[0]
}
const mailsOf = async (accessId: string) =>
  (await database.ownerPool.query('select template, recipient, params from mails where access_id = $1', [accessId]))
    .rows

// shows: A4.1, A4.3
test('completing closes run and access and notifies the buyer, whose counts include this one', async () => {
  const { save, respondent, runId, accessId, buyer } = await createAnswering(database, START)
  await save(ANSWERS)
  expect(await completeRun(database, respondent, { runId, accessId, now: END })).toEqual({ ok: true })
  expect(await stateOf(accessId)).toEqual({
    status: 'completed',
    end_time: END,
    duration_seconds: 2527,
    closed_by: 'respondent',
    access_status: 'completed',
    completed_at: END,
    progress: 5,
  })
  expect(await mailsOf(accessId)).toEqual([
    {
      template: 'buyer_completion_notice',
      recipient: buyer.email,
      params: {
        nombre: 'Camila',
        nombre_participante: 'Pedro Soto',
        nombre_evaluacion: 'Madurez en Gobierno de Datos (DAMA-DMBOK2)',
        fecha_termino: '21-11-2026',
        cantidad_completadas: '1',
        cantidad_asientos: '3',
        cantidad_pendientes: '2',
        enlace_panel: '/account/dashboard',
      },
    },
  ])
})

// shows: A4.18
test('completing twenty times at once completes once and sends one mail', async () => {
  const { respondent, runId, accessId } = await createAnswering(database, START)
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      completeRun(database, respondent, { runId, accessId, now: new Date(END.getTime() + index) }),
    ),
  )
  expect(results.every(result => result.ok)).toBe(true)
  expect(await mailsOf(accessId)).toHaveLength(1)
})

// shows: A6.4
test("nobody completes another person's run", async () => {
  const mine = await createAnswering(database, START)
  const other = await createAnswering(database, START)
  const input = { runId: mine.runId, accessId: mine.accessId, now: END }
  const actors: AnsweringActor[] = [
    other.respondent,
    { kind: 'user', userId: mine.buyer.id },
    { kind: 'user', userId: other.buyer.id },
  ]
  for (const actor of actors) {
    expect(await completeRun(database, actor, input)).toEqual({ ok: false, error: { code: 'not_allowed' } })
  }
  expect(await completeRun(database, mine.respondent, { ...input, runId: other.runId })).toMatchObject({ ok: false })
  expect(await stateOf(mine.accessId)).toMatchObject({ status: 'in_progress' })
  expect(await stateOf(other.accessId)).toMatchObject({ status: 'in_progress' })
})

// shows: A4.17
test('an expired access is not completed and keeps its answers', async () => {
  const { respondent, runId, accessId, save, stored } = await createAnswering(database, START)
  await save([{ field: 'q1_governance_framework', value: 4, seq: 1 }])
  await database.ownerPool.query('update user_accesses set expires_at = $2 where id = $1', [accessId, addDays(END, -1)])
  const finished = await completeRun(database, respondent, { runId, accessId, now: END })
  expect(finished).toEqual({ ok: false, error: { code: 'expired' } })
  expect(await stateOf(accessId)).toMatchObject({ status: 'in_progress' })
  expect(await stored()).toEqual({ q1_governance_framework: 4 })
})

test('a revoked access is not completed', async () => {
  const { respondent, runId, accessId } = await createAnswering(database, START)
  await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [accessId])
  expect(await completeRun(database, respondent, { runId, accessId, now: END })).toMatchObject({ ok: false })
})

test('the buyer who completes the own run gets no mail about it', async () => {
  const { buyer, item } = await createInvited(database.ownerPool)
  const accessId = item.owner_access_id
  const runId = await beginOwn(buyer, accessId)
  expect(await completeRun(database, { kind: 'user', userId: buyer.id }, { runId, accessId, now: END })).toMatchObject({
    ok: true,
  })
  expect(await stateOf(accessId)).toMatchObject({ status: 'completed', progress: 0 })
  expect(await mailsOf(accessId)).toEqual([])
})

test("a buyer's revoked own access is not completed", async () => {
  const { buyer, item } = await createInvited(database.ownerPool)
  const accessId = item.owner_access_id
  const runId = await beginOwn(buyer, accessId)
  await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [accessId])
  const input = { runId, accessId, now: END }
  expect(await completeRun(database, { kind: 'user', userId: buyer.id }, input)).toMatchObject({ ok: false })
  expect(await stateOf(accessId)).toMatchObject({ status: 'in_progress' })
})

// shows: A4.20
test("'Terminar' closes the run as the buyer's act and audits it", async () => {
  const { save, buyer, runId, accessId } = await createAnswering(database, START)
  await save(ANSWERS)
  await closeRunAsBuyer(database, { user: asSessionUser(buyer), accessId, now: END })
  expect(await stateOf(accessId)).toMatchObject({
    status: 'completed',
    closed_by: 'buyer',
    duration_seconds: 2527,
    access_status: 'completed',
    progress: 5,
  })
  const { rows } = await database.ownerPool.query(
    'select action, entity, actor_user_id, after from audit_log where entity_id = $1',
    [runId],
  )
  expect(rows).toEqual([
    {
      action: 'run_closed_by_buyer',
      entity: 'assessment_run',
      actor_user_id: buyer.id,
      after: { status: 'completed', closed_by: 'buyer', access_id: accessId, progress: 5 },
    },
  ])
  expect(await mailsOf(accessId)).toEqual([])
  expect(await save(ANSWERS)).toEqual({ state: 'closed' })
})

test.each([
  ['whoever answered', async (made: Answering) => completeRun(database, made.respondent, { ...made, now: END })],
  [
    'the buyer',
    async ({ buyer, accessId }: Answering) =>
      closeRunAsBuyer(database, { user: asSessionUser(buyer), accessId, now: END }),
  ],
] as const)('endpoints that subscribed are told of a run that %s completed', async (_, complete) => {
  await database.ownerPool.query(
    "insert into webhook_endpoints (url, events) values ('https://example.cl/hook', '{access.completed,run.completed}')",
  )
  const made = await createAnswering(database, START)
  await made.save(ANSWERS)
  await complete(made)
  const { rows } = await database.ownerPool.query(
    "select type from webhook_events where data ->> 'access_id' = $1 order by seq",
    [made.accessId],
  )
  expect(rows).toEqual([{ type: 'run.completed' }, { type: 'access.completed' }])
})

test("'Terminar' of the buyer's own run is the respondent's act and is not audited", async () => {
  const { buyer, item } = await createInvited(database.ownerPool)
  const accessId = item.owner_access_id
  const user = asSessionUser(buyer)
  const runId = await beginOwn(buyer, accessId)
  await saveAnswers(
    database,
    { kind: 'user', userId: buyer.id },
    {
      runId,
      accessId,
      questionnaireId: 'dama-dmbok2',
      questionnaireVersion: 1,
      answers: ANSWERS,
      currentSection: 1,
      activeSeconds: 0,
      now: START,
    },
  )
  await closeRunAsBuyer(database, { user, accessId, now: END })
  expect(await stateOf(accessId)).toMatchObject({ status: 'completed', closed_by: 'respondent', progress: 5 })
  const { rows } = await database.ownerPool.query('select from audit_log where entity_id = $1', [runId])
  expect(rows).toEqual([])
})

test("the query itself finds only the buyer's own accesses", async () => {
  const { buyer, invitation } = await createInvited(database.ownerPool)
  const stranger = await createProfile(database.ownerPool)
  await asActor(database.db, SYSTEM, async tx => {
    expect(await findBoughtAccess(tx, buyer.id, invitation.id)).toMatchObject({ id: invitation.id })
    expect(await findBoughtAccess(tx, stranger.id, invitation.id)).toBeUndefined()
  })
})

// shows: A4.20, A8.9
test("'Terminar' says why it fails", async () => {
  const close = (user: { id: string }, accessId: string) =>
    closeRunAsBuyer(database, { user: { ...asSessionUser(buyer), id: user.id }, accessId, now: END })
  const { save, buyer, invitation, item } = await createAnswering(database, START)
  const stranger = await createProfile(database.ownerPool)
  const noRun = 'No se encontró un assessment en progreso para completar'
  const noAnswers = { title: noRun, message: expect.stringContaining('Todavía no hay respuestas guardadas.') }
  await expect(close(stranger, invitation.id)).rejects.toThrow('No se pudo obtener la información del acceso')
  await expect(close(buyer, item.owner_access_id)).rejects.toThrow(noRun)
  await expect(close(buyer, invitation.id)).rejects.toMatchObject(noAnswers)
  await save([{ field: 'governance_challenges', value: '', seq: 1 }])
  await expect(close(buyer, invitation.id)).rejects.toMatchObject(noAnswers)
  await save(ANSWERS)
  const both = await Promise.allSettled([close(buyer, invitation.id), close(buyer, invitation.id)])
  expect(both).toContainEqual({ status: 'fulfilled', value: undefined })
  expect(both).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({
      title: 'Assessment completado',
      message: 'Este assessment ya ha sido completado anteriormente',
    }),
  })
})
