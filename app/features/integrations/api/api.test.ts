import { beforeAll, describe, expect, it } from 'vitest'
import { contextOf } from '#app/features/identity/accounts.test-support.ts'
import { findKey, listKeys } from '#app/features/integrations/api-keys.server.ts'
import { createKey, revokeKey, rotateKey } from '#app/features/integrations/manage-keys.server.ts'
import { describeApi } from '#app/features/integrations/openapi.server.ts'
import { addDays, endOfDay } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { ApiScope } from '#app/platform/database/values.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createPaidItem, createProfile, createRefund, findProduct } from '#tests/support/factories.ts'
import { createCompleted } from '#tests/support/reviews.ts'
import { loader as access } from './access.ts'
import { loader as accesses, action } from './accesses.ts'
import { loader as openapi } from './openapi.ts'
import { loader as order } from './order.ts'
import { loader as orders } from './orders.ts'
import { loader as result } from './result.ts'
import { loader as results } from './results.ts'

const { database, accounts } = await openTestAccounts()
const NOW = new Date()
let admin: { kind: 'admin'; userId: string }
let productId: string
let every: string

beforeAll(async () => {
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  productId = (await findProduct(database.ownerPool)).id
  every = (await key(['orders:read', 'accesses:read', 'results:read'])).key
})

const key = (scopes: ApiScope[], days: '90' | '0' = '0', now = NOW) =>
  createKey(database.db, { actor: admin, form: { name: 'Sistema', scopes, days }, now })

type Loader = (args: never) => Response | Promise<Response>

async function ask(
  loader: Loader,
  query = '',
  input: { key?: string; id?: string; headers?: Record<string, string> } = {},
) {
  const url = new URL(`http://shop.test/api/v1/x${query}`)
  const sent = input.key ?? every
  const headers = { ...(sent !== '' && { authorization: `Bearer ${sent}` }), ...input.headers }
  const args = {
    request: new Request(url, { headers }),
    url,
    params: { id: input.id },
    context: contextOf(accounts, database),
  }
  const answer = await loader(args as never)
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
}

async function buy(seats = 2) {
  const buyer = await createProfile(database.ownerPool, { first_name: 'Rosa' })
  return { ...(await createPaidItem(database.ownerPool, { userId: buyer.id, productId, seats })), buyer }
}

describe('a key', () => {
  // shows: B2.81
  it('must be present, in its header, and valid', async () => {
    const missing = await ask(orders, '', { key: '' })
    expect(missing).toMatchObject({ status: 401, body: { code: 'key_missing', status: 401, type: 'about:blank' } })
    expect(missing.headers.get('content-type')).toBe('application/problem+json')
    expect(missing.headers.get('www-authenticate')).toBe('Bearer')
    expect(await ask(orders, `?key=${every}`, { key: '' })).toMatchObject({ status: 401 })
    for (const wrong of [`alh_${'a'.repeat(43)}`, 'x', every.slice(0, -1), `${every}a`])
      expect(await ask(orders, '', { key: wrong })).toMatchObject({ status: 401 })
    const expired = await key(['orders:read'], '90', addDays(NOW, -91))
    expect(await ask(orders, '', { key: expired.key })).toMatchObject({ status: 401, body: { code: 'key_not_valid' } })
    const revoked = await key(['orders:read'])
    expect(await ask(orders, '', { key: revoked.key })).toMatchObject({ status: 200 })
    await revokeKey(database.db, { actor: admin, keyId: revoked.id, now: NOW })
    expect(await ask(orders, '', { key: revoked.key })).toMatchObject({ status: 401 })
    await expect(revokeKey(database.db, { actor: admin, keyId: revoked.id, now: NOW })).rejects.toThrow(
      'Esa clave ya estaba revocada.',
    )
  })

  it('reads what its scopes name, and the error names a missing one', async () => {
    const { key: narrow } = await key(['accesses:read'])
    const loaders = { orders, order, accesses, access, results, result }
    const answers = await Promise.all(
      Object.values(loaders).map(loader => ask(loader, '', { key: narrow, id: crypto.randomUUID() })),
    )
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 404, 403, 403])
    expect(answers[0]?.body).toMatchObject({ code: 'scope_missing', detail: expect.stringContaining('orders:read') })
    expect(accounts.logged.join()).toContain('api_refused')
  })

  // shows: B2.79
  it('is replaced by another one with the same scopes, and stays valid beside it for the selected time', async () => {
    const first = await key(['orders:read'], '90')
    const change = (keyId: string, overlapHours: number) =>
      rotateKey(database.db, { actor: admin, keyId, overlapHours, now: NOW })
    // Two concurrent clicks create one key.
    const answers = await Promise.allSettled([change(first.id, 24), change(first.id, 24)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const made = answers.find(answer => answer.status === 'fulfilled')
    if (!made) throw new Error('No key was made')
    const second = made.value
    for (const each of [first, second]) expect(await ask(orders, '', { key: each.key })).toMatchObject({ status: 200 })
    expect(await ask(accesses, '', { key: second.key })).toMatchObject({ status: 403 })
    const look = (id: string) => asActor(database.db, admin, tx => findKey(tx, id))
    const [old, fresh] = [await look(first.id), await look(second.id)]
    expect(old).toMatchObject({ replaced_by: second.id, expires_at: addDays(NOW, 1), revoked_at: null })
    expect(fresh).toMatchObject({ name: 'Sistema', scopes: ['orders:read'], expires_at: endOfDay(NOW, 90) })
    await change(second.id, 0)
    expect(await ask(orders, '', { key: second.key })).toMatchObject({ status: 401 })
    await expect(change(second.id, 24)).rejects.toThrow('Esta clave ya no está vigente')
    // Never longer than its own expiry.
    const short = await key(['orders:read'], '90', addDays(NOW, -89))
    await change(short.id, 168)
    expect(await look(short.id)).toMatchObject({ expires_at: endOfDay(NOW, 1) })
  })

  // shows: B6.20
  it('used without permission or after its end is audited, once an hour', async () => {
    const made = await key(['accesses:read'])
    const log = async () =>
      (
        await database.ownerPool.query<{ after: unknown }>(
          "select after from audit_log where action = 'api_refused' and entity_id = $1 order by id",
          [made.id],
        )
      ).rows.map(({ after }) => after)
    await ask(accesses, '', { key: made.key })
    expect(await log()).toEqual([])
    for (let time = 0; time < 3; time += 1) await ask(orders, '', { key: made.key })
    await ask(results, '', { key: made.key })
    await revokeKey(database.db, { actor: admin, keyId: made.id, now: NOW })
    await ask(accesses, '', { key: made.key })
    await ask(accesses, '', { key: made.key })
    expect(await log()).toEqual([
      { reason: 'orders:read', path: '/api/v1/x' },
      { reason: 'results:read', path: '/api/v1/x' },
      { reason: 'key_not_valid', path: '/api/v1/x' },
    ])
  })

  // shows: B2.79
  it('of a former administrator is marked as such, page by page', async () => {
    const left = await createProfile(database.ownerPool, { role: 'admin' })
    const theirs = await createKey(database.db, {
      actor: { kind: 'admin', userId: left.id },
      form: { name: 'Suya', scopes: ['orders:read'], days: '0' },
      now: addDays(NOW, 1),
    })
    await database.ownerPool.query("update profiles set role = 'client' where id = $1", [left.id])
    const page = (after?: string) =>
      asActor(database.db, admin, tx =>
        listKeys(tx, { sort: { column: 'created_at', direction: 'desc' }, size: 1, after }),
      )
    const first = await page()
    expect(first.rows).toMatchObject([{ id: theirs.id, author: left.email, author_left: true }])
    const second = await page(first.next)
    expect(second.rows).toMatchObject([{ author_left: false }])
    expect(second.previous).toBeDefined()
  })

  it('is stored as a hash alone, with its last use', async () => {
    const made = await key(['orders:read'])
    await ask(orders, '', { key: made.key })
    const { rows } = await database.ownerPool.query('select to_jsonb(api_keys) as row from api_keys where id = $1', [
      made.id,
    ])
    expect(JSON.stringify(rows)).not.toContain(made.key.slice(12))
    expect(rows[0].row.last_used_at).not.toBeNull()
    const audit = await database.ownerPool.query(
      "select action, after from audit_log where entity = 'api_keys' and entity_id = $1",
      [made.id],
    )
    expect(audit.rows).toMatchObject([
      { action: 'api_key_created', after: { name: 'Sistema', scopes: ['orders:read'] } },
    ])
  })
})

describe('orders', () => {
  it('contain their items, buyer and refunds', async () => {
    const bought = await buy(3)
    await createRefund(database.ownerPool, bought.order_id)
    const { status, body, headers } = await ask(order, '', { id: bought.order_id })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      id: bought.order_id,
      order_number: bought.order_number,
      status: 'refunded',
      total_clp: 3000,
      document: { type: 'boleta', rut: null },
      buyer: { id: bought.buyer.id, email: bought.buyer.email, first_name: 'Rosa' },
      items: [{ id: bought.item_id, seats: 3, mode: 'business', product: { slug: 'dama-assessment' } }],
    })
    expect(JSON.stringify(body)).not.toMatch(/idempotency|access_code|AC-/)
    for (const id of [crypto.randomUUID(), 'x', "' or true --"])
      expect(await ask(order, '', { id })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  // shows: B2.81
  it('are paged through once, in both directions, and filtered', async () => {
    for (let count = 0; count < 5; count += 1) await buy()
    for (const way of ['asc', 'desc']) {
      const seen: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const page = await ask(orders, `?limit=2&order=${way}${next && `&after=${next}`}`)
        for (const { id } of page.body.data) seen.push(id)
        next = page.body.next
      }
      const all = await database.ownerPool.query<{ id: string }>(
        `select id from orders order by created_at ${way}, id ${way}`,
      )
      expect(seen).toEqual(all.rows.map(({ id }) => id))
    }
    const later = new Date(Date.now() + 3_600_000).toISOString()
    expect((await ask(orders, `?created_since=${later}`)).body).toEqual({ data: [], next: null })
    expect((await ask(orders, `?created_until=${later}&status=pending`)).body.data).toEqual([])
    expect((await ask(orders, '?status=paid')).body.data.length).toBeGreaterThanOrEqual(5)
  })

  it('answer 304 to a client that has the current version', async () => {
    const bought = await buy()
    const first = await ask(order, '', { id: bought.order_id })
    const tag = first.headers.get('etag') ?? ''
    const known = { id: bought.order_id, headers: { 'if-none-match': `"x", ${tag}` } }
    expect(await ask(order, '', known)).toMatchObject({ status: 304, body: undefined })
    await createRefund(database.ownerPool, bought.order_id)
    expect(await ask(order, '', known)).toMatchObject({ status: 200, body: { status: 'refunded' } })
  })
})

describe('parameters', () => {
  it.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=x', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?after=x', 'after'],
    ['?order=up', 'order'],
    ['?status=gone', 'status'],
    ['?created_since=2026-01-01', 'created_since'],
    ['?created_since=%00', 'created_since'],
    ['?stauts=paid', 'stauts'],
    ['?__proto__=1', '__proto__'],
  ])('report %s', async (query, name) => {
    const { status, body } = await ask(orders, query)
    expect([status, body.code]).toEqual([400, 'parameters_not_valid'])
    expect(Object.keys(body.errors)).toEqual([name])
  })

  it('accept any valid instant', async () => {
    for (const moment of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-11-21T10:00:00-03:00'])
      expect((await ask(orders, `?created_since=${encodeURIComponent(moment)}`)).status).toBe(200)
  })

  it("can't be combined with a writing method", async () => {
    const answer = action()
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('accesses', () => {
  it('do not contain their code', async () => {
    const bought = await buy()
    const { body } = await ask(access, '', { id: bought.owner_access_id })
    expect(body).toMatchObject({
      order_id: bought.order_id,
      email: bought.buyer.email,
      status: 'active',
      invited: false,
    })
    expect(JSON.stringify(body)).not.toContain(bought.owner_code)
    const { body: ofItem } = await ask(accesses, `?order_item_id=${bought.item_id}`)
    expect(ofItem.data.map(({ id }: { id: string }) => id)).toEqual([bought.owner_access_id])
  })
})

describe('results', () => {
  // shows: B6.22
  it('contain levels by section, of nominative purchases alone', async () => {
    const open = await createCompleted(database.ownerPool, { productId, unfinished: true })
    const hidden = await createCompleted(database.ownerPool, {
      productId,
      unfinished: true,
      fullName: 'Zutana Secreta',
    })
    await database.ownerPool.query(
      "update order_items set result_mode = 'confidential' where id = (select order_item_id from user_accesses where id = $1)",
      [hidden.accessId],
    )
    for (const { runId } of [open, hidden]) {
      await database.ownerPool.query(
        "insert into run_answers (run_id, field, option, client_seq) values ($1, 'q1_governance_framework', 4, 1)",
        [runId],
      )
      await database.ownerPool.query(
        "update assessment_runs set status = 'completed', end_time = now(), duration_seconds = 60, closed_by = 'respondent' where id = $1",
        [runId],
      )
    }
    const { body } = await ask(results, '?limit=100')
    const shown = body.data.find(({ id }: { id: string }) => id === open.runId)
    expect(shown).toMatchObject({ access_id: open.accessId, person: { full_name: 'Pedro Soto' }, overall_level: 4 })
    expect(shown.sections).toHaveLength(8)
    expect(shown.sections[0]).toEqual({ title: 'Gobierno de Datos (Data Governance)', level: 4 })
    expect(shown.sections[1].level).toBeNull()
    expect(JSON.stringify(body)).not.toContain('Zutana')
    expect(await ask(result, '', { id: hidden.runId })).toMatchObject({ status: 404 })
    expect(await ask(result, '', { id: open.runId })).toMatchObject({ status: 200, body: { id: open.runId } })
    await database.ownerPool.query("update user_accesses set status = 'revoked' where id = $1", [open.accessId])
    expect(await ask(result, '', { id: open.runId })).toMatchObject({ status: 404 })
  })

  it('are paged through once, by completion', async () => {
    for (let count = 0; count < 5; count += 1) await createCompleted(database.ownerPool, { productId })
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page = await ask(results, `?limit=2&order=asc${next && `&after=${next}`}`)
      for (const { id } of page.body.data) seen.push(id)
      next = page.body.next
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(5)
    expect((await ask(results, `?completed_until=2020-01-01T00:00:00Z`)).body.data).toEqual([])
  })
})

describe('the description', () => {
  // shows: B2.82
  it('is OpenAPI 3.1 of every address, with valid references', async () => {
    const { body, headers } = await ask(openapi, '', { key: '' })
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(body).toEqual(JSON.parse(JSON.stringify(describeApi('http://shop.test'))))
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toEqual([
      '/orders',
      '/orders/{id}',
      '/accesses',
      '/accesses/{id}',
      '/results',
      '/results/{id}',
      '/consolidated/{id}',
      '/actions',
      '/actions/{id}',
    ])
    expect(Object.keys(body.components.schemas).toSorted()).toEqual([
      'Access',
      'Action',
      'Consolidated',
      'Order',
      'Problem',
      'Product',
      'Result',
    ])
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    )
    expect(references.length).toBeGreaterThan(10)
    for (const name of references) expect(body.components.schemas).toHaveProperty(String(name))
    expect(JSON.stringify(body)).not.toContain('$defs')
    const names = body.paths['/orders'].get.parameters.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['limit', 'after', 'order', 'status', 'created_since', 'created_until'])
  })
})
