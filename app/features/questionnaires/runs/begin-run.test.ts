import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#app/kernel/dates.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { asSessionUser, createInvited, DETAILS, openSession } from '#tests/support/respondents.ts'
import { type BeginRun, beginRun, startOwnRun } from './begin-run.server.ts'
import { findProductBySlug } from './runs.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const NOW = new Date('2026-11-21T15:00:00Z')
const start = (input: Pick<BeginRun, 'actor' | 'accessId'> & Partial<BeginRun>) =>
  beginRun(database.db, {
    details: DETAILS,
    userId: undefined,
    privacyNoticeVersion: '1',
    promised: 'nominative',
    now: NOW,
    ...input,
  })
const createOwn = async (mode: 'self' | 'business') => {
  const buyer = await createProfile(database.ownerPool, { first_name: 'Camila', last_name: 'Pérez' })
  const product = await findProduct(database.ownerPool)
  return { buyer, item: await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, mode }) }
}
const runs = async (accessId: string) =>
  (await database.ownerPool.query('select * from assessment_runs where validated_access_id = $1', [accessId])).rows

// shows: A3.4, A4.1, A4.3, A4.9, A6.1
test("a run takes e-mail and code from the access and the newest version of the product's questionnaire", async () => {
  const { invitation, respondent } = await createInvited(database.ownerPool)
  const started = await start({ actor: respondent, accessId: invitation.id })
  expect(started).toEqual({ ok: true, value: { runId: expect.any(String), slug: 'dama-assessment' } })
  const [run] = await runs(invitation.id)
  expect(run).toMatchObject({
    ...DETAILS,
    corporate_email: invitation.email,
    invitation_code: invitation.access_code,
    questionnaire_id: 'dama-dmbok2',
    questionnaire_version: 1,
    privacy_notice_version: '1',
    user_id: null,
    status: 'in_progress',
    current_section: 1,
    start_time: NOW,
  })
  const { rows } = await database.ownerPool.query('select status, accessed_at from user_accesses where id = $1', [
    invitation.id,
  ])
  expect(rows).toEqual([{ status: 'in_use', accessed_at: NOW }])
})

test('a run keeps what its respondent declared about the age', async () => {
  const { invitation, respondent } = await createInvited(database.ownerPool)
  const details = { ...DETAILS, age_declaration: 'guardian_consent' as const }
  await start({ actor: respondent, accessId: invitation.id, details })
  expect(await runs(invitation.id)).toMatchObject([{ age_declaration: 'guardian_consent' }])
})

test('a product that names a version of its questionnaire uses that one', async () => {
  const { ownerPool } = database
  await ownerPool.query(
    `insert into questionnaire_versions (questionnaire_id, version, content)
     select questionnaire_id, 2, jsonb_set(content, '{version}', '2') from questionnaire_versions where questionnaire_id = 'dama-dmbok2'`,
  )
  const versionOf = async () => {
    const { invitation, respondent } = await createInvited(ownerPool)
    await start({ actor: respondent, accessId: invitation.id })
    return (await runs(invitation.id))[0]?.questionnaire_version
  }
  await ownerPool.query("update assessments set questionnaire_version = 1 where slug = 'dama-assessment'")
  expect(await versionOf()).toBe(1)
  await ownerPool.query("update assessments set questionnaire_version = null where slug = 'dama-assessment'")
  expect(await versionOf()).toBe(2)
})

test('the address in a mail leads to the product under its current slug', async () => {
  const { ownerPool, db } = database
  await ownerPool.query("update assessments set slug = 'agilidad-hoy' where slug = 'agilidad'")
  expect(await findProductBySlug(db, 'agilidad')).toMatchObject({ slug: 'agilidad-hoy', questionnaire_id: 'agilidad' })
  expect(await findProductBySlug(db, 'no-existe')).toBeUndefined()
})

// shows: A4.9
test('twenty concurrent starts create one run', async () => {
  const { invitation, respondent } = await createInvited(database.ownerPool)
  const started = await Promise.all(
    Array.from({ length: 20 }, () => start({ actor: respondent, accessId: invitation.id })),
  )
  const ids = new Set(started.map(result => (result.ok ? result.value.runId : result.error.code)))
  expect(ids.size).toBe(1)
  expect(await runs(invitation.id)).toHaveLength(1)
})

// shows: A6.4
test("nobody starts another person's access: another respondent, the buyer, a stranger", async () => {
  const mine = await createInvited(database.ownerPool)
  const other = await createInvited(database.ownerPool)
  const accessId = mine.invitation.id
  const refused = { ok: false, error: { code: 'not_allowed' } }
  expect(await start({ actor: other.respondent, accessId })).toEqual(refused)
  expect(await start({ actor: { kind: 'user', userId: mine.buyer.id }, accessId })).toEqual(refused)
  expect(await start({ actor: { kind: 'user', userId: other.buyer.id }, accessId })).toEqual(refused)
  expect(await start({ actor: mine.respondent, accessId: crypto.randomUUID() })).toEqual(refused)
  expect(await runs(accessId)).toEqual([])
})

test("revoked and expired accesses can't be started", async () => {
  const revoked = await createInvited(database.ownerPool)
  await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [revoked.invitation.id])
  expect(await start({ actor: revoked.respondent, accessId: revoked.invitation.id })).toMatchObject({ ok: false })
  const expired = await createInvited(database.ownerPool)
  await database.ownerPool.query('update user_accesses set expires_at = $2 where id = $1', [
    expired.invitation.id,
    addDays(NOW, -1),
  ])
  // A session opened with the right pair may see the reason.
  expect(await start({ actor: expired.respondent, accessId: expired.invitation.id })).toEqual({
    ok: false,
    error: { code: 'expired' },
  })
})

test('a seat that is revoked while the start waits for it starts no run', async () => {
  const { invitation, respondent } = await createInvited(database.ownerPool)
  const revoking = await database.ownerPool.connect()
  await revoking.query('begin')
  await revoking.query("update user_accesses set status = 'revoked' where id = $1", [invitation.id])
  const starting = start({ actor: respondent, accessId: invitation.id })
  await expect.poll(() => waitingForLocks(), { interval: 10 }).toBe(1)
  await revoking.query('commit')
  revoking.release()
  expect(await starting).toEqual({ ok: false, error: { code: 'not_allowed' } })
  expect(await runs(invitation.id)).toEqual([])
})

const waitingForLocks = async () => {
  const { rows } = await database.ownerPool.query<{ count: number }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]?.count
}

test('a revoked or expired session gives no access', async () => {
  for (const change of ['revoked_at = now()', "expires_at = now() - interval '1 day'"]) {
    const { invitation, respondent } = await createInvited(database.ownerPool)
    await database.ownerPool.query(`update respondent_sessions set ${change} where access_id = $1`, [invitation.id])
    expect(await start({ actor: respondent, accessId: invitation.id })).toMatchObject({ ok: false })
  }
})

// shows: A4.21
test('the buyer of an individual purchase starts from the dashboard without a form, and continues', async () => {
  const { buyer, item } = await createOwn('self')
  const input = { user: asSessionUser(buyer), accessId: item.owner_access_id, now: NOW }
  const first = await startOwnRun(database, input)
  const [run] = await runs(item.owner_access_id)
  expect(first).toBe(`/dama-assessment?access_id=${item.owner_access_id}&assessment_id=${run.id}`)
  expect(run).toMatchObject({
    user_id: buyer.id,
    full_name: 'Camila Pérez',
    corporate_email: buyer.email,
    position: 'No especificado',
    organizational_unit: 'No especificado',
    data_role: 'No especificado',
    company_name: 'No especificado',
    invitation_code: item.owner_access_code,
  })
  expect(await startOwnRun(database, input)).toBe(first)
})

test('the buyer of a team is asked for post and area before the start, and continues without', async () => {
  const { buyer, item } = await createOwn('business')
  const input = { user: asSessionUser(buyer), accessId: item.owner_access_id, now: NOW }
  const form = `/dama-assessment?access_id=${item.owner_access_id}`
  expect(await startOwnRun(database, input)).toBe(form)
  expect(await runs(item.owner_access_id)).toEqual([])
  const actor = { kind: 'user', userId: buyer.id } as const
  const begun = await start({ actor, accessId: item.owner_access_id, userId: buyer.id })
  expect(await startOwnRun(database, input)).toBe(begun.ok && `${form}&assessment_id=${begun.value.runId}`)
})

// shows: A8.8
test("the dashboard's start says why it fails", async () => {
  const { buyer, item, invitation } = await createInvited(database.ownerPool)
  const stranger = await createProfile(database.ownerPool)
  const own = (user: typeof buyer, accessId: string) =>
    startOwnRun(database, { user: asSessionUser(user), accessId, now: NOW })
  const notFound = 'No se pudo obtener la información del acceso'
  await expect(own(stranger, item.owner_access_id)).rejects.toThrow(notFound)
  await expect(own(buyer, invitation.id)).rejects.toThrow(notFound)
  const workshop = await findProduct(database.ownerPool, 'taller-kanban')
  const seats = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: workshop.id, seats: 8 })
  await expect(own(buyer, seats.owner_access_id)).rejects.toMatchObject({
    title: 'Error al crear el assessment',
    message: 'Este producto no tiene un cuestionario para responder',
  })
  await database.ownerPool.query('update user_accesses set expires_at = $2 where id = $1', [
    item.owner_access_id,
    addDays(NOW, -1),
  ])
  await expect(own(buyer, item.owner_access_id)).rejects.toMatchObject({ title: 'Plazo vencido' })
  await database.ownerPool.query(
    "update user_accesses set status = 'completed', accessed_at = now(), completed_at = now() where id = $1",
    [item.owner_access_id],
  )
  await expect(own(buyer, item.owner_access_id)).rejects.toMatchObject({
    title: 'Assessment completado',
    message: 'Este assessment ya ha sido completado anteriormente',
  })
  const gone = await createInvited(database.ownerPool)
  await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [
    gone.item.owner_access_id,
  ])
  await expect(own(gone.buyer, gone.item.owner_access_id)).rejects.toThrow(notFound)
})

// shows: A4.21
test('a name too short for a run becomes Usuario, a long company is cut', async () => {
  const buyer = await createProfile(database.ownerPool, { first_name: 'X', last_name: '' })
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })
  const user = { ...asSessionUser(buyer), company: 'C'.repeat(300) }
  await startOwnRun(database, { user, accessId: item.owner_access_id, now: NOW })
  const [run] = await runs(item.owner_access_id)
  expect(run).toMatchObject({ full_name: 'Usuario', company_name: 'C'.repeat(200) })
})

// shows: A7.2
test('a second browser of the same respondent continues the run', async () => {
  const { invitation, respondent } = await createInvited(database.ownerPool)
  const first = await start({ actor: respondent, accessId: invitation.id })
  const second = await openSession(database.ownerPool, invitation.id)
  expect(await start({ actor: second, accessId: invitation.id })).toEqual(first)
})
