import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { findEverything, foundKindsOf } from '#app/features/analytics/find-everything.server.ts'
import { STAFF_SCOPES } from '#app/features/identity/staff/permissions.ts'
import { type Actor, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { createPaidItem, createProfile, findProduct } from './support/factories.ts'
import { createTestQuotation, quotationCartOf } from './support/quotations.ts'
import { createCompleted } from './support/reviews.ts'

// Each scope of the staff × each reader of the database: tables through their policies, and the functions that read with the owner's rights.
// A new table or function fails here until it says who of the staff reads it.

const NOW = new Date('2026-11-23T15:00:00Z')

/** Every table by the scopes that read its rows; `admin` reads them all. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  'sales content support finance': [
    'assessments',
    'audit_log',
    'catalogue_cells',
    'catalogue_tags',
    'categories',
    'email_changes',
    'former_category_keys',
    'former_product_slugs',
    'legal_versions',
    'product_pictures',
    'profiles',
    'questionnaire_versions',
    'questionnaires',
    'saved_views',
    'search_words',
    'text_overrides',
  ],
  'sales support finance': [
    'bank_accounts',
    'bank_lines',
    'chargebacks',
    'discount_redemptions',
    'ledger_entries',
    'ledger_lines',
    'mails',
    'manual_payments',
    'order_items',
    'order_notes',
    'orders',
    'organisations',
    'payment_attempts',
    'quotation_lines',
    'quotation_links',
    'quotation_replies',
    'quotations',
    'refunds',
    'tax_document_files',
    'tax_documents',
  ],
  'sales finance': ['analytics_events', 'discount_code_products', 'discount_code_totals', 'discount_codes'],
  'sales support': [
    'access_imports',
    'access_refusals',
    'assessment_runs',
    'client_notes',
    'client_totals',
    'companies',
    'invitation_drafts',
    'invitation_send_rows',
    'invitation_sends',
    'organisation_invitations',
    'organisation_members',
    'respondent_sessions',
    'user_accesses',
    'workshop_certificates',
    'workshop_lessons',
    'workshop_sessions',
  ],
  'content support': ['reviews'],
  content: ['questionnaire_drafts'],
  finance: [
    'bank_statements',
    'gateway_movements',
    'gateway_reports',
    'ledger_checks',
    'month_closings',
    'reconciliation_days',
    'reconciliation_differences',
  ],
  '': [
    'api_keys',
    'data_breaches',
    'data_requests',
    'board_decisions',
    'organisation_logos',
    'plan_actions',
    'processing_activities',
    'run_answers',
    'staff_invitations',
    'webhook_attempts',
    'webhook_deliveries',
    'webhook_endpoints',
    'webhook_events',
  ],
}

/** Restricted by row as well. */
const OWN_ROWS = ['saved_views', 'email_changes', 'audit_log', 'bank_statements', 'bank_lines']

let database: TestDatabase
const actors = {} as Record<StaffScope, Extract<Actor, { kind: 'admin' }>>
let participant: { id: string; email: string }

beforeAll(async () => {
  database = await cloneDatabase()
  const { db, ownerPool } = database
  for (const scope of STAFF_SCOPES) {
    const { id } = await createProfile(ownerPool, { role: 'admin' })
    await ownerPool.query('update profiles set staff_scope = $2 where id = $1', [id, scope])
    actors[scope] = { kind: 'admin', userId: id }
  }
  const product = await findProduct(ownerPool)
  const [{ price } = { price: 0 }] = (
    await ownerPool.query<{ price: number }>('select base_price_clp as price from assessments where id = $1', [
      product.id,
    ])
  ).rows
  const buyer = await createProfile(ownerPool, { first_name: 'Rayén', last_name: 'Zafiro', email: 'rayen@zafiro.cl' })
  await createPaidItem(ownerPool, {
    userId: buyer.id,
    productId: product.id,
    seats: 2,
    company: 'Zafiro SpA',
    rut: '76123456-0',
  })
  await createTestQuotation(
    db,
    buyer,
    quotationCartOf([{ product_id: product.id, mode: 'self', seats: 1 }], Number(price)),
    NOW,
  )
  const { accessId, runId, respondent } = await createCompleted(ownerPool, {
    productId: product.id,
    buyerId: buyer.id,
    fullName: 'Millaray Zafiro',
  })
  await asActor(db, respondent, tx =>
    sql`insert into reviews (access_id, rating, comment, show_name) values (${accessId}, 5, 'Zafiro puro', true)`.execute(
      tx,
    ),
  )
  await ownerPool.query(
    "insert into run_answers (run_id, field, option, client_seq) values ($1, 'q1', 1, 1) on conflict do nothing",
    [runId],
  )
  participant = await createProfile(ownerPool, {
    role: 'respondent',
    first_name: 'Millaray',
    email: 'millaray@zafiro.cl',
  })
  const orderId = (
    await ownerPool.query<{ id: string }>('select id from orders where user_id = $1 limit 1', [buyer.id])
  ).rows[0]?.id
  for (const [recipient, order, access] of [
    ['pago@zafiro.cl', orderId, null],
    ['invitada@zafiro.cl', null, accessId],
    ['cuenta@zafiro.cl', null, null],
  ]) {
    await ownerPool.query(
      "insert into mails (template, recipient, params, order_id, access_id) values ('quotation', $1, '{}', $2, $3)",
      [recipient, order, access],
    )
  }
  return () => database.close()
})

const reads = (actor: Actor, query: string) =>
  asActor(database.db, actor, async tx => (await sql<Record<string, string>>`${sql.raw(query)}`.execute(tx)).rows)

describe('tables', () => {
  it('are read by the scopes whose lists show their rows, and by nobody else', async () => {
    const { rows } = await database.ownerPool.query<{ name: string; scopes: string }>(
      `select guarded.name, coalesce(string_agg(scope.name, ' ' order by scope.place) filter (where 'own' = any (readers) or exists (
           select from private.staff_permissions permission where permission.scope = scope.name and permission.area = any (readers))), '') as scopes
       from private.staff_tables guarded
         cross join unnest(array['sales', 'content', 'support', 'finance']) with ordinality as scope (name, place)
       group by guarded.name order by guarded.name`,
    )
    const declared = Object.entries(TABLES).flatMap(([scopes, names]) => names.map(name => ({ name, scopes })))
    expect(rows).toEqual(declared.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
  })

  it.each(STAFF_SCOPES)('show the scope %s what is declared', async scope => {
    for (const [scopes, names] of Object.entries(TABLES)) {
      const mayRead = scope === 'admin' || scopes.split(' ').includes(scope)
      for (const name of names) {
        const { rows } = await database.ownerPool.query<{ there: boolean }>(
          `select exists (select from ${name}) as there`,
        )
        // Some can't be asked for all their columns: a constant needs none.
        const seen = await reads(actors[scope], `select 1 from ${name} limit 1`).catch(() => [])
        if (!mayRead) expect(seen, name).toEqual([])
        else if (rows[0]?.there && !OWN_ROWS.includes(name)) expect(seen, name).toHaveLength(1)
      }
    }
  })

  it('show accounts, and mails by what they are about, to those who work with them', async () => {
    const seen: Record<string, string[]> = {}
    for (const scope of STAFF_SCOPES) {
      const people = await reads(actors[scope], "select email from profiles where email like '%@zafiro.cl'")
      const mails = await reads(
        actors[scope],
        "select recipient as email from mails where recipient like '%@zafiro.cl' and recipient <> 'rayen@zafiro.cl'",
      )
      seen[scope] = [...people, ...mails].map(({ email = '' }) => email.split('@')[0] ?? '').toSorted()
    }
    expect(seen).toEqual({
      admin: ['cuenta', 'invitada', 'millaray', 'pago', 'rayen'],
      sales: ['cuenta', 'invitada', 'millaray', 'pago', 'rayen'],
      content: [],
      support: ['cuenta', 'invitada', 'millaray', 'pago', 'rayen'],
      finance: ['pago', 'rayen'],
    })
  })

  it('show transfers that no order received to those who decide about them', async () => {
    await database.ownerPool.query(
      `with account as (insert into bank_accounts (name, created_at) values ('Cuenta', now()) returning id),
         statement as (insert into bank_statements (account_id, uploaded_by, file_name, source, created_at)
           select id, $1, 'x.csv', '{}', now() from account returning id, account_id)
       insert into bank_lines (account_id, statement_id, row_number, booked_on, amount_clp, description, occurrence, created_at)
       select account_id, id, 1, '2026-11-20', 1000, 'TEF de Zafiro', 1, now() from statement`,
      [actors.admin.userId],
    )
    const seen = []
    for (const scope of STAFF_SCOPES)
      if ((await reads(actors[scope], 'select 1 from bank_lines')).length > 0) seen.push(scope)
    expect(seen).toEqual(['admin', 'finance'])
  })
})

describe('functions with the rights of the owner', () => {
  // The record of one's own search, and entries of the ledger about what another guarded statement did. Both return nothing to read.
  const WITHOUT_AN_AREA = ['note_search', 'post_ledger']

  it('ask for an area wherever they ask for the staff', async () => {
    const { rows } = await database.ownerPool.query<{ name: string }>(
      `select proname as name from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
       where nspname in ('public', 'private') and prosecdef and pg_get_function_result(pg_proc.oid) <> 'trigger'
         and has_function_privilege('alhena_app', pg_proc.oid, 'execute')
         and prosrc ~ 'actor_is_staff|actor_is_admin|actor_kind\\(\\)[^;]*''admin'''
         and prosrc !~ 'staff_reads|staff_may|require_permission|scope_may|readable_mails|subject_or_staff'
       order by proname`,
    )
    expect(rows.map(({ name }) => name)).toEqual(WITHOUT_AN_AREA)
  })

  it('find for each scope what its lists find', async () => {
    const found: Record<string, string[]> = {}
    for (const scope of STAFF_SCOPES) {
      // As an administrator of the whole shop in code: the database alone must refuse.
      const rows = await asActor(database.db, actors[scope], tx =>
        findEverything(tx, { search: 'zafiro', max: 20, now: NOW, scope: 'admin' }),
      )
      found[scope] = [...new Set(rows.map(({ kind }) => kind))]
    }
    const all = ['orders', 'quotations', 'clients', 'companies', 'accesses', 'mails']
    expect(found).toEqual({
      admin: [...all, 'reviews'],
      sales: all,
      content: ['reviews'],
      support: [...all, 'reviews'],
      finance: ['orders', 'quotations', 'mails'],
    })
  })

  it('are not even asked for what the scope may not find', () => {
    expect(foundKindsOf('content')).toEqual(['products', 'reviews', 'questionnaires'])
    expect(foundKindsOf('finance')).toEqual(['orders', 'quotations', 'codes', 'mails'])
  })

  it('tell moderators and editors one thing of rows that they may not read', async () => {
    const ask = (scope: StaffScope) =>
      asActor(database.db, actors[scope], async tx => {
        const { rows } = await sql<{ beside: number | null; sold: boolean }>`
          select (select sum(private.reviews_beside(access_id)) from reviews) as beside, private.is_ordered(id) as sold
          from assessments where slug = 'dama-assessment'`.execute(tx)
        return rows[0]
      })
    expect(await ask('content')).toEqual({ beside: 0, sold: true })
    expect(await ask('finance')).toEqual({ beside: null, sold: false })
  })
})

it('leaves the shop and the people themselves what is theirs', async () => {
  expect(await reads(SYSTEM, "select 1 from mails where recipient = 'invitada@zafiro.cl'")).toHaveLength(1)
  expect(await reads({ kind: 'user', userId: participant.id }, 'select email from profiles')).toEqual([
    { email: participant.email },
  ])
})
