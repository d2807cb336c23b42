import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { wordAs } from '#tests/support/row-security.ts'
import { type Actor, VISITOR } from './actor.server.ts'

// What each actor can't do even when a statement has no WHERE.

let database: TestDatabase
let buyer: string
let admin: string
let item: Awaited<ReturnType<typeof createPaidItem>>
let invited: string

beforeAll(async () => {
  database = await cloneDatabase(2)
  const { ownerPool } = database
  const product = await findProduct(ownerPool)
  buyer = (await createProfile(ownerPool)).id
  admin = (await createProfile(ownerPool, { role: 'admin' })).id
  item = await createPaidItem(ownerPool, { userId: buyer, productId: product.id, seats: 3 })
  invited = (await createInvitation(ownerPool, { itemId: item.item_id, userId: buyer })).id
})
afterAll(() => database.close())

const as = (actor: Actor, ...statements: string[]) => wordAs(database, actor, ...statements)

const asBuyer = (...statements: string[]) => as({ kind: 'user', userId: buyer }, ...statements)
/** What an injected statement could say of its transaction. */
const CLAIM = "select set_config('alhena.kind', 'system', true)"
const asVisitor = (statement: string) => as(VISITOR, statement)

describe('a buyer', () => {
  it.each([
    ["update user_accesses set expires_at = 'infinity'", 'permission denied'],
    ["update user_accesses set email = 'otra@example.cl'", 'permission denied'],
    ['update user_accesses set access_code = gen_random_uuid()::text', 'permission denied'],
    ['update user_accesses set invited_by_user_id = null', 'permission denied'],
    ['update user_accesses set user_id = gen_random_uuid()', 'permission denied'],
    ['update user_accesses set reminders_sent = 0', 'permission denied'],
    ['update user_accesses set opened_at = now()', 'permission denied'],
    ['update invitation_drafts set user_id = gen_random_uuid()', 'permission denied'],
    ['update order_items set reminder_days = 7, used_seats = 0', 'permission denied'],
    ["select 1 from private.claim_reminders('infinity', 10)", 'done: 0'],
    [
      "do $$ begin assert (select answer = 'not_admin' from private.extend_access((select id from user_accesses limit 1), 'infinity')); end $$",
      'done',
    ],
    ['update user_accesses set assessment_id = gen_random_uuid()', 'permission denied'],
    ['select 1 from access_imports', 'done: 0'],
    ["insert into access_imports (created_by, rows) select id, '[]' from profiles", 'row-level security'],
    ['select 1 from invitation_sends', 'done: 0'],
    [
      'insert into invitation_sends (started_by, created_at, total) select id, now(), 1 from profiles',
      'row-level security',
    ],
    [
      'insert into invitation_send_rows (send_id, access_id) select gen_random_uuid(), id from user_accesses',
      'row-level security',
    ],
    [
      "select 1 from private.find_accesses('persona', null, null, null, null, null, null, now(), 'created_at', true, null, 10)",
      'done: 0',
    ],
    ["update orders set status = 'refunded'", 'orders_changed_by_shop'],
    ["update orders set billing_name = 'x'", 'orders_billing_frozen'],
    ["update payment_attempts set status = 'refund_pending'", 'done: 0'],
    ['update order_items set seats = 1000', 'permission denied'],
    ['select 1 from refunds', 'done: 0'],
    ["update refunds set status = 'done', settled_at = now()", 'done: 0'],
    [
      "insert into refunds (order_id, attempt_id, amount_clp, reason) values (gen_random_uuid(), gen_random_uuid(), 1, 'x')",
      'row-level security',
    ],
    ['update refunds set amount_clp = 1', 'permission denied'],
    ["update profiles set role = 'admin'", 'permission denied'],
    ["insert into mails (template, recipient, params, status) values ('x', 'a@example.cl', '{}', 'sent')", 'violates'],
    ["insert into audit_log (at, action, entity, entity_id) values ('2020-01-01', 'a', 'b', 'c')", 'permission denied'],
    ['select token_hash from respondent_sessions', 'permission denied'],
    ['select * from private.secrets', 'permission denied'],
    ['select * from auth.sessions', 'permission denied'],
    [
      "insert into discount_codes (code, name, type, value) values ('GRATIS', 'x', 'percentage', 100)",
      'row-level security',
    ],
  ])('%s', async (statement, refusal) => {
    expect(await asBuyer(statement)).toContain(refusal)
  })

  // What follows from a payment is the shop's to write, whoever a transaction of people says it is.
  it.each([
    ["insert into webhook_events (type, data) values ('order.paid', '{}')", 'row-level security'],
    [
      'insert into tax_documents (order_id, order_number, kind) select id, order_number, 39 from orders',
      'permission denied',
    ],
    [
      "insert into private.daily_changes (kind, day, label, count) values ('sale', now(), 'self', 1)",
      'permission denied',
    ],
    ['update orders set refunded_clp = 0', 'permission denied'],
    ['update orders set charged_back_clp = 0', 'permission denied'],
    ['update client_totals set spent_clp = 0', 'permission denied'],
    ['update companies set paid_orders = 0', 'permission denied'],
    ['update discount_code_totals set revenue_clp = 0', 'permission denied'],
    ['update assessments set paid_seats = 0', 'permission denied'],
    ["select private.company_of('Empresa')", 'permission denied'],
    ['select provider from private.tax_document_provider', 'permission denied'],
    ['select means from private.completed_runs', 'permission denied'],
    ["insert into ledger_entries (event, source_id) values ('fee', gen_random_uuid())", 'permission denied'],
  ])('nor somebody of the staff: %s', async (statement, refusal) => {
    expect(await asBuyer(statement)).toContain(refusal)
    expect(await as({ kind: 'admin', userId: admin }, statement)).toContain(refusal)
    // A statement that claims to be the shop in a transaction of people is nobody's.
    expect(await asBuyer(CLAIM, statement)).toContain(refusal)
  })

  it('posts nothing to the ledger, whatever kind it claims to be', async () => {
    const posted = "select private.post_ledger('fee', now(), gen_random_uuid(), null, '[]')"
    expect(await asBuyer(posted)).toContain('only the shop writes the ledger')
    expect(await asBuyer(CLAIM, posted)).toContain('only the shop writes the ledger')
  })

  it('adds no line to a paid order, nor more seats than were bought', async () => {
    expect(
      await asBuyer(`insert into order_items (order_id, user_id, assessment_id, mode, seats, base_price_clp, unit_price_clp,
        subtotal_clp, total_clp, pricing_band, per_extra_rate)
        select order_id, user_id, assessment_id, 'self', 1, 0, 0, 0, 0, 'self', 0 from order_items limit 1`),
    ).toBe('order_items_of_open_orders')
    const seat = (email: string) => `('${item.item_id}', '${buyer}', '${email}', '${buyer}', now() + interval '1 day')`
    expect(
      await asBuyer(
        `insert into user_accesses (order_item_id, user_id, email, invited_by_user_id, expires_at) values ${seat('a@x.cl')}, ${seat('b@x.cl')}`,
      ),
    ).toBe('order_items_seats_left')
  })

  it("confirms a list once, and stores none for another buyer's item or name", async () => {
    const insert = (user: string) =>
      `insert into invitation_drafts (user_id, order_item_id, rows) values ('${user}', '${item.item_id}', '[]')`
    expect(await asBuyer(insert(buyer))).toBe('done: 1')
    const other = (await createProfile(database.ownerPool)).id
    expect(await asBuyer(insert(other))).toContain('row-level security')
    await database.ownerPool.query(
      `insert into invitation_drafts (user_id, order_item_id, rows, confirmed_at, invited) values ($1, $2, '[]', now(), 1)`,
      [buyer, item.item_id],
    )
    expect(await asBuyer('update invitation_drafts set invited = 2')).toBe('invitation_drafts_once')
    const asOther = { kind: 'user', userId: other } as const
    expect(await as(asOther, 'select 1 from invitation_drafts')).toBe('done: 0')
    expect(await as(asOther, 'delete from invitation_drafts')).toBe('done: 0')
  })

  it('opens no session for an invited person, and changes no completed run', async () => {
    expect(
      await asBuyer(
        `insert into respondent_sessions (token_hash, access_id, expires_at) values ('${'a'.repeat(64)}', '${invited}', now())`,
      ),
    ).toContain('row-level security')
    await database.ownerPool.query(
      `insert into assessment_runs (full_name, corporate_email, position, organizational_unit, data_role, company_name, invitation_code,
         validated_access_id, questionnaire_id, questionnaire_version, privacy_notice_version, status, end_time, duration_seconds, closed_by)
       values ('Ana', 'a@x.cl', 'xx', 'xx', 'xx', 'xx', 'AC-22222222', $1, 'dama-dmbok2', 1, '1', 'completed', now(), 1, 'respondent')`,
      [invited],
    )
    expect(
      await asBuyer(
        "update assessment_runs set status = 'in_progress', end_time = null, duration_seconds = null, closed_by = null",
      ),
    ).toBe('assessment_runs_completed')
  })
})

it('a visitor claims no use of a code, writes no mail and no audit row, and sees no person', async () => {
  const code = await database.ownerPool.query<{ id: string }>("select id from discount_codes where code = 'DEMO20'")
  await asVisitor(`select private.claim_discount_use('${code.rows[0]?.id}', null)`)
  expect(await asVisitor(`select 1 where private.claim_discount_use('${code.rows[0]?.id}', null)`)).toBe('done: 0')
  expect(
    await asVisitor("insert into mails (template, recipient, params) values ('x', 'a@example.cl', '{}')"),
  ).toContain('violates')
  expect(await asVisitor("insert into audit_log (action, entity, entity_id) values ('a', 'b', 'c')")).toContain(
    'violates',
  )
  for (const table of [
    'profiles',
    'orders',
    'order_items',
    'user_accesses',
    'assessment_runs',
    'run_answers',
    'invitation_drafts',
    'mails',
    'audit_log',
  ]) {
    expect(await asVisitor(`select 1 from ${table}`), table).toBe('done: 0')
  }
})

// shows: A6.6
it('a respondent with an invented session sees nothing', async () => {
  const nobody = { kind: 'respondent', sessionHash: randomUUID().replaceAll('-', '').repeat(2) } as const
  expect(await as(nobody, 'select 1 from user_accesses')).toBe('done: 0')
  expect(
    await as(nobody, "insert into mails (template, recipient, params) values ('x', 'a@example.cl', '{}')"),
  ).toContain('violates')
})
