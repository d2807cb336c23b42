import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findQuestionnaire } from '#app/features/questionnaires/questionnaires.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { completeRun } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { saveAnswers } from '#app/features/questionnaires/runs/save-answer.server.ts'
import { chooseResultMode } from '#app/features/results/rounds/publish-results.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { answerAll, completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct, type TestProfile } from '#tests/support/factories.ts'
import { DETAILS, openSession } from '#tests/support/respondents.ts'

let database: TestDatabase
let buyer: TestProfile
let admin: TestProfile
let fields: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  buyer = await createProfile(database.ownerPool)
  admin = await createProfile(database.ownerPool, { role: 'admin' })
  const dama = await findQuestionnaire(database.db, 'dama-dmbok2', 1)
  fields = dama?.sections.flatMap(section => section.questions.map(question => question.field)) ?? []
})
afterAll(() => database.close())

async function buy(seats = 9) {
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats })
  return { ...item, itemId: item.item_id, userId: buyer.id }
}

const INVITED = 'Ya enviaste invitaciones, y cada una dice quién verá las respuestas'

const choose = (itemId: string, mode: 'nominative' | 'confidential', userId = buyer.id) =>
  chooseResultMode(database.db, { userId, itemId, mode })

const modeOf = async (itemId: string) =>
  (await database.ownerPool.query('select result_mode from order_items where id = $1', [itemId])).rows[0]?.result_mode

const answered = () => [{ answers: Object.fromEntries(fields.map(field => [field, 3])) }]

describe('the mode of an item', () => {
  it('is nominative by default, set by the buyer and audited', async () => {
    const item = await buy()
    expect(await modeOf(item.itemId)).toBe('nominative')
    expect(await choose(item.itemId, 'confidential')).toBe(true)
    expect(await modeOf(item.itemId)).toBe('confidential')
    const audit = await database.ownerPool.query('select action, before, after from audit_log where entity_id = $1', [
      item.itemId,
    ])
    expect(audit.rows).toEqual([
      {
        action: 'result_mode_chosen',
        before: { result_mode: 'nominative' },
        after: { result_mode: 'confidential' },
      },
    ])
    expect(await choose(item.itemId, 'nominative')).toBe(true)
  })

  // shows: A2.48
  it.each(['nominative', 'confidential'] as const)(
    'is fixed as %s from the first invitation on, also a revoked one',
    async mode => {
      const item = await buy()
      await choose(item.itemId, mode)
      await answerAll(database.ownerPool, 'dama-dmbok2', [item.owner_access_id], answered())
      const other = mode === 'nominative' ? 'confidential' : 'nominative'
      expect(await choose(item.itemId, other)).toBe(true)
      await choose(item.itemId, mode)
      const [access] = await invitePeople(database.ownerPool, item, [{}])
      await expect(choose(item.itemId, other)).rejects.toThrow(INVITED)
      await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [access])
      await expect(choose(item.itemId, other)).rejects.toThrow(INVITED)
      expect(await modeOf(item.itemId)).toBe(mode)
    },
  )

  it('waits for a concurrent invitation', async () => {
    const item = await buy()
    await choose(item.itemId, 'confidential')
    const inviting = await database.ownerPool.connect()
    try {
      await inviting.query('begin')
      await inviting.query(
        `insert into user_accesses (order_item_id, user_id, email, invited_by_user_id, expires_at)
         values ($1, $2, 'simultanea@example.cl', $2, now() + interval '1 day')`,
        [item.itemId, buyer.id],
      )
      const choosing = expect(choose(item.itemId, 'nominative')).rejects.toThrow(INVITED)
      await inviting.query('commit')
      await choosing
    } finally {
      inviting.release()
    }
  })

  it('changes once when requested concurrently', async () => {
    const item = await buy()
    await Promise.all(Array.from({ length: 8 }, () => choose(item.itemId, 'confidential')))
    const audit = await database.ownerPool.query('select 1 from audit_log where entity_id = $1', [item.itemId])
    expect(audit.rowCount).toBe(1)
  })

  it("can't be set by others or the staff, nor for items of one person", async () => {
    const item = await buy()
    const stranger = await createProfile(database.ownerPool)
    expect(await choose(item.itemId, 'confidential', stranger.id)).toBe(false)
    expect(await choose(item.itemId, 'confidential', admin.id)).toBe(false)
    expect(await choose((await buy(1)).itemId, 'confidential')).toBe(false)
  })
})

describe('the database, for people of a confidential item', () => {
  let item: Awaited<ReturnType<typeof buy>>
  let invited: string[]

  beforeAll(async () => {
    item = await buy()
    await choose(item.itemId, 'confidential')
    invited = await completePeople(database.ownerPool, item, Array.from({ length: 6 }, answered).flat())
    await answerAll(database.ownerPool, 'dama-dmbok2', [item.owner_access_id], answered())
  })

  const rowsAs = async (userId: string, kind: 'user' | 'admin', from: string) => {
    const ids = await asActor(database.db, { kind, userId }, async tx => {
      const { rows } = await sql<{ id: string }>`
        select distinct run.validated_access_id as id from ${sql.raw(from)}
        where run.validated_access_id = any (${[...invited, item.owner_access_id]}::uuid[])`.execute(tx)
      return rows.map(row => row.id)
    })
    return ids
  }

  it.each([
    ['runs', 'assessment_runs run'],
    ['answers', 'assessment_runs run join run_answers answer on answer.run_id = run.id'],
    ['the wide view', 'dama_assessments run'],
  ])('shows %s to the buyer for the own access alone, and to the staff for none', async (_, from) => {
    expect(await rowsAs(buyer.id, 'user', from)).toEqual([item.owner_access_id])
    expect(await rowsAs(admin.id, 'admin', from)).toEqual([])
  })

  it("shows nobody's progress, only who has completed", async () => {
    const [access] = await invitePeople(database.ownerPool, item, [{}])
    await database.ownerPool.query('update user_accesses set progress = 40, answered_closed = 16 where id = $1', [
      access,
    ])
    const seen = await asActor(database.db, { kind: 'user', userId: buyer.id }, tx =>
      tx
        .selectFrom('user_accesses')
        .select(['progress', 'answered_closed'])
        .distinct()
        .where('order_item_id', '=', item.itemId)
        .where('invited_by_user_id', 'is not', null)
        .orderBy('progress')
        .execute(),
    )
    expect(seen).toEqual([
      { progress: 0, answered_closed: 0 },
      { progress: 100, answered_closed: 0 },
    ])
  })

  // shows: A4.24
  it('shows an invitation as it was sent until it is completed', async () => {
    const [accessId = ''] = await invitePeople(database.ownerPool, item, [{}])
    const seen = () =>
      asActor(database.db, { kind: 'user', userId: buyer.id }, async tx => ({
        access: (await sql`select * from user_accesses where id = ${accessId}`.execute(tx)).rows[0],
        sessions: (await sql`select 1 from respondent_sessions where access_id = ${accessId}`.execute(tx)).rows,
      }))
    const sent = await seen()
    expect(sent.access).toMatchObject({ status: 'active', accessed_at: null, opened_at: null })
    const actor = await openSession(database.ownerPool, accessId)
    expect(await seen()).toEqual(sent)
    const now = new Date()
    const begun = await beginRun(database.db, {
      actor,
      accessId,
      details: DETAILS,
      userId: undefined,
      privacyNoticeVersion: '1',
      promised: 'confidential',
      now,
    })
    const runId = begun.ok ? begun.value.runId : ''
    const saving = { runId, accessId, questionnaireId: 'dama-dmbok2', questionnaireVersion: 1, currentSection: 1 }
    const answers = [{ field: fields[0] ?? '', value: 3, seq: 1 }]
    expect(await saveAnswers(database, actor, { ...saving, answers, activeSeconds: 1, now })).toMatchObject({
      state: 'saved',
      invalid: [],
    })
    expect(await seen()).toEqual(sent)
    expect(await completeRun(database, actor, { runId, accessId, now })).toEqual({ ok: true })
    expect((await seen()).access).toMatchObject({
      status: 'completed',
      accessed_at: now,
      completed_at: now,
      opened_at: null,
      progress: 100,
    })
  })

  it.each([
    "update order_items set result_mode = 'nominative'",
    "update user_accesses set result_mode = 'nominative'",
    'select 1 from private.completed_runs',
    'select 1 from private.result_rounds',
    'select 1 from private.respondent_traces',
    'select private.count_completed_run(run) from assessment_runs run',
  ])('refuses %s', async statement => {
    const requested = asActor(database.db, { kind: 'user', userId: buyer.id }, tx => sql.raw(statement).execute(tx))
    await expect(requested).rejects.toThrow('permission denied')
  })
})
