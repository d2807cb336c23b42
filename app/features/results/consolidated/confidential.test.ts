import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findQuestionnaire } from '#app/features/questionnaires/published-questionnaires.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { completeRun } from '#app/features/questionnaires/runs/complete-run.server.ts'
import { saveAnswers } from '#app/features/questionnaires/runs/save-answer.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { answerAll, completePeople, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct, type TestProfile } from '#tests/support/factories.ts'
import { DETAILS, openSession } from '#tests/support/respondents.ts'
import { chooseResultMode } from './choose-result-mode.server.ts'

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

const choose = (itemId: string, mode: 'nominative' | 'confidential', userId = buyer.id) =>
  chooseResultMode(database.db, { user: { ...NAMED, id: userId }, itemId, mode, now: new Date() })
const NAMED = { first_name: 'Ana', last_name: 'Rojas', company: null }

const modeOf = async (itemId: string) =>
  (await database.ownerPool.query('select result_mode from order_items where id = $1', [itemId])).rows[0]?.result_mode

const start = (accessId: string) =>
  `insert into assessment_runs (full_name, corporate_email, position, organizational_unit, data_role, company_name, invitation_code,
     validated_access_id, questionnaire_id, questionnaire_version, privacy_notice_version)
   values ('Ana', 'a@x.cl', 'xx', 'xx', 'xx', 'xx', 'AC-22222222', '${accessId}', 'dama-dmbok2', 1, '1') returning id`

const answered = () => [{ answers: Object.fromEntries(fields.map(field => [field, 3])) }]

describe('the mode of an item', () => {
  it('is nominative by default, set by the buyer and audited', async () => {
    const item = await buy()
    expect(await modeOf(item.itemId)).toBe('nominative')
    expect(await choose(item.itemId, 'confidential')).toEqual({ ok: true, value: undefined })
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
    expect(await choose(item.itemId, 'nominative')).toMatchObject({ ok: true })
  })

  it("is fixed once an invited person has answered; the buyer's own answers do not count", async () => {
    const item = await buy()
    await answerAll(database.ownerPool, 'dama-dmbok2', [item.owner_access_id], answered())
    expect(await choose(item.itemId, 'confidential')).toMatchObject({ ok: true })
    await choose(item.itemId, 'nominative')
    await completePeople(database.ownerPool, item, answered())
    expect(await choose(item.itemId, 'confidential')).toEqual({ ok: false, error: { code: 'answered' } })
    expect(await modeOf(item.itemId)).toBe('nominative')
  })

  it("can't return to nominative once somebody has started under the promise of confidentiality", async () => {
    const item = await buy()
    await choose(item.itemId, 'confidential')
    const [access] = await invitePeople(database.ownerPool, item, [{}])
    await database.ownerPool.query(start(access ?? ''))
    expect(await choose(item.itemId, 'nominative')).toEqual({ ok: false, error: { code: 'promised' } })
  })

  // shows: A2.27
  it('invalidates codes and sessions that the buyer may know, and mails new codes', async () => {
    const item = await buy()
    const [access = ''] = await invitePeople(database.ownerPool, item, [{}])
    await openSession(database.ownerPool, access)
    const read = async () =>
      (
        await database.ownerPool.query(
          `select access_code, (select count(*)::int from respondent_sessions where access_id = access.id and revoked_at is null) as open,
             (select json_agg(params -> 'codigo_acceso') from mails where access_id = access.id) as mailed
           from user_accesses access where id = $1`,
          [access],
        )
      ).rows[0]
    const before = await read()
    expect(before).toMatchObject({ open: 1, mailed: null })
    expect(await choose(item.itemId, 'confidential')).toEqual({ ok: true, value: undefined })
    const after = await read()
    expect(after.access_code).not.toBe(before.access_code)
    expect(after).toMatchObject({ open: 0, mailed: [after.access_code] })
  })

  it("can't change when no more mails may be sent today: nobody may be left without a code", async () => {
    const item = await buy()
    const [access = ''] = await invitePeople(database.ownerPool, item, [{}])
    await database.ownerPool.query(
      `insert into mails (template, recipient, params, access_id)
       select 'respondent_invitation', email, '{}', id from user_accesses, generate_series(1, 20) where id = $1`,
      [access],
    )
    expect(await choose(item.itemId, 'confidential')).toEqual({ ok: false, error: { code: 'too_many_mails' } })
    expect(await modeOf(item.itemId)).toBe('nominative')
  })

  it('waits for a concurrent start', async () => {
    const item = await buy()
    await choose(item.itemId, 'confidential')
    const [access] = await invitePeople(database.ownerPool, item, [{}])
    const starting = await database.ownerPool.connect()
    try {
      await starting.query('begin')
      await starting.query(start(access ?? ''))
      const choosing = choose(item.itemId, 'nominative')
      await starting.query('commit')
      expect(await choosing).toEqual({ ok: false, error: { code: 'promised' } })
    } finally {
      starting.release()
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
    const missing = { ok: false, error: { code: 'missing' } }
    expect(await choose(item.itemId, 'confidential', stranger.id)).toEqual(missing)
    expect(await choose(item.itemId, 'confidential', admin.id)).toEqual(missing)
    expect(await choose((await buy(1)).itemId, 'confidential')).toEqual(missing)
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

  // shows: A4.24
  it('clears who had started when the item becomes confidential before any answer', async () => {
    const other = await buy()
    const [accessId = ''] = await invitePeople(database.ownerPool, other, [{}])
    await openSession(database.ownerPool, accessId)
    await database.ownerPool.query(start(accessId))
    await database.ownerPool.query("update user_accesses set status = 'in_use', accessed_at = now() where id = $1", [
      accessId,
    ])
    expect(await choose(other.itemId, 'confidential')).toMatchObject({ ok: true })
    const { rows } = await database.ownerPool.query(
      'select status, accessed_at, opened_at from user_accesses where id = $1',
      [accessId],
    )
    expect(rows).toEqual([{ status: 'active', accessed_at: null, opened_at: null }])
  })

  it.each([
    "update order_items set result_mode = 'nominative'",
    'select 1 from private.completed_runs',
    'select 1 from private.result_blocks',
    'select private.count_completed_run(run) from assessment_runs run',
  ])('refuses %s', async statement => {
    const requested = asActor(database.db, { kind: 'user', userId: buyer.id }, tx => sql.raw(statement).execute(tx))
    await expect(requested).rejects.toThrow('permission denied')
  })
})
