import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { type OutsideUrlProblem, readOutsideUrl } from '#app/platform/http/post-outside.server.ts'
import type { EndpointForm } from './endpoint.schema.ts'
import { newWebhookSecret } from './webhook-message.server.ts'
import { changeEndpoint, type Endpoint, insertEndpoint, lockEndpoint, setSecret } from './webhooks.db.server.ts'
import { ROTATION_MS } from './webhooks.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

export type EndpointFailure =
  | { code: 'endpoint_not_found' | 'too_many' | 'changed_meanwhile' }
  | { code: 'wrong_url'; problem: OutsideUrlProblem }

/**
 * Adds an endpoint and generates its secret, which is returned only here.
 * @param input.allowLocal whether this machine's own names may be used: in a demo
 */
export async function createEndpoint(
  db: Kysely<DB>,
  input: { actor: Admin; form: EndpointForm; allowLocal: boolean; now: Date },
): Promise<Result<{ id: string; secret: string }, EndpointFailure>> {
  const { actor, form, now } = input
  const url = readOutsideUrl(form.url, input.allowLocal)
  if (!url.ok) return err({ code: 'wrong_url', problem: url.error.code })
  const secret = newWebhookSecret()
  try {
    return await asActor(db, actor, async tx => {
      const id = await insertEndpoint(tx, { ...form, url: url.value.href, now })
      await setSecret(tx, { endpointId: id, secret, now, keepUntil: now })
      await writeAudit(tx, {
        action: 'webhook_created',
        entity: 'webhook_endpoints',
        entity_id: id,
        after: { ...form, url: url.value.href },
      })
      return ok({ id, secret })
    })
  } catch (error) {
    const isFull = error instanceof Error && 'constraint' in error && error.constraint === 'webhook_endpoints_few'
    if (isFull) return err({ code: 'too_many' })
    throw error
  }
}

type Change = { actor: Admin; endpointId: string; revision: number }

/** Changes address, description and events, of what the form was filled from. */
export async function saveEndpoint(
  db: Kysely<DB>,
  input: Change & { form: EndpointForm; allowLocal: boolean },
): Promise<Result<void, EndpointFailure>> {
  const url = readOutsideUrl(input.form.url, input.allowLocal)
  if (!url.ok) return err({ code: 'wrong_url', problem: url.error.code })
  const requested = { ...input.form, url: url.value.href }
  return change(db, input, 'webhook_changed', ({ url: from, description, events }) => ({
    changes: requested,
    before: { url: from, description, events },
    after: requested,
  }))
}

/** Pauses sending; events meanwhile are stored. */
export const pauseEndpoint = (db: Kysely<DB>, input: Change): Promise<Result<void, EndpointFailure>> =>
  change(db, input, 'webhook_paused', ({ status }) => ({
    changes: { status: 'paused', paused_because: 'manual' },
    before: { status },
    after: { status: 'paused' },
  }))

/** Goes on sending at once, with what has waited. */
export const resumeEndpoint = (db: Kysely<DB>, input: Change): Promise<Result<void, EndpointFailure>> =>
  change(db, input, 'webhook_resumed', ({ status, paused_because }) => ({
    changes: { status: 'active', paused_because: null, failing_since: null, failures: 0, hold_until: new Date(0) },
    before: { status, paused_because },
    after: { status: 'active' },
  }))

/** Deletes an endpoint and its secret. */
export const deleteEndpoint = (db: Kysely<DB>, input: Change): Promise<Result<void, EndpointFailure>> =>
  change(db, input, 'webhook_deleted', ({ url, description, events }) => ({
    changes: { status: 'deleted', paused_because: null },
    before: { url, description, events },
    after: undefined,
  }))

/** Generates another secret, returned only here; the previous one also signs for a day. */
export const rotateSecret = (
  db: Kysely<DB>,
  input: Change & { now: Date },
): Promise<Result<{ secret: string }, EndpointFailure>> =>
  asActor(db, input.actor, async tx => {
    const endpoint = await lockEndpoint(tx, input.endpointId)
    if (!endpoint) return err({ code: 'endpoint_not_found' })
    // Two clicks at once would leave the receiver with a secret that is neither of the two that sign.
    if (endpoint.revision !== input.revision) return err({ code: 'changed_meanwhile' })
    const secret = newWebhookSecret()
    const { now } = input
    await setSecret(tx, {
      endpointId: endpoint.id,
      secret,
      now,
      keepUntil: new Date(now.getTime() + ROTATION_MS),
    })
    await changeEndpoint(tx, endpoint.id, {})
    await writeAudit(tx, {
      action: 'webhook_secret_rotated',
      entity: 'webhook_endpoints',
      entity_id: endpoint.id,
    })
    return ok({ secret })
  })

const change = (
  db: Kysely<DB>,
  input: Change,
  action: string,
  of: (endpoint: Endpoint) => { changes: Parameters<typeof changeEndpoint>[2]; before: unknown; after: unknown },
): Promise<Result<void, EndpointFailure>> =>
  asActor(db, input.actor, async tx => {
    const endpoint = await lockEndpoint(tx, input.endpointId)
    if (!endpoint) return err({ code: 'endpoint_not_found' })
    if (endpoint.revision !== input.revision) return err({ code: 'changed_meanwhile' })
    const { changes, before, after } = of(endpoint)
    await changeEndpoint(tx, endpoint.id, changes)
    await writeAudit(tx, { action, entity: 'webhook_endpoints', entity_id: endpoint.id, before, after })
    return ok(undefined)
  })
