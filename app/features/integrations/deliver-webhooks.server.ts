import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { adminEmails } from '#app/features/identity/staff/alert-recipients.server.ts'
import { MINUTE_MS } from '#app/kernel/dates.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { postOutside } from '#app/platform/http/post-outside.server.ts'
import type { Log } from '#app/platform/log/log.server.ts'
import { openText } from '#app/platform/secrets/shop-secrets.server.ts'
import {
  type ClaimedDelivery,
  type ClaimedEndpoint,
  claimEndpoints,
  pauseFailing,
  recordAttempt,
  recordHealth,
  releaseEndpoint,
} from './deliveries.server.ts'
import { FAILING_PAUSES_MS, holdAfter, isGone, isTaken, retryAfter } from './webhooks.ts'

/** A new secret, as receivers write it down: 256 bits (Standard Webhooks). */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

type Message = { type: string; occurred_at: Date; seq: number; data: unknown }

/** The bytes of a message: the same at every attempt, because a receiver may compare them. */
export const bodyOf = ({ type, occurred_at, seq, data }: Message): string =>
  JSON.stringify({ type, timestamp: occurred_at.toISOString(), sequence: seq, data })

/**
 * The headers that prove a message's origin and time (Standard Webhooks 1.0): one signature per valid secret, so that
 * receivers can rotate.
 * @param body the exact bytes of the request
 */
const signedHeaders = (
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
})

export type DeliveryDeps = {
  db: Kysely<DB>
  log: Log
  now: () => Date
  /** Whether this machine's own names may be sent to: in a demo. */
  allowLocal: boolean
}

const ENDPOINTS_AT_ONCE = 10
const DELIVERIES_AT_ONCE = 20
/** Milliseconds after which the worker moves on to another endpoint. */
const TURN_MS = 5_000
/** Longer than a run with its last attempt; a killed worker's endpoint becomes available afterwards. */
const LEASE_MS = 2 * MINUTE_MS
/** Milliseconds between two checks for new work while deliveries are in progress. */
const POLL_MS = 1_000

/**
 * Sends due deliveries: those of an endpoint in order, endpoints in parallel, so that a slow endpoint does not delay
 * the others. No transaction is open while it waits for a receiver. At least once, with a stable id.
 * @param stopping once aborted, no further delivery is started
 * @returns how many deliveries were attempted, so that the caller continues while there is work
 * @throws when the database is unavailable; claimed deliveries are due again when their lease expires
 */
export async function deliverWebhooks(deps: DeliveryDeps, stopping?: AbortSignal): Promise<number> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  let tried = 0
  const serveBeside = (endpoint: ClaimedEndpoint) => {
    const delivery = serve(deps, endpoint, stopping)
      .then(
        count => {
          tried += count
        },
        error => {
          failures.push(error)
        },
      )
      .finally(() => running.delete(delivery))
    running.add(delivery)
  }
  do {
    const room = ENDPOINTS_AT_ONCE - running.size
    if (room > 0 && failures.length === 0 && !stopping?.aborted) {
      const claimed = await claim(deps, room).catch(error => {
        failures.push(error)
        return []
      })
      claimed.forEach(serveBeside)
    }
    if (running.size > 0) await Promise.race([...running, sleep(POLL_MS, undefined, { ref: false })])
  } while (running.size > 0)
  if (failures.length > 0) throw failures[0]
  return tried
}

function claim({ db, now }: DeliveryDeps, endpoints: number): Promise<ClaimedEndpoint[]> {
  const at = now()
  const leaseUntil = new Date(at.getTime() + LEASE_MS)
  return claimEndpoints(db, { now: at, leaseUntil, endpoints, deliveries: DELIVERIES_AT_ONCE })
}

async function serve(deps: DeliveryDeps, endpoint: ClaimedEndpoint, stopping?: AbortSignal): Promise<number> {
  const began = performance.now()
  let health: Health = endpoint
  let tried = 0
  for (const delivery of endpoint.due) {
    if (performance.now() - began > TURN_MS || stopping?.aborted) break
    const after = await deliver(deps, endpoint, delivery, health)
    tried += 1
    // The lease was lost, or the endpoint is on hold after failures.
    if (!after || after.left) break
    health = after.health
  }
  await releaseEndpoint(deps.db, endpoint)
  return tried
}

type Health = { failing_since: Date | null; failures: number }

async function deliver(
  deps: DeliveryDeps,
  endpoint: ClaimedEndpoint,
  delivery: ClaimedDelivery,
  health: Health,
): Promise<{ left: boolean; health: Health } | undefined> {
  const body = bodyOf(delivery)
  const now = deps.now()
  const answered = await postOutside({
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Alhena-Webhooks/1',
      ...signedHeaders(
        { id: delivery.event_id, body, at: now },
        endpoint.secrets.map(sealed => openText('webhooks', sealed)),
      ),
    },
    body,
    allowLocal: deps.allowLocal,
  })
  const status = answered.ok ? answered.value.status : null
  const attempted = { outcome: answered.ok ? ('answered' as const) : answered.error.code, status }
  const taken = isTaken(attempted)
  const attempts = delivery.attempts + 1
  // A test is not retried.
  const wait = taken || delivery.is_test ? undefined : retryAfter(attempts)
  const gone = !delivery.is_test && isGone(attempted)
  const failures = taken ? 0 : health.failures + 1
  const after: Health = delivery.is_test
    ? health
    : { failures, failing_since: taken ? null : (health.failing_since ?? now) }
  const held = await asActor(deps.db, SYSTEM, async tx => {
    const recorded = await recordAttempt(tx, {
      endpointId: endpoint.endpoint_id,
      lease: endpoint.lease,
      deliveryId: delivery.delivery_id,
      status: taken ? 'delivered' : wait === undefined ? 'failed' : 'queued',
      nextAttemptAt: wait === undefined ? null : new Date(now.getTime() + wait),
      attempt: {
        at: now,
        milliseconds: answered.ok ? answered.value.milliseconds : answered.error.milliseconds,
        outcome: attempted.outcome,
        http_status: status,
        answer: answered.ok ? answered.value.text : '',
      },
    })
    if (!recorded || delivery.is_test) return recorded
    await recordHealth(tx, endpoint.endpoint_id, {
      ...after,
      hold_until: new Date(taken ? 0 : now.getTime() + holdAfter(failures)),
    })
    const since = after.failing_since
    if (gone) await pause(tx, endpoint, 'gone')
    else if (since !== null && now.getTime() - since.getTime() >= FAILING_PAUSES_MS)
      await pause(tx, endpoint, 'failing')
    return true
  })
  const fields = { delivery: delivery.delivery_id, endpoint: endpoint.endpoint_id, attempt: attempts, status }
  if (taken) deps.log.info('webhook_delivered', fields)
  else deps.log.warn('webhook_not_delivered', { ...fields, outcome: attempted.outcome })
  return held ? { left: gone || (!delivery.is_test && !taken), health: after } : undefined
}

/** Pauses the endpoint and notifies all administrators. */
async function pause(tx: Transaction<DB>, endpoint: ClaimedEndpoint, because: 'failing' | 'gone'): Promise<void> {
  if (!(await pauseFailing(tx, endpoint.endpoint_id, because))) return
  await writeAudit(tx, {
    action: 'webhook_paused',
    entity: 'webhook_endpoints',
    entity_id: endpoint.endpoint_id,
    before: { status: 'active' },
    after: { status: 'paused', paused_because: because },
  })
  const admins = await adminEmails(tx)
  await queueMails(
    tx,
    admins.map(({ email, first_name }) => ({
      template: 'webhook_paused',
      recipient: email,
      params: {
        nombre: first_name,
        servidor: new URL(endpoint.url).host,
        dado_de_baja: because === 'gone',
        enlace_webhook: `/admin/integrations/webhooks/${endpoint.endpoint_id}`,
      },
    })),
  )
}
