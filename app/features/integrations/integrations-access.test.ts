import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { createCompleted } from '#tests/support/reviews.ts'
import { wordAs } from '#tests/support/row-security.ts'
import { createEndpoint } from './manage-endpoints.server.ts'
import { createKey } from './manage-keys.server.ts'

// What the application's role can't do even when a statement has no ownership check.

let database: TestDatabase
let people: Record<'visitor' | 'buyer' | 'admin' | 'system', Actor>
let endpointId: string
let keyId: string
const keys: Record<string, string> = {}

beforeAll(async () => {
  database = await cloneDatabase(2)
  const { ownerPool, db } = database
  const admin = (await createProfile(ownerPool, { role: 'admin' })).id
  const buyer = (await createProfile(ownerPool)).id
  const product = await findProduct(ownerPool)
  await createPaidItem(ownerPool, { userId: buyer, productId: product.id, seats: 2 })
  await createCompleted(ownerPool, { productId: product.id })
  const actor = { kind: 'admin', userId: admin } as const
  const form = { url: 'https://sistema.example/', description: '', events: ['order.paid' as const] }
  const made = await createEndpoint(db, { actor, form, allowLocal: false, now: new Date() })
  endpointId = made.id
  for (const scope of ['orders:read', 'accesses:read', 'results:read'] as const) {
    const key = await createKey(db, { actor, form: { name: scope, scopes: [scope], days: '0' }, now: new Date() })
    keys[scope] = key.key
    keyId = key.id
  }
  people = { visitor: VISITOR, buyer: { kind: 'user', userId: buyer }, admin: actor, system: SYSTEM }
})
afterAll(() => database.close())

const as = (actor: Actor, statement: string) => wordAs(database, actor, statement)

const asKey = (scope: string, statement: string) => as({ kind: 'api', keyHash: digestOf(keys[scope] ?? '') }, statement)

const TABLES = ['webhook_endpoints', 'webhook_events', 'webhook_deliveries', 'webhook_attempts'] as const

describe.each(['visitor', 'buyer'] as const)('as a %s', who => {
  it("can't read or write webhooks and keys", async () => {
    for (const table of TABLES) expect(await as(people[who], `select 1 from ${table}`), table).toBe('done: 0')
    expect(await as(people[who], 'select id from api_keys')).toBe('done: 0')
    expect(await as(people[who], "update webhook_endpoints set url = 'https://otra.example/'")).toBe('done: 0')
    expect(
      await as(
        people[who],
        "insert into webhook_endpoints (url, events) values ('https://x.example/', '{order.paid}')",
      ),
    ).toContain('row-level security')
    expect(await as(people[who], "select private.set_webhook_secret(gen_random_uuid(), 'x', now(), now())")).toContain(
      'only administrators create secrets',
    )
    expect(await as(people[who], `select * from private.webhook_secret_dates('${endpointId}')`)).toBe('done: 0')
    expect(await as(people[who], "select * from private.claim_webhooks('infinity', 'infinity', 9, 9)")).toBe('done: 0')
    expect(
      await as(people[who], 'select * from private.api_results(null, null, null, null, null, true, null, 9)'),
    ).toBe('done: 0')
    const counts = 'from private.api_tallies((select max(id::text)::uuid from order_items)) as counts'
    expect(await as(people[who], `select 1 ${counts} where counts is not null`)).toBe('done: 0')
    expect(await as(people[who], "select * from private.count_items('{}')")).toContain('permission denied')
  })
})

describe('an administrator', () => {
  it.each([
    ['select * from private.webhook_secrets', 'permission denied'],
    ['select key_hash from api_keys', 'permission denied'],
    ["update api_keys set scopes = '{orders:read}'", 'permission denied'],
    ['delete from api_keys', 'permission denied'],
    ['delete from webhook_endpoints', 'permission denied'],
    ["insert into webhook_events (type, data) values ('order.paid', '{}')", 'row-level security'],
    ["update webhook_events set data = '{}'", 'permission denied'],
    ["select private.queue_webhooks('order.paid', array['{}'::jsonb])", 'permission denied'],
    ["select * from private.claim_webhooks('infinity', 'infinity', 9, 9)", 'done: 0'],
    [
      "insert into webhook_attempts (delivery_id, at, milliseconds, outcome) values (gen_random_uuid(), now(), 1, 'timeout')",
      'row-level security',
    ],
  ])('is refused: %s', async (statement, refusal) => {
    expect(await as(people.admin, statement)).toContain(refusal)
  })

  it("creates no key in another user's name, and reopens no revoked one", async () => {
    expect(
      await as(
        people.admin,
        `insert into api_keys (name, prefix, key_hash, scopes, created_by)
         select 'x', 'alh_x', repeat('a', 64), '{orders:read}', id from profiles where id <> private.actor_user_id() limit 1`,
      ),
    ).toContain('row-level security')
    await database.ownerPool.query("update api_keys set expires_at = now() + interval '1 day' where id = $1", [keyId])
    for (const end of ["now() + interval '2 days'", "'infinity'", 'null'])
      expect(await as(people.admin, `update api_keys set expires_at = ${end}`), end).toBe('api_keys_end')
    await database.ownerPool.query('update api_keys set revoked_at = now() where id = $1', [keyId])
    expect(await as(people.admin, 'update api_keys set revoked_at = null')).toBe('api_keys_revoked')
    await database.ownerPool.query('alter table api_keys disable trigger user')
    await database.ownerPool.query('update api_keys set revoked_at = null where id = $1', [keyId])
    await database.ownerPool.query('alter table api_keys enable trigger user')
  })
})

describe('a key', () => {
  const READS = [
    'orders',
    'order_items',
    'user_accesses',
    'refunds',
    'assessment_runs',
    'run_answers',
    'mails',
    'audit_log',
    'discount_codes',
    'client_notes',
    'quotations',
    'payment_attempts',
    ...TABLES,
  ]
  const seen = async (scope: string) => {
    const found: string[] = []
    for (const table of READS) if ((await asKey(scope, `select 1 from ${table}`)) !== 'done: 0') found.push(table)
    return found
  }

  // shows: B6.21
  it('reads what its scopes name and nothing else, whatever the query', async () => {
    expect(await seen('orders:read')).toEqual(['orders', 'order_items'])
    expect(await seen('accesses:read')).toEqual(['order_items', 'user_accesses'])
    expect(await seen('results:read')).toEqual([])
    const results = 'select * from private.api_results(null, null, null, null, null, true, null, 9)'
    expect(await asKey('results:read', results)).toBe('done: 1')
    expect(await asKey('orders:read', results)).toBe('done: 0')
    // Buyers, and nobody who did not buy.
    expect(await asKey('orders:read', 'select id from profiles where id not in (select user_id from orders)')).toBe(
      'done: 0',
    )
    expect(await asKey('accesses:read', 'select id from profiles')).toBe('done: 0')
  })

  // shows: B6.21
  it("can't write", async () => {
    for (const scope of Object.keys(keys)) {
      expect(await asKey(scope, "update orders set status = 'refunded'")).toBe('done: 0')
      expect(await asKey(scope, "update user_accesses set status = 'revoked'")).toBe('done: 0')
      expect(await asKey(scope, "update profiles set first_name = 'x'")).toBe('done: 0')
      expect(await asKey(scope, "insert into audit_log (action, entity, entity_id) values ('a', 'b', 'c')")).toContain(
        'violates',
      )
      expect(
        await asKey(scope, "insert into mails (template, recipient, params) values ('x', 'a@example.cl', '{}')"),
      ).toContain('violates')
    }
  })

  it('that does not exist reads nothing', async () => {
    const system = { kind: 'api', keyHash: digestOf('alh_x') } as const
    for (const table of READS) expect(await as(system, `select 1 from ${table}`), table).toBe('done: 0')
  })
})
