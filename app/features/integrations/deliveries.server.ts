import { type Kysely, sql, type Transaction } from 'kysely'
import { addDays } from '#app/kernel/dates.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { DeliveryStatus, WebhookOutcome } from '#app/platform/database/values.ts'
import { forgetEvents } from './webhooks.server.ts'
import { EVENTS_KEPT_DAYS } from './webhooks.ts'

export type ClaimedDelivery = {
  delivery_id: string
  event_id: string
  seq: number
  type: string
  occurred_at: Date
  data: unknown
  attempts: number
  is_test: boolean
}

/** An endpoint that this worker has leased, and its due deliveries. */
export type ClaimedEndpoint = {
  endpoint_id: string
  lease: string
  url: string
  secrets: string[]
  failing_since: Date | null
  failures: number
  due: ClaimedDelivery[]
}

/** Claims endpoints with due deliveries. */
export async function claimEndpoints(
  db: Kysely<DB>,
  input: { now: Date; leaseUntil: Date; endpoints: number; deliveries: number },
): Promise<ClaimedEndpoint[]> {
  const { now, leaseUntil, endpoints, deliveries } = input
  const { rows } = await asActor(db, SYSTEM, tx =>
    sql<
      Omit<ClaimedEndpoint, 'due'> & ClaimedDelivery
    >`select * from private.claim_webhooks(${now}, ${leaseUntil}, ${endpoints}, ${deliveries})`.execute(tx),
  )
  const claimed = new Map<string, ClaimedEndpoint>()
  for (const row of rows) {
    const { endpoint_id, lease, url, secrets, failing_since, failures, ...due } = row
    const known = claimed.get(endpoint_id) ?? { endpoint_id, lease, url, secrets, failing_since, failures, due: [] }
    known.due.push(due)
    claimed.set(endpoint_id, known)
  }
  return [...claimed.values()]
}

/** Records an attempt and the delivery's next state, if this worker still has the lease. @returns whether it has */
export async function recordAttempt(
  tx: Transaction<DB>,
  input: {
    endpointId: string
    lease: string
    deliveryId: string
    status: 'queued' | 'delivered' | 'failed'
    nextAttemptAt: Date | null
    attempt: { at: Date; milliseconds: number; outcome: WebhookOutcome; http_status: number | null; answer: string }
  },
): Promise<boolean> {
  const { endpointId, lease, deliveryId, status, nextAttemptAt, attempt } = input
  const held = await tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', endpointId)
    .where('lease', '=', lease)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) return false
  // A deleted endpoint must not get anything queued again.
  await tx
    .updateTable('webhook_deliveries')
    .set({ status, next_attempt_at: nextAttemptAt, attempts: sql<number>`attempts + 1` })
    .where('id', '=', deliveryId)
    .where('status', '=', 'queued')
    .execute()
  await tx
    .insertInto('webhook_attempts')
    .values({ delivery_id: deliveryId, ...attempt })
    .execute()
  return true
}

/** An endpoint's health after an attempt. */
export async function recordHealth(
  tx: Transaction<DB>,
  endpointId: string,
  health: { failing_since: Date | null; failures: number; hold_until: Date },
): Promise<void> {
  await tx.updateTable('webhook_endpoints').set(health).where('id', '=', endpointId).execute()
}

/** Pauses an endpoint that works, by itself. @returns false when somebody had paused or deleted it */
export async function pauseFailing(
  tx: Transaction<DB>,
  endpointId: string,
  because: 'failing' | 'gone',
): Promise<boolean> {
  const paused = await tx
    .updateTable('webhook_endpoints')
    .set({ status: 'paused', paused_because: because, revision: sql<number>`revision + 1` })
    .where('id', '=', endpointId)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  return paused !== undefined
}

/** Releases the lease of an endpoint. */
export const releaseEndpoint = (db: Kysely<DB>, { endpoint_id, lease }: ClaimedEndpoint): Promise<unknown> =>
  asActor(db, SYSTEM, tx =>
    tx
      .updateTable('webhook_endpoints')
      .set({ lease: null, leased_until: null })
      .where('id', '=', endpoint_id)
      .where('lease', '=', lease)
      .execute(),
  )

/** One attempt to deliver, as it went. */
export type Attempt = {
  id: number
  at: Date
  milliseconds: number
  outcome: WebhookOutcome
  http_status: number | null
  answer: string
}

export type DeliveryDetail = {
  id: string
  event_id: string
  seq: number
  type: string
  occurred_at: Date
  data: unknown
  is_test: boolean
  status: DeliveryStatus
  next_attempt_at: Date | null
  attempts: Attempt[]
}

/** Attempts that are shown of a delivery, the newest ones: ten, and ten more each time that it was sent again. */
const MAX_ATTEMPTS = 50

/** A delivery of an endpoint with what it carries and how every attempt went, the newest first. */
export async function findDelivery(
  tx: Transaction<DB>,
  input: { endpointId: string; deliveryId: string },
): Promise<DeliveryDetail | undefined> {
  const delivery = await tx
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'delivery.event_id', 'event.seq', 'event.type', 'event.occurred_at'])
    .select(['delivery.is_test', 'delivery.status', 'delivery.next_attempt_at', sql<unknown>`event.data`.as('data')])
    .where('delivery.id', '=', input.deliveryId)
    .where('delivery.endpoint_id', '=', input.endpointId)
    .executeTakeFirst()
  if (!delivery) return undefined
  const attempts = await tx
    .selectFrom('webhook_attempts')
    .select(['id', 'at', 'milliseconds', 'outcome', 'http_status', 'answer'])
    .where('delivery_id', '=', delivery.id)
    .orderBy('id', 'desc')
    .limit(MAX_ATTEMPTS)
    .execute()
  return { ...delivery, attempts }
}

const AT_ONCE = 1000

/** Deletes expired events, a thousand at a time. @returns how many, so that the caller goes on while there is work */
export const purgeWebhooks = (db: Kysely<DB>, now: Date): Promise<number> =>
  asActor(db, SYSTEM, tx => forgetEvents(tx, addDays(now, -EVENTS_KEPT_DAYS), AT_ONCE))
