import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessSchema } from '#app/features/questionnaires/respondent-schema.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, findProduct } from '#tests/support/factories.ts'
import { createInvited } from '#tests/support/respondents.ts'
import { openAccess } from './respondent-session.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const open = (email: string, access_code: string) =>
  openAccess(database, { email, access_code, address: '198.51.100.7', browser: 'navegador' }, new Date())
const REFUSAL = { ok: false, error: { code: 'invalid', message: 'Código de acceso o email inválido' } }

// shows: A1.2
test('e-mail and code open a session for this access alone', async () => {
  const { invitation, item } = await createInvited(database.ownerPool)
  const opened = await open(invitation.email, invitation.code)
  if (!opened.ok) throw new Error(opened.error.code)
  expect(opened.value).toMatchObject({
    accessId: invitation.id,
    address: `/dama-assessment?access_id=${invitation.id}`,
    runId: undefined,
  })
  // Row-level security alone, without a WHERE.
  const actor = { kind: 'respondent', sessionHash: digestOf(opened.value.token) } as const
  const seen = await asActor(database.db, actor, tx => tx.selectFrom('user_accesses').select('id').execute())
  expect(seen).toEqual([{ id: invitation.id }])
  expect(seen).not.toContainEqual({ id: item.owner_access_id })
})

test('only the hash of the token is stored', async () => {
  const { invitation } = await createInvited(database.ownerPool)
  const opened = await open(invitation.email, invitation.code)
  if (!opened.ok) throw new Error(opened.error.code)
  const { rows } = await database.ownerPool.query('select token_hash from respondent_sessions where access_id = $1', [
    invitation.id,
  ])
  const hashes = rows.map(row => row.token_hash)
  expect(hashes).toContain(digestOf(opened.value.token))
  expect(hashes).not.toContain(opened.value.token)
})

// shows: A5.4, A6.3, A8.1
test('wrong code, wrong e-mail and revoked get the same answer, and only the right pair learns that its access ended', async () => {
  const [unknown, wrongEmail, revoked, expired] = await Promise.all(
    [1, 2, 3, 4].map(() => createInvited(database.ownerPool)),
  )
  if (!unknown || !wrongEmail || !revoked || !expired) throw new Error('four invitations')
  await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [revoked.invitation.id])
  await database.ownerPool.query("update user_accesses set expires_at = now() - interval '1 day' where id = $1", [
    expired.invitation.id,
  ])
  expect(await open(unknown.invitation.email, 'AC-22222222')).toEqual(REFUSAL)
  expect(await open('otra@example.cl', wrongEmail.invitation.code)).toEqual(REFUSAL)
  expect(await open(revoked.invitation.email, revoked.invitation.code)).toEqual(REFUSAL)
  expect(await open('otra@example.cl', expired.invitation.code)).toEqual(REFUSAL)
  expect(await open(expired.invitation.email, 'AC-22222222')).toEqual(REFUSAL)
  expect(await open(expired.invitation.email, expired.invitation.code)).toEqual({
    ok: false,
    error: { code: 'ended', endedOn: endOfDay(new Date(), -1), own: false },
  })
})

test('an access opens until the end of the day that its mail names, whatever hour it was paid', async () => {
  const { invitation } = await createInvited(database.ownerPool)
  const { rows } = await database.ownerPool.query<{ expires_at: Date; paid_at: Date; access_days: number }>(
    `select access.expires_at, orders.paid_at, orders.access_days from user_accesses access
     join order_items item on item.id = access.order_item_id join orders on orders.id = item.order_id where access.id = $1`,
    [invitation.id],
  )
  const [access] = rows
  if (!access) throw new Error('No access')
  expect(access.expires_at).toEqual(endOfDay(access.paid_at, access.access_days))
  const openAt = (now: Date) =>
    openAccess(
      database,
      { email: invitation.email, access_code: invitation.code, address: '198.51.100.7', browser: 'navegador' },
      now,
    )
  expect(await openAt(new Date(access.expires_at.getTime() - 1))).toMatchObject({ ok: true })
  expect(await openAt(new Date(access.expires_at.getTime() + 1))).toMatchObject({ error: { code: 'ended' } })
})

test('an ended access does not lock its right pair, however often it is tried', async () => {
  const { invitation } = await createInvited(database.ownerPool)
  await database.ownerPool.query("update user_accesses set expires_at = now() - interval '3 days' where id = $1", [
    invitation.id,
  ])
  for (let tries = 0; tries < 15; tries++) {
    expect(await open(invitation.email, invitation.code)).toMatchObject({ error: { code: 'ended' } })
  }
})

// shows: A4.8, A8.2
test('a completed run has its own message, and a started one is continued', async () => {
  const { invitation } = await createInvited(database.ownerPool)
  const run = await database.ownerPool.query<{ id: string }>(
    `insert into assessment_runs (full_name, corporate_email, position, organizational_unit, data_role, company_name,
       invitation_code, validated_access_id, questionnaire_id, questionnaire_version, privacy_notice_version)
     values ('Ana', 'a@b.cl', 'xx', 'xx', 'xx', 'xx', 'AC', $1, 'dama-dmbok2', 1, '1') returning id`,
    [invitation.id],
  )
  expect(await open(invitation.email, invitation.code)).toMatchObject({ value: { runId: run.rows[0]?.id } })
  await database.ownerPool.query(
    "update assessment_runs set status = 'completed', end_time = now(), duration_seconds = 1, closed_by = 'respondent'",
  )
  expect(await open(invitation.email, invitation.code)).toEqual({
    ok: false,
    error: { code: 'already_completed' },
  })
})

// shows: A2.3
test("another product's code leads to that product's address, a workshop's to its page", async () => {
  const { invitation } = await createInvited(database.ownerPool, 'agilidad')
  expect(await open(invitation.email, invitation.code)).toMatchObject({
    value: { address: `/evaluacion/agilidad?access_id=${invitation.id}` },
  })
  const { buyer } = await createInvited(database.ownerPool)
  const workshop = await findProduct(database.ownerPool, 'taller-kanban')
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: workshop.id, seats: 8 })
  const invited = await createInvitation(database.ownerPool, { itemId: item.item_id, userId: buyer.id })
  expect(await open(invited.email, invited.code)).toMatchObject({
    value: { address: `/taller/taller-kanban?access_id=${invited.id}`, runId: undefined },
  })
})

// shows: A2.5
test('typed input is normalised: upper case, no blanks, NFKC, no NUL', () => {
  expect(accessSchema.parse({ email: '  Ana.Rojas＠Example.CL ', access_code: ' ac-2345abcd\0 ' })).toEqual({
    email: 'ana.rojas@example.cl',
    access_code: 'AC-2345ABCD',
  })
})

test.each([
  ...[
    'AC-2345ABCD',
    'AC2345ABCD',
    '2345abcd',
    'AC - 2345ABCD',
    'AC–2345ABCD',
    'AC‑2345ABCD',
    'AC−2345ABCD',
    'AC_2345_ABCD',
  ],
  ...[
    'AC-2345ABCD\u200b',
    'AC-2345\u00adABCD',
    '\u2060AC-2345ABCD',
    'AC-2345ABCD.',
    '“AC-2345ABCD”,',
    'Código de acceso: AC-2345ABCD',
    'código ac 2345 abcd',
    'ＡＣ－２３４５ＡＢＣＤ',
    'ac\u00a02345\u3000abcd',
  ],
])('the code is read from %j', typed => {
  expect(accessSchema.parse({ email: 'a@b.cl', access_code: typed }).access_code).toBe('AC-2345ABCD')
})

test.each([
  '\u200bana.rojas@example.cl',
  '\u202aana.rojas@example.cl\u202c',
  'ana.rojas@exam\u00adple.cl',
  'ana.rojas@example.cl\u3000',
])('the address is read from %j', typed => {
  expect(accessSchema.parse({ email: typed, access_code: 'AC-2345ABCD' }).email).toBe('ana.rojas@example.cl')
})

test('signs that no code has are said at once, and are no try', () => {
  const answers = ['AC-2345ABC0', 'AC-2345ABCO', '1345ABCD', 'AC-I345ABCD'].map(access_code =>
    accessSchema.safeParse({ email: 'a@b.cl', access_code }),
  )
  expect(answers.map(answer => answer.error?.issues.map(({ message }) => message))).toEqual(
    Array(4).fill(['Ningún código lleva 0, O, 1 ni I: revisa esos signos en tu invitación']),
  )
})

// shows: A5.3
test.each([
  [{ email: 'nadie', access_code: 'AC-22222222' }, { email: ['Debe ser un correo electrónico válido'] }],
  [{ email: 'a@b.cl', access_code: 'AC-22' }, { access_code: ['El código de acceso es requerido'] }],
  [
    {},
    {
      email: ['Debe ser un correo electrónico válido'],
      access_code: ['El código de acceso es requerido'],
    },
  ],
])("%j is answered with the specification's messages", (input, messages) => {
  const issues = accessSchema.safeParse(input).error?.issues ?? []
  expect(Object.groupBy(issues, issue => String(issue.path[0]))).toEqual(
    Object.fromEntries(
      Object.entries(messages).map(([field, texts]) => [
        field,
        texts.map(message => expect.objectContaining({ message })),
      ]),
    ),
  )
})
