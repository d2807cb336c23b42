import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteRefusedAccess, writeAudit, writeAudits } from '#app/features/audit/audit.server.ts'
import { findEntityNames, ownName } from '#app/features/audit/entity-names.server.ts'
import { type Actor, asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { purgeExpired } from '#app/platform/jobs/purge-expired.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { type AuditQuery, auditChoices, auditRows, findEntry } from './audit-list.server.ts'

let database: TestDatabase
let adminId: string
let admin: Actor

beforeAll(async () => {
  database = await cloneDatabase()
  adminId = (await createProfile(database.ownerPool, { role: 'admin', first_name: 'Inés', last_name: 'Mora' })).id
  admin = { kind: 'admin', userId: adminId }
})
afterAll(() => database.close())

const ALL: AuditQuery = {
  search: '',
  action: undefined,
  entity: undefined,
  actor: undefined,
  from: undefined,
  until: undefined,
  sort: { column: 'at', direction: 'desc' },
  size: 25,
  now: new Date(),
}
const page = (input: Partial<AuditQuery> = {}, actor = admin) =>
  asActor(database.db, actor, tx => auditRows.page(tx, { ...ALL, ...input }))
const actionsOf = async (input: Partial<AuditQuery>) => (await page(input)).rows.map(entry => entry.action)

// shows: B2.68
it('finds entries by actor, action, kind of row, id, days and words of the change', async () => {
  const id = randomUUID()
  const entry = { action: 'assessment_edited', entity: 'assessment', entity_id: id }
  await asActor(database.db, admin, tx =>
    writeAudit(tx, { ...entry, before: { name: 'Brújula Ártica' }, after: { name: 'Brújula Austral', price: 55_000 } }),
  )
  await asActor(database.db, SYSTEM, tx => writeAudit(tx, { ...entry, action: 'order_refunded', entity: 'orders' }))
  expect((await page({ search: id, action: 'assessment_edited' })).rows).toMatchObject([
    {
      ...entry,
      actor: { kind: 'admin', id: adminId, name: 'Inés Mora' },
      before: { name: 'Brújula Ártica' },
      after: { name: 'Brújula Austral', price: 55_000 },
      isRemoved: false,
    },
  ])
  expect(await actionsOf({ search: id })).toEqual(['order_refunded', 'assessment_edited'])
  expect(await actionsOf({ search: id.toUpperCase(), sort: { column: 'at', direction: 'asc' } })).toEqual([
    'assessment_edited',
    'order_refunded',
  ])
  for (const search of ['artica', 'brujula AUST', '55000 austral', 'edited austral']) {
    expect(await actionsOf({ search }), search).toEqual(['assessment_edited'])
    expect(await actionsOf({ search, actor: adminId, entity: 'assessment' }), search).toEqual(['assessment_edited'])
    expect(await actionsOf({ search, entity: 'orders' }), search).toEqual([])
    expect(await actionsOf({ search, actor: randomUUID() }), search).toEqual([])
    expect(await actionsOf({ search, until: new Date(0) }), search).toEqual([])
  }
  expect(await actionsOf({ action: 'order_refunded', entity: 'orders' })).toEqual(['order_refunded'])
  expect(await actionsOf({ actor: adminId })).toEqual(['assessment_edited'])
  expect(await actionsOf({ from: new Date(0), until: new Date(Date.now() - 86_400_000) })).toEqual([])
  expect(await actionsOf({ search: "%_'; drop table audit_log" })).toEqual([])
  const known = await asActor(database.db, admin, tx => auditChoices(tx, undefined))
  expect(known.actions).toEqual(['assessment_edited', 'order_refunded'])
  expect(known.entities).toEqual(['assessment', 'orders'])
  expect(known.people).toContainEqual(expect.objectContaining({ id: adminId, name: 'Inés Mora' }))
})

// shows: B2.68
it('pages through every entry once, in both directions, also with a search, and exports them all', async () => {
  const ids = Array.from({ length: 60 }, () => randomUUID())
  await asActor(database.db, admin, tx =>
    writeAudits(
      tx,
      ids.map(id => ({ action: 'text_changed', entity: 'shop_text', entity_id: id, after: { hero: 'Cochayuyo' } })),
    ),
  )
  for (const search of ['', 'cochayu']) {
    const seen: string[] = []
    let last = await page({ search, action: 'text_changed' })
    while (true) {
      seen.push(...last.rows.map(row => row.entity_id))
      if (last.next === undefined) break
      last = await page({ search, action: 'text_changed', after: last.next })
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    const back = await page({ search, action: 'text_changed', before: last.rows[0]?.id })
    expect(back.rows.map(row => row.entity_id)).toEqual(seen.slice(25, 50))
  }
  expect((await page({ after: randomUUID() })).rows).toEqual([])
  const table: (readonly string[])[] = []
  for await (const batch of auditRows.batches(database.db, admin, { ...ALL, search: 'cochayu' })) {
    if (typeof batch !== 'string') table.push(...batch)
  }
  expect(table).toHaveLength(60)
  expect(table[0]).toHaveLength(auditRows.header.length)
  expect(table[0]).toEqual(
    expect.arrayContaining([
      'Inés Mora',
      'Texto cambiado',
      'text_changed',
      'Texto de la tienda',
      '{"hero":"Cochayuyo"}',
    ]),
  )
})

// shows: B6.12
it('shows fields and figures of deleted accounts, but no text, also not through the search', async () => {
  const buyer = await createProfile(database.ownerPool, { first_name: 'Quillén', last_name: 'Curaco' })
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
  const written = { email: 'invitada@curacautin.cl', seats: 3, people: [{ name: 'Millaray' }], urgent: true }
  await asActor(database.db, { kind: 'user', userId: buyer.id }, async tx => {
    await writeAudit(tx, {
      action: 'access_invited',
      entity: 'user_accesses',
      entity_id: item.owner_access_id ?? item.item_id,
      after: written,
    })
    await writeAudit(tx, {
      action: 'result_mode_chosen',
      entity: 'order_items',
      entity_id: item.item_id,
      before: written,
    })
  })
  expect(await actionsOf({ search: 'curacautin' })).toHaveLength(2)
  await database.ownerPool.query(
    "update profiles set deleted_at = now(), first_name = 'Cuenta eliminada', last_name = '', email = 'eliminada-' || id || '@cuenta.invalid' where id = $1",
    [buyer.id],
  )
  for (const search of ['curacautin', 'millaray', 'invitada']) expect(await actionsOf({ search })).toEqual([])
  const { rows } = await page({ search: item.item_id })
  expect(rows).toMatchObject([
    {
      isRemoved: true,
      before: { email: null, seats: 3, people: [{ name: null }], urgent: true },
      actor: { name: 'Cuenta eliminada', email: null },
    },
  ])
  const one = await asActor(database.db, admin, tx => findEntry(tx, rows[0]?.number ?? 0))
  expect(JSON.stringify(one)).not.toMatch(/curacautin|Millaray|Quillén/)
  for await (const batch of auditRows.batches(database.db, admin, { ...ALL, actor: buyer.id })) {
    expect(JSON.stringify(batch)).not.toMatch(/curacautin|Millaray|Quillén/)
  }
})

// shows: B6.13
it('permanently loses personal texts when the account is deleted, and nothing else', async () => {
  const [buyer, other] = [await createProfile(database.ownerPool), await createProfile(database.ownerPool)]
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
  const ids = [buyer.id, other.id, item.owner_access_id ?? '', item.order_id]
  const shown = (entity: string, at: number, after: unknown) => ({
    action: 'x',
    entity,
    entity_id: ids[at] ?? '',
    after,
  })
  const note = (input: ReturnType<typeof shown>) => asActor(database.db, admin, tx => writeAudit(tx, input))
  await note(shown('profiles', 0, { role: 'client', notes: 2 }))
  await note(shown('profiles', 1, { company: 'Ventisquero' }))
  await note(shown('user_accesses', 2, { email: 'rayen@quenuir.cl', people: [{ name: 'Rayén' }], urgent: true }))
  await note(shown('orders', 3, { recipient: 'rayen@quenuir.cl', reference: 'TEF 8841' }))
  const stored = async () =>
    (
      await database.ownerPool.query<{ after: unknown }>(
        "select after from audit_log where entity_id = any($1) and action = 'x' order by id",
        [ids],
      )
    ).rows.map(({ after }) => after)
  const count = () => database.ownerPool.query('select count(*) from audit_log')
  const before = (await count()).rows

  // An entry that another transaction is writing meanwhile is cleared in the next run.
  const late = await database.ownerPool.connect()
  await late.query(`begin; set local alhena.kind = 'admin'; set local alhena.user_id = '${adminId}'`)
  await late.query(
    "insert into audit_log (action, entity, entity_id, after) values ('late', 'user_accesses', $1, '{\"email\":\"rayen@quenuir.cl\"}')",
    [ids[2]],
  )
  await database.ownerPool.query('update profiles set deleted_at = now() where id = $1', [buyer.id])
  await late.query('commit')
  late.release()
  expect(await stored()).toEqual([
    { role: null, notes: 2 },
    { company: 'Ventisquero' },
    { email: null, people: [{ name: null }], urgent: true },
    { recipient: null, reference: 'TEF 8841' },
  ])
  await purgeExpired(database.db, new Date())
  const { rows } = await database.ownerPool.query("select 1 from audit_log where after::text like '%quenuir%'")
  expect(rows).toEqual([])
  expect(Number((await count()).rows[0]?.count)).toBe(Number(before[0]?.count) + 1)
})

// shows: B6.11
it('records refused requests, one per address in ten minutes, sixty an hour at most', async () => {
  const stranger = await createProfile(database.ownerPool)
  const actor: Actor = { kind: 'user', userId: stranger.id }
  const knock = (path: string) =>
    noteRefusedAccess(database.db, actor, { path, method: 'GET', role: 'client', now: new Date() })
  await knock('/admin/orders')
  await knock('/admin/orders')
  expect((await page({ action: 'access_refused', actor: stranger.id })).rows).toMatchObject([
    {
      entity: 'address',
      entity_id: '/admin/orders',
      after: { method: 'GET', role: 'client' },
      actor: { email: stranger.email },
    },
  ])
  for (let index = 0; index < 70; index += 1) await knock(`/admin/orders/${index}${'x'.repeat(200)}`)
  expect((await page({ action: 'access_refused', actor: stranger.id, size: 100 })).rows).toHaveLength(60)
  await noteRefusedAccess(
    database.db,
    { kind: 'visitor' },
    { path: '/admin', method: 'GET', role: 'x', now: new Date() },
  )
  expect((await page({ search: 'access refused', actor: undefined, size: 100 })).rows).toHaveLength(60)
})

// shows: B6.10
it('is readable by the staff alone', async () => {
  const user: Actor = { kind: 'user', userId: (await createProfile(database.ownerPool)).id }
  for (const input of [{}, { search: 'cochayu' }, { search: randomUUID() }, { action: 'text_changed' }]) {
    expect((await page(input, user)).rows).toEqual([])
  }
  const known = await asActor(database.db, user, tx => auditChoices(tx, undefined))
  expect([...known.actions, ...known.entities]).toEqual([])
})

// shows: B6.10
it.each([
  ['alhena_app', "update audit_log set action = 'x'"],
  ['alhena_app', 'update audit_log set list_words = default'],
  ['alhena_app', 'delete from audit_log'],
  ['alhena_app', 'truncate audit_log'],
  ['alhena_app', "insert into audit_log (at, action, entity, entity_id) values (now(), 'a', 'b', 'c')"],
  ['alhena_app', 'select private.forget_in_audit(id) from profiles'],
  ['owner', "update audit_log set action = 'x'"],
  ['owner', "update audit_log set before = private.without_texts(before), after = '{}'"],
  ['owner', 'update audit_log set before = private.without_texts(before), after = private.without_texts(after)'],
  ['owner', 'delete from audit_log'],
  ['owner', 'truncate audit_log'],
])("can't be changed as %s: %s", async (role, statement) => {
  const client = await database.ownerPool.connect()
  try {
    await client.query('begin')
    if (role !== 'owner') {
      await client.query(
        `set local role ${role}; set local alhena.kind = 'admin'; set local alhena.user_id = '${adminId}'`,
      )
    }
    const error: unknown = await client.query(statement).catch((refusal: unknown) => refusal)
    expect(error).toBeInstanceOf(DatabaseError)
    expect(error).toHaveProperty('message', expect.stringMatching(/permission denied|never changed or deleted/))
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('names what entries are about, with its page while it exists, whatever their ids are', async () => {
  const buyer = await createProfile(database.ownerPool, { first_name: 'Berta', last_name: 'Lagos' })
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id })
  const missing = randomUUID()
  const about: [entity: string, id: string][] = [
    ['orders', item.order_id],
    ['order_items', item.item_id],
    ['user_accesses', item.owner_access_id],
    ['profiles', buyer.id],
    ['assessment', product.id],
    ['questionnaire', 'dama-dmbok2'],
    ['mail_text', 'respondent_invitation'],
    ['legal_text', 'purchase_terms'],
    ['setting', 'transfer'],
    ['orders', missing],
    ['orders', "no es un id'"],
    ['constructor', missing],
  ]
  const names = await asActor(database.db, admin, async tx => {
    const nameOf = await findEntityNames(
      tx,
      about.map(([entity, entity_id]) => ({ entity, entity_id })),
    )
    return about.map(([entity, entity_id]) => nameOf({ entity, entity_id }))
  })
  expect(names).toEqual([
    { name: item.order_number, to: `/admin/orders/${item.order_id}` },
    { name: `${product.name}, ${item.order_number}`, to: `/admin/orders/${item.order_id}` },
    { name: expect.stringContaining('Berta'), to: `/admin/access/${item.owner_access_id}` },
    { name: 'Berta Lagos', to: `/admin/clients/${buyer.id}` },
    { name: product.name, to: `/admin/catalog/assessments/${product.id}` },
    { name: 'Evaluación de Madurez en Gobierno de Datos', to: '/admin/content/questionnaires/dama-dmbok2' },
    { name: 'Invitación a responder', to: '/admin/content/emails/respondent_invitation' },
    { name: 'Resumen de las condiciones de compra', to: '/admin/content/legal/condiciones' },
    { name: 'Cuenta para transferencias', to: '/admin/settings/transfer' },
    undefined,
    undefined,
    { name: '', to: undefined },
  ])
  expect(ownName({ name: 'Brújula', code: 'B' })).toEqual({ name: 'Brújula', to: undefined })
  expect([ownName(null), ownName('texto'), ownName({ seats: 3 })]).toEqual([undefined, undefined, undefined])
  expect(await asActor(database.db, admin, tx => findEntityNames(tx, []))).toBeTypeOf('function')
})
