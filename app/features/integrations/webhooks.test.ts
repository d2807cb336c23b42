import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#app/kernel/dates.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { WebhookEvent } from '#app/platform/database/values.ts'
import { createLog } from '#app/platform/log/log.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProfile, createRefund, findProduct } from '#tests/support/factories.ts'
import { createCompleted, followCompletion } from '#tests/support/reviews.ts'
import { bodyOf, deliverWebhooks } from './deliver-webhooks.server.ts'
import { claimEndpoints, findDelivery, purgeWebhooks } from './deliveries.server.ts'
import {
  createEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  resendDeliveries,
  resumeEndpoint,
  rotateSecret,
  sendTest,
} from './manage-endpoints.server.ts'
import { expectedSignature, openReceiver } from './receiver.test-support.ts'
import { WEBHOOK_EVENT_NAMES } from './webhooks.ts'

let database: TestDatabase
let admin: { kind: 'admin'; userId: string }
let adminEmail: string
let product: { id: string }
let receiver: Awaited<ReturnType<typeof openReceiver>>
const START = new Date()
const log = createLog('error', () => {})

beforeAll(async () => {
  database = await cloneDatabase(12)
  const profile = await createProfile(database.ownerPool, { role: 'admin' })
  admin = { kind: 'admin', userId: profile.id }
  adminEmail = profile.email
  product = await findProduct(database.ownerPool)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  receiver.close()
  await database.ownerPool.query(
    "truncate webhook_events cascade; update webhook_endpoints set status = 'deleted', paused_because = null where status <> 'deleted'",
  )
})
afterAll(() => database.close())

/** Milliseconds after the start, as the worker's clock shows them. */
const at = (milliseconds: number) => new Date(START.getTime() + milliseconds)
const deliver = (milliseconds = 0, stopping?: AbortSignal) =>
  deliverWebhooks({ db: database.db, log, now: () => at(milliseconds), allowLocal: true }, stopping)
/** As the worker does: again while there is work. */
async function deliverAll(milliseconds = 0): Promise<void> {
  while ((await deliver(milliseconds)) > 0);
}

async function endpoint(events: readonly WebhookEvent[] = WEBHOOK_EVENT_NAMES, url = receiver.url) {
  const form = { url, description: '', events: [...events] }
  const made = await createEndpoint(database.db, { actor: admin, form, allowLocal: true, now: START })
  return made
}

async function buy(seats = 2) {
  const buyer = await createProfile(database.ownerPool)
  return { ...(await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats })), buyer }
}

const rows = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.ownerPool.query<Row>(statement, values)).rows
const endpointRow = async (id: string) =>
  (
    await rows<{ status: string; paused_because: string | null; revision: number; failing_since: Date | null }>(
      'select * from webhook_endpoints where id = $1',
      [id],
    )
  )[0]

describe('events', () => {
  // shows: B2.75
  it('are written for a purchase, its accesses and its refund, and signed verifiably', async () => {
    const { secret } = await endpoint()
    const item = await buy(3)
    await deliverAll()
    await createRefund(database.ownerPool, item.order_id)
    await deliverAll()
    expect(receiver.received.map(({ type }) => type)).toEqual(['access.created', 'order.paid', 'order.refunded'])
    const [created, paid, refunded] = receiver.received
    expect(created?.data).toMatchObject({
      access_id: item.owner_access_id,
      order_item_id: item.item_id,
      invited: false,
    })
    expect(paid?.data).toMatchObject({
      order_id: item.order_id,
      order_number: item.order_number,
      total_clp: 3000,
      items: [{ order_item_id: item.item_id, seats: 3, mode: 'business', product_slug: 'dama-assessment' }],
    })
    expect(refunded?.data).toMatchObject({ order_id: item.order_id, refunded_clp: 3000, whole: true })
    for (const message of receiver.received) {
      expect(message.signatures).toEqual([expectedSignature(message, secret)])
      expect(message.timestamp).toBe(Math.floor(START.getTime() / 1000))
      // No name or address of a person: receivers read those from the API.
      expect(message.body).not.toContain('@')
      expect(message.body).not.toContain('Rojas')
    }
  })

  // shows: B2.75
  it('are rolled back with their transaction', async () => {
    await endpoint()
    const buyer = await createProfile(database.ownerPool)
    const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 2 })
    await database.ownerPool.query('truncate webhook_events cascade')
    const client = await database.ownerPool.connect()
    await client.query('begin')
    await client.query(
      `insert into user_accesses (order_item_id, user_id, email, invited_by_user_id, expires_at)
       values ($1, $2, 'nadie@example.cl', $2, now() + interval '1 day')`,
      [item.item_id, buyer.id],
    )
    await client.query('rollback')
    client.release()
    expect(await rows('select 1 from webhook_events')).toEqual([])
  })

  it('are written only for subscribed endpoints', async () => {
    await buy()
    expect(await rows('select 1 from webhook_events')).toEqual([])
    await endpoint(['order.paid'])
    await buy()
    await deliverAll()
    expect(receiver.received.map(({ type }) => type)).toEqual(['order.paid'])
  })

  it('are one statement for many invitations', async () => {
    await endpoint(['access.created'])
    const item = await buy(40)
    await database.ownerPool.query(
      `insert into user_accesses (order_item_id, user_id, email, invited_by_user_id, expires_at)
       select $1, $2, 'p' || n || '@example.cl', $2, now() + interval '1 day' from generate_series(1, 39) n`,
      [item.item_id, item.buyer.id],
    )
    await deliverAll()
    expect(receiver.received).toHaveLength(40)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(40)
  })

  // shows: B6.22
  it('of a completed run contain owner and level, and of a confidential one nothing about the person', async () => {
    await endpoint(['access.completed', 'run.completed'])
    const open = await createCompleted(database.ownerPool, { productId: product.id })
    await deliverAll()
    expect(receiver.received.map(({ type, data }) => [type, data])).toEqual([
      ['run.completed', expect.objectContaining({ run_id: open.runId, access_id: open.accessId, confidential: false })],
      ['access.completed', expect.objectContaining({ access_id: open.accessId })],
    ])
    const hidden = await createCompleted(database.ownerPool, { productId: product.id, unfinished: true })
    await database.ownerPool.query(
      `update order_items set result_mode = 'confidential'
       where id = (select order_item_id from user_accesses where id = $1)`,
      [hidden.accessId],
    )
    await database.ownerPool.query(
      `update assessment_runs set status = 'completed', end_time = now(), duration_seconds = 61, closed_by = 'respondent' where id = $1`,
      [hidden.runId],
    )
    await followCompletion(database.ownerPool, hidden.accessId)
    await deliverAll()
    const delivered = receiver.received.findLast(({ type }) => type === 'run.completed')
    expect(delivered).toMatchObject({
      type: 'run.completed',
      data: { confidential: true, run_id: null, access_id: null },
    })
    for (const secret of [hidden.runId, hidden.accessId, '61', 'Pedro'])
      expect(delivered?.body).not.toContain(`"${secret}"`)
    expect(delivered?.data).toMatchObject({ duration_seconds: null, completed_at: null, overall_level: null })
  })
})

describe('a delivery', () => {
  // shows: B2.76
  it('is retried after growing delays, with the same id and bytes, until it is accepted', async () => {
    await endpoint(['order.paid'])
    receiver.answers.push({ status: 500, text: 'se cayó' }, { status: 301 }, { status: 429 })
    await buy()
    await deliverAll()
    expect(receiver.received).toHaveLength(1)
    await deliverAll(4_000)
    expect(receiver.received).toHaveLength(1)
    await deliverAll(5_000)
    expect(receiver.received).toHaveLength(2)
    await deliverAll(5_000 + 299_000)
    expect(receiver.received).toHaveLength(2)
    await deliverAll(5_000 + 300_000)
    await deliverAll(5_000 + 300_000 + 1_800_000)
    expect(receiver.received).toHaveLength(4)
    expect(new Set(receiver.received.map(({ id, body }) => id + body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ timestamp }) => timestamp)).size).toBe(4)
    expect(await rows('select outcome, http_status, answer from webhook_attempts order by id')).toEqual([
      { outcome: 'answered', http_status: 500, answer: 'se cayó' },
      { outcome: 'answered', http_status: 301, answer: '' },
      { outcome: 'answered', http_status: 429, answer: '' },
      { outcome: 'answered', http_status: 204, answer: '' },
    ])
    expect(await rows('select status, attempts from webhook_deliveries')).toEqual([
      { status: 'delivered', attempts: 4 },
    ])
    await deliverAll(9e9)
    expect(receiver.received).toHaveLength(4)
  })

  it('waits while its endpoint is backed off, without using up attempts', async () => {
    await endpoint(['order.paid'])
    receiver.answers.push(...Array.from({ length: 3 }, () => ({ status: 503 })))
    for (let order = 0; order < 5; order += 1) await buy()
    await deliverAll()
    // After two failures in a row the endpoint gets no more requests.
    expect(receiver.received).toHaveLength(2)
    await deliverAll(15_000)
    expect(receiver.received).toHaveLength(3)
    await deliverAll(60_000)
    await deliverAll(600_000)
    expect(
      await rows(
        'select count(*) filter (where status = $1)::int as taken, count(*)::int as every from webhook_deliveries',
        ['delivered'],
      ),
    ).toEqual([{ taken: 5, every: 5 }])
  })

  // shows: B2.76
  it('is sent once by one of many workers', async () => {
    await endpoint(['order.paid'])
    for (let order = 0; order < 8; order += 1) await buy()
    const gate = Promise.withResolvers<void>()
    receiver.answers.push({ status: 204, after: gate.promise })
    const workers = Array.from({ length: 6 }, () => deliver())
    await expect.poll(() => receiver.received.length).toBe(1)
    // The endpoint is leased, so nobody else claims it.
    const others = await claimEndpoints(database.db, {
      now: at(1000),
      leaseUntil: at(2000),
      endpoints: 10,
      deliveries: 10,
    })
    expect(others).toEqual([])
    gate.resolve()
    const tried = await Promise.all(workers)
    expect(tried.toSorted()).toEqual([0, 0, 0, 0, 0, 8])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(8)
  })

  // shows: B2.77
  it('does not delay other endpoints while one is silent', async () => {
    const silent = await openReceiver()
    const gate = Promise.withResolvers<void>()
    silent.answers.push({ status: 204, after: gate.promise })
    await endpoint(['order.paid'], silent.url)
    await endpoint(['order.paid'])
    await buy()
    const working = deliver()
    await expect.poll(() => [silent.received.length, receiver.received.length]).toEqual([1, 1])
    await buy()
    await buy()
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(3)
    expect(silent.received).toHaveLength(1)
    gate.resolve()
    await working
    await deliverAll()
    expect(silent.received).toHaveLength(3)
    silent.close()
  })

  // shows: B2.77
  it('is finished and recorded when the worker stops, and the rest is left for the next', async () => {
    await endpoint(['order.paid'])
    await buy()
    await buy()
    const gate = Promise.withResolvers<void>()
    receiver.answers.push({ status: 204, after: gate.promise })
    const stopping = new AbortController()
    const working = deliver(0, stopping.signal)
    await expect.poll(() => receiver.received.length).toBe(1)
    stopping.abort()
    gate.resolve()
    expect(await working).toBe(1)
    expect(await rows('select status from webhook_deliveries order by seq')).toEqual([
      { status: 'delivered' },
      { status: 'queued' },
    ])
    expect(await deliver()).toBe(1)
  })

  it('of a killed worker is taken over when the lease expires, and recorded only then', async () => {
    await endpoint(['order.paid'])
    await buy()
    const killed = await claimEndpoints(database.db, {
      now: START,
      leaseUntil: at(120_000),
      endpoints: 10,
      deliveries: 10,
    })
    expect(killed).toHaveLength(1)
    expect(await deliver(60_000)).toBe(0)
    expect(await deliver(120_000)).toBe(1)
    expect(await rows('select status from webhook_deliveries')).toEqual([{ status: 'delivered' }])
  })

  // shows: B2.76
  it('that failed permanently can be sent again unchanged', async () => {
    const { id } = await endpoint(['order.paid'])
    await buy()
    await database.ownerPool.query('update webhook_deliveries set attempts = 9')
    receiver.answers.push({ status: 400 })
    await deliverAll()
    const [failed] = await rows<{ id: string; status: string }>('select id, status from webhook_deliveries')
    expect(failed?.status).toBe('failed')
    const again = { actor: admin, endpointId: id, deliveryIds: [failed?.id ?? ''] }
    expect(await resendDeliveries(database.db, again)).toBe(1)
    expect(await resendDeliveries(database.db, again)).toBe(0)
    await deliverAll(60_000)
    expect(receiver.received.map(message => message.id)).toEqual([receiver.received[0]?.id, receiver.received[0]?.id])
    expect(await rows('select status from webhook_deliveries')).toEqual([{ status: 'delivered' }])
  })

  // shows: B2.78
  it('is shown with its exact bytes and each attempt, to administrators alone', async () => {
    const { id } = await endpoint(['order.paid'])
    const { id: other } = await endpoint(['order.refunded'])
    receiver.answers.push({ status: 500, text: 'se cayó' })
    await buy()
    await deliverAll()
    await deliverAll(5_000)
    const [{ id: deliveryId } = { id: '' }] = await rows<{ id: string }>('select id from webhook_deliveries')
    const find = (endpointId: string, actor: Actor = admin) =>
      asActor(database.db, actor, tx => findDelivery(tx, { endpointId, deliveryId }))
    const found = await find(id)
    if (!found) throw new Error('No delivery')
    expect(bodyOf(found)).toBe(receiver.received[0]?.body)
    expect(found).toMatchObject({
      event_id: receiver.received[0]?.id,
      status: 'delivered',
      attempts: [
        { http_status: 204, outcome: 'answered' },
        { http_status: 500, answer: 'se cayó' },
      ],
    })
    expect(await find(other)).toBeUndefined()
    expect(await find(id, { kind: 'user', userId: admin.userId })).toBeUndefined()
  })

  // shows: B2.76
  it('of a test goes to that endpoint alone, once, also while it is paused', async () => {
    const { id } = await endpoint(['order.paid'])
    await endpoint(['order.paid'])
    await pauseEndpoint(database.db, { actor: admin, endpointId: id, revision: 1 })
    receiver.answers.push({ status: 500 })
    await sendTest(database.db, { actor: admin, endpointId: id, now: START })
    await expect(sendTest(database.db, { actor: admin, endpointId: id, now: START })).rejects.toThrow(
      'Ya hay una prueba en camino.',
    )
    await deliverAll()
    await deliverAll(9e8)
    expect(receiver.received.map(({ type, data }) => [type, data])).toEqual([['webhook.test', { endpoint_id: id }]])
    expect(await endpointRow(id)).toMatchObject({ failing_since: null })
  })
})

describe('an endpoint', () => {
  it('has two secrets for a day during rotation', async () => {
    const { id, secret } = await endpoint(['order.paid'])
    const rotated = await rotateSecret(database.db, { actor: admin, endpointId: id, revision: 1, now: START })
    // A second click on the same page does not create a third one.
    await expect(rotateSecret(database.db, { actor: admin, endpointId: id, revision: 1, now: START })).rejects.toThrow(
      'Otra persona cambió este webhook',
    )
    await buy()
    await deliverAll(86_399_000)
    await buy()
    await deliverAll(86_400_000)
    const [both, one] = receiver.received
    if (!both || !one) throw new Error('Nothing came')
    expect(both.signatures).toEqual([expectedSignature(both, rotated), expectedSignature(both, secret)])
    expect(one.signatures).toEqual([expectedSignature(one, rotated)])
  })

  // shows: B2.80
  it('that fails for three days is paused, its administrators are notified once, and nothing is lost', async () => {
    const { id } = await endpoint(['order.paid'])
    receiver.answers.push(...Array.from({ length: 40 }, () => ({ status: 500 })))
    await buy()
    for (let hour = 0; hour <= 80; hour += 4) await deliverAll(hour * 3_600_000)
    expect(await endpointRow(id)).toMatchObject({ status: 'paused', paused_because: 'failing' })
    const mails = () =>
      rows<{ params: Record<string, unknown> }>(
        "select params from mails where template = 'webhook_paused' and recipient = $1",
        [adminEmail],
      )
    expect((await mails()).map(({ params }) => params)).toMatchObject([
      { servidor: new URL(receiver.url).host, enlace_webhook: `/admin/integrations/webhooks/${id}` },
    ])
    const requested = receiver.received.length
    const later = await buy()
    await deliverAll(81 * 3_600_000)
    expect(receiver.received).toHaveLength(requested)
    receiver.answers.splice(0)
    const { revision = 0 } = (await endpointRow(id)) ?? {}
    await resumeEndpoint(database.db, { actor: admin, endpointId: id, revision })
    await deliverAll(82 * 3_600_000)
    expect(receiver.received.at(-1)?.data).toMatchObject({ order_id: later.order_id })
    expect(await mails()).toHaveLength(1)
  })

  it('that answers 410 is paused at once', async () => {
    const { id } = await endpoint(['order.paid'])
    receiver.answers.push({ status: 410 })
    await buy()
    await deliverAll()
    expect(await endpointRow(id)).toMatchObject({ status: 'paused', paused_because: 'gone' })
  })

  it('that is deleted gets nothing more, and its secret is deleted', async () => {
    const { id } = await endpoint(['order.paid'])
    await buy()
    await deleteEndpoint(database.db, { actor: admin, endpointId: id, revision: 1 })
    await buy()
    await deliverAll()
    expect(receiver.received).toEqual([])
    expect(await rows('select 1 from private.webhook_secrets where endpoint_id = $1', [id])).toEqual([])
    expect(
      await rows("select 1 from audit_log where action = 'webhook_deleted' and entity_id = $1", [id]),
    ).toHaveLength(1)
  })

  it('is one of ten at most, also when many are added concurrently', async () => {
    const made = await Promise.allSettled(Array.from({ length: 14 }, () => endpoint()))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it("can't be an internal address", async () => {
    const form = { url: 'https://169.254.169.254/', description: '', events: ['order.paid' as const] }
    await expect(
      createEndpoint(database.db, { actor: admin, form, allowLocal: true, now: START }),
    ).rejects.toMatchObject({ field: 'url' })
    // Outside of a demo local addresses are refused, also for endpoints that were created earlier.
    await endpoint(['order.paid'])
    await buy()
    await deliverWebhooks({ db: database.db, log, now: () => START, allowLocal: false })
    expect(receiver.received).toEqual([])
    expect(await rows('select outcome from webhook_attempts')).toEqual([{ outcome: 'forbidden_address' }])
  })
})

it('deletes events after thirty days', async () => {
  await endpoint(['order.paid'])
  await buy()
  expect(await purgeWebhooks(database.db, addDays(START, 29))).toBe(0)
  expect(await purgeWebhooks(database.db, addDays(START, 31))).toBe(1)
  expect(await rows('select 1 from webhook_deliveries')).toEqual([])
})

it('a purchase never waits for the deletion of an endpoint', async () => {
  const { id } = await endpoint(['order.paid'])
  const client = await database.ownerPool.connect()
  await client.query("begin; set local alhena.kind = 'admin'")
  await client.query("update webhook_endpoints set status = 'deleted' where id = $1", [id])
  const { order_id } = await buy()
  await client.query('commit')
  client.release()
  expect(await rows('select status from orders where id = $1', [order_id])).toEqual([{ status: 'paid' }])
})
