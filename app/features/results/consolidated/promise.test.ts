import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { remindPending } from '#app/features/accesses/invitations/remind-pending.server.ts'
import { findHeldAccess, findStage } from '#app/features/questionnaires/respond/find-stage.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { completeRun } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { saveAnswers } from '#app/features/questionnaires/runs/save-answer.server.ts'
import { findItemResults, findResults } from '#app/features/results/find-results.server.ts'
import { chooseResultMode } from '#app/features/results/rounds/publish-results.server.ts'
import { chooseTargets, findItemTargets } from '#app/features/results/targets/choose-targets.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { answerAll, completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { DETAILS, openSession, these } from '#tests/support/respondents.ts'
import { findConsolidated } from './find-consolidated.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const NOW = new Date()

/** A confidential purchase with an invited person who reads the page before the first question. */
async function promise() {
  const buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 9 })
  await chooseResultMode(database.db, { userId: buyer.id, itemId: item.item_id, mode: 'confidential' })
  const [accessId = ''] = await invitePeople(database.ownerPool, { itemId: item.item_id, userId: buyer.id }, [{}])
  const actor = await openSession(database.ownerPool, accessId)
  const held = await findHeldAccess(database.db, { actors: these(actor), accessId })
  const shown = await findStage(database, held, { slug: product.slug, runId: undefined, now: NOW })
  expect(shown).toMatchObject({ stage: 'respondent', audience: { confidential: true }, promised: 'confidential' })
  const begin = (promised: ResultMode | 'unknown' = 'confidential') =>
    beginRun(database.db, {
      actor,
      accessId,
      details: DETAILS,
      userId: undefined,
      privacyNoticeVersion: '1',
      promised,
      now: NOW,
    })
  const finish = async () => {
    const begun = await begin()
    const runId = begun.ok ? begun.value.runId : ''
    await saveAnswers(database, actor, {
      runId,
      accessId,
      questionnaireId: 'dama-dmbok2',
      questionnaireVersion: 1,
      answers: [{ field: 'q1_governance_framework', value: 1, seq: 1 }],
      currentSection: 1,
      activeSeconds: 1,
      now: NOW,
    })
    return completeRun(database, actor, { runId, accessId, now: NOW })
  }
  return { buyer, actor, itemId: item.item_id, ownAccessId: item.owner_access_id, accessId, begin, finish }
}

// shows: A2.48
it('a promise of confidentiality is not taken back between the invitation and the answers', async () => {
  const { buyer, itemId, accessId, finish } = await promise()
  const taken = chooseResultMode(database.db, { userId: buyer.id, itemId, mode: 'nominative' })
  await expect(taken).rejects.toThrow('el modo quedó fijo desde la primera')
  expect(await finish()).toEqual({ ok: true })
  expect(await findResults(database.db, buyer.id, accessId)).toEqual({ state: 'confidential' })
})

// shows: A2.48
it('whoever was promised confidentiality keeps it, whatever the mode of the item becomes', async () => {
  const { buyer, itemId, accessId, finish } = await promise()
  await database.ownerPool.query("update order_items set result_mode = 'nominative' where id = $1", [itemId])
  expect(await finish()).toEqual({ ok: true })
  expect(await findResults(database.db, buyer.id, accessId)).toEqual({ state: 'confidential' })
  const report = await findConsolidated(database.db, buyer.id, itemId)
  expect(report).toMatchObject({ figures: null })
  const taken = database.ownerPool.query("update user_accesses set result_mode = 'nominative' where id = $1", [
    accessId,
  ])
  await expect(taken).rejects.toMatchObject({ constraint: 'user_accesses_promise_stays' })
})

it('a start is refused where the page promised something else, or nothing', async () => {
  const { accessId, begin } = await promise()
  for (const promised of ['nominative', 'unknown'] as const) {
    expect(await begin(promised)).toEqual({ ok: false, error: { code: 'promise_changed' } })
  }
  const { rows } = await database.ownerPool.query('select 1 from assessment_runs where validated_access_id = $1', [
    accessId,
  ])
  expect(rows).toEqual([])
  expect(await begin('confidential')).toMatchObject({ ok: true })
})

it("the buyer's own seat follows the choice until it is started", async () => {
  const buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 9 })
  const choose = (mode: ResultMode) => chooseResultMode(database.db, { userId: buyer.id, itemId: item.item_id, mode })
  const promised = async () =>
    (await database.ownerPool.query('select result_mode from user_accesses where id = $1', [item.owner_access_id]))
      .rows[0]?.result_mode
  await choose('confidential')
  expect(await promised()).toBe('confidential')
  await choose('nominative')
  expect(await promised()).toBe('nominative')
  await choose('confidential')
  await answerAll(database.ownerPool, 'dama-dmbok2', [item.owner_access_id], [{ answers: {} }])
  await choose('nominative')
  expect(await promised()).toBe('confidential')
})

// shows: A2.48
it("shows the buyer nothing of a person's start and answers before the end", async () => {
  const { buyer, itemId, actor, accessId, begin } = await promise()
  const { db } = database
  const input = { userId: buyer.id, itemId }
  const seen = async () => {
    const targets = await findItemTargets(db, input)
    expect(targets).toMatchObject({ until: 'published' })
    const people = await asActor(db, { kind: 'user', userId: buyer.id }, tx =>
      tx.selectFrom('user_accesses').selectAll().where('order_item_id', '=', itemId).orderBy('id').execute(),
    )
    return JSON.stringify([
      targets,
      people,
      await findItemResults(db, buyer.id, itemId),
      await findConsolidated(db, buyer.id, itemId),
      await findResults(db, buyer.id, accessId),
      await remindPending(db, { user: { ...buyer, company: null }, itemId, now: NOW }),
    ])
  }
  await seen()
  const before = await seen()
  const begun = await begin()
  expect(await seen()).toBe(before)
  const saved = await saveAnswers(database, actor, {
    runId: begun.ok ? begun.value.runId : '',
    accessId,
    questionnaireId: 'dama-dmbok2',
    questionnaireVersion: 1,
    answers: [{ field: 'q1_governance_framework', value: 1, seq: 1 }],
    currentSection: 1,
    activeSeconds: 1,
    now: NOW,
  })
  expect(saved.state).toBe('saved')
  expect(await seen()).toBe(before)
  const form = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      [`target.${at + 1}`, '4'],
      [`weight.${at + 1}`, '1'],
    ]).flat(),
  )
  expect(await chooseTargets(db, { ...input, form })).toBe(true)
})

it('takes no other targets once a round is published', async () => {
  const { buyer, itemId } = await promise()
  const input = { userId: buyer.id, itemId }
  await completePeople(
    database.ownerPool,
    input,
    Array.from({ length: 5 }, (_, at) => ({ area: 'Legal', answers: { q1_governance_framework: 1 + at } })),
  )
  expect(await findItemTargets(database.db, input)).toBeDefined()
  await publish(database, input)
  expect(await findItemTargets(database.db, input)).toBeUndefined()
  expect(await database.db.selectNoFrom(sql<string>`private.targets_end(${itemId}::uuid)`.as('end')).execute()).toEqual(
    [{ end: 'published' }],
  )
})
