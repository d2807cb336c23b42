import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { WebhookEvent, WebhookOutcome } from '#app/platform/database/values.ts'
import { sealText } from '#app/platform/secrets/shop-secrets.server.ts'

export type Endpoint = {
  id: string
  url: string
  description: string
  events: WebhookEvent[]
  status: 'active' | 'paused' | 'deleted'
  paused_because: 'manual' | 'failing' | 'gone' | null
  failing_since: Date | null
  revision: number
  created_at: Date
}

const COLUMNS = [
  'id',
  'url',
  'description',
  'events',
  'status',
  'paused_because',
  'failing_since',
  'revision',
  'created_at',
] as const

export type ListedEndpoint = Endpoint & {
  waiting: number
  /** How the newest attempt ended; undefined before the first. */
  last: { at: Date; outcome: WebhookOutcome; http_status: number | null } | undefined
}

/** Beyond this number, waiting deliveries are shown as 'more than'. */
export const MAX_WAITING = 1000

/** The endpoints that there are, at most ten, the oldest first. */
export async function listEndpoints(tx: Transaction<DB>): Promise<ListedEndpoint[]> {
  const rows = await tx
    .selectFrom('webhook_endpoints as endpoint')
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('webhook_deliveries as delivery')
          .innerJoin('webhook_attempts as attempt', 'attempt.delivery_id', 'delivery.id')
          .whereRef('delivery.endpoint_id', '=', 'endpoint.id')
          // Only among the newest deliveries, because a retry of an old one says nothing about the present.
          .where('delivery.id', 'in', newest =>
            newest
              .selectFrom('webhook_deliveries as recent')
              .select('recent.id')
              .whereRef('recent.endpoint_id', '=', 'endpoint.id')
              .orderBy('recent.created_at', 'desc')
              .limit(20),
          )
          .select(['attempt.at', 'attempt.outcome', 'attempt.http_status'])
          .orderBy('attempt.id', 'desc')
          .limit(1)
          .as('last'),
      join => join.onTrue(),
    )
    .where('endpoint.status', '<>', 'deleted')
    .select(COLUMNS.map(column => `endpoint.${column}` as const))
    .select(['last.at', 'last.outcome', 'last.http_status'])
    .select(eb => waitingOf(eb).as('waiting'))
    .orderBy('endpoint.created_at')
    .orderBy('endpoint.id')
    .execute()
  return rows.map(({ at, outcome, http_status, waiting, ...endpoint }) => ({
    ...endpoint,
    waiting,
    last: at === null || outcome === null ? undefined : { at, outcome, http_status },
  }))
}

const waitingOf = (eb: ExpressionBuilder<DB & { endpoint: { id: string } }, 'endpoint'>) =>
  sql<number>`(select count(*) from (
    select from webhook_deliveries where endpoint_id = ${eb.ref('endpoint.id')} and next_attempt_at is not null limit ${MAX_WAITING}) due)`

export const findEndpoint = (tx: Transaction<DB>, id: string): Promise<Endpoint | undefined> =>
  tx
    .selectFrom('webhook_endpoints')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()

/** The endpoint, locked until the transaction ends. */
export const lockEndpoint = (tx: Transaction<DB>, id: string): Promise<Endpoint | undefined> =>
  tx
    .selectFrom('webhook_endpoints')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** When an endpoint's secret was created, and until when the previous one is valid. */
export async function secretDates(tx: Transaction<DB>, id: string) {
  const { rows } = await sql<{ made_at: Date; previous_until: Date | null }>`
    select * from private.webhook_secret_dates(${id})`.execute(tx)
  return rows[0]
}

export async function insertEndpoint(
  tx: Transaction<DB>,
  input: { url: string; description: string; events: WebhookEvent[]; now: Date },
): Promise<string> {
  const { now, ...values } = input
  const { id } = await tx
    .insertInto('webhook_endpoints')
    .values({ ...values, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setSecret(
  tx: Transaction<DB>,
  input: { endpointId: string; secret: string; now: Date; keepUntil: Date },
): Promise<void> {
  const { endpointId, secret, now, keepUntil } = input
  await sql`select private.set_webhook_secret(${endpointId}, ${sealText('webhooks', secret)}, ${now}, ${keepUntil})`.execute(
    tx,
  )
}

/** Columns of an endpoint that may change; each change raises its revision. */
export type EndpointChanges = {
  url?: string
  description?: string
  events?: WebhookEvent[]
  status?: Endpoint['status']
  paused_because?: Endpoint['paused_because']
  failing_since?: null
  failures?: 0
  hold_until?: Date
}

export async function changeEndpoint(tx: Transaction<DB>, id: string, changes: EndpointChanges): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ ...changes, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute()
}

/** Puts deliveries that are over into the queue once more, as new ones. @returns how many */
export async function requeueDeliveries(
  tx: Transaction<DB>,
  input: { endpointId: string; deliveryIds: readonly string[] },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'queued', attempts: 0, next_attempt_at: new Date(0) })
    .where('endpoint_id', '=', input.endpointId)
    .where('id', 'in', input.deliveryIds)
    .where('status', '<>', 'queued')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** An event that did not happen, for one endpoint. */
export async function insertTest(
  tx: Transaction<DB>,
  input: { endpointId: string; type: string; data: unknown; now: Date },
): Promise<void> {
  const event = await tx
    .insertInto('webhook_events')
    .values({ type: input.type, data: storableJson(input.data), occurred_at: input.now })
    .returning(['id', 'seq'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('webhook_deliveries')
    .values({
      endpoint_id: input.endpointId,
      event_id: event.id,
      seq: event.seq,
      is_test: true,
      created_at: input.now,
    })
    .execute()
}

/** Whether a test is on its way already. */
export async function hasWaitingTest(tx: Transaction<DB>, endpointId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('next_attempt_at', 'is not', null)
    .where('is_test', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes events from before a moment. @returns how many */
export async function forgetEvents(tx: Kysely<DB>, before: Date, max: number): Promise<number> {
  const { rows } = await sql<{
    gone: number
  }>`select private.forget_webhook_events(${before}, ${max}) as gone`.execute(tx)
  return rows[0]?.gone ?? 0
}
