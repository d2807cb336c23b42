import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { Refusal, refuse, refusing } from '#app/kernel/refusal.ts'
import { shapeOf } from '#app/kit/forms/schema.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { readOutsideUrl } from '#app/platform/http/post-outside.server.ts'
import { newWebhookSecret } from './deliver-webhooks.server.ts'
import {
  changeEndpoint,
  type Endpoint,
  hasWaitingTest,
  insertEndpoint,
  insertTest,
  lockEndpoint,
  requeueDeliveries,
  setSecret,
} from './webhooks.server.ts'
import {
  endpointFields,
  MAX_ENDPOINTS,
  ROTATION_MS,
  TEST_EVENT,
  URL_PROBLEMS,
  WEBHOOK_EVENT_NAMES,
} from './webhooks.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

/** What an endpoint is made of; whether its address may be used is checked separately (`readOutsideUrl`). */
const endpointForm = z.object({
  ...shapeOf(endpointFields),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)).min(1, 'Elige al menos un evento').max(WEBHOOK_EVENT_NAMES.length),
})
type EndpointForm = z.infer<typeof endpointForm>

export const ENDPOINT_INTENTS = ['save', 'pause', 'resume', 'test', 'rotate', 'delete'] as const

const revision = z.coerce.number().int().min(1).max(2_000_000_000)

/** The forms of an endpoint's page, one per `intent`; `revision` is that of the endpoint as it was shown. */
export const endpointIntent = z.discriminatedUnion('intent', [
  endpointForm.extend({ intent: z.literal('save'), revision }),
  z.object({ intent: z.enum(['pause', 'resume', 'test', 'rotate', 'delete']), revision }),
])

/** The form of a new endpoint. */
export const newEndpointForm = endpointForm.extend({ intent: z.literal('create') })

const gone = () => new Refusal('Este webhook ya no existe.', { status: 404 })

/** An endpoint as its editor saw it, locked until the transaction ends. @throws Refusal */
async function lockShown(tx: Transaction<DB>, { endpointId, revision }: Change): Promise<Endpoint> {
  const endpoint = await lockEndpoint(tx, endpointId)
  if (!endpoint) throw gone()
  if (endpoint.revision === revision) return endpoint
  return refuse('Otra persona cambió este webhook mientras lo tenías abierto. Revisa los datos e inténtalo de nuevo.')
}

/** The address that is called. @throws Refusal */
function readAddress(typed: string, allowLocal: boolean): string {
  const url = readOutsideUrl(typed, allowLocal)
  return url.ok ? url.value.href : refuse(URL_PROBLEMS[url.error.code], { field: 'url' })
}

/**
 * Adds an endpoint and generates its secret, which is returned only here. @throws Refusal
 * @param input.allowLocal whether this machine's own names may be used: in a demo
 */
export async function createEndpoint(
  db: Kysely<DB>,
  input: { actor: Admin; form: EndpointForm; allowLocal: boolean; now: Date },
): Promise<{ id: string; secret: string }> {
  const { actor, now } = input
  const form = { ...input.form, url: readAddress(input.form.url, input.allowLocal) }
  const secret = newWebhookSecret()
  const added = asActor(db, actor, async tx => {
    const id = await insertEndpoint(tx, { ...form, now })
    await setSecret(tx, { endpointId: id, secret, now, keepUntil: now })
    await writeAudit(tx, { action: 'webhook_created', entity: 'webhook_endpoints', entity_id: id, after: form })
    return { id, secret }
  })
  return refusing(added, {
    webhook_endpoints_few: [`Puede haber hasta ${MAX_ENDPOINTS} webhooks. Elimina uno que ya no uses.`],
  })
}

type Change = { actor: Admin; endpointId: string; revision: number }

/** Changes address, description and events, of what the form was filled from. @throws Refusal */
export async function saveEndpoint(
  db: Kysely<DB>,
  input: Change & { form: EndpointForm; allowLocal: boolean },
): Promise<void> {
  const after = { ...input.form, url: readAddress(input.form.url, input.allowLocal) }
  return change(db, input, 'webhook_changed', ({ url, description, events }) => ({
    changes: after,
    before: { url, description, events },
    after,
  }))
}

/** Pauses sending; events meanwhile are stored. */
export const pauseEndpoint = (db: Kysely<DB>, input: Change): Promise<void> =>
  change(db, input, 'webhook_paused', ({ status }) => ({
    changes: { status: 'paused', paused_because: 'manual' },
    before: { status },
    after: { status: 'paused' },
  }))

/** Goes on sending at once, with what has waited. */
export const resumeEndpoint = (db: Kysely<DB>, input: Change): Promise<void> =>
  change(db, input, 'webhook_resumed', ({ status, paused_because }) => ({
    changes: { status: 'active', paused_because: null, failing_since: null, failures: 0, hold_until: new Date(0) },
    before: { status, paused_because },
    after: { status: 'active' },
  }))

/** Deletes an endpoint and its secret. */
export const deleteEndpoint = (db: Kysely<DB>, input: Change): Promise<void> =>
  change(db, input, 'webhook_deleted', ({ url, description, events }) => ({
    changes: { status: 'deleted', paused_because: null },
    before: { url, description, events },
    after: undefined,
  }))

/** Generates another secret, returned only here; the previous one also signs for a day. @throws Refusal */
export const rotateSecret = (db: Kysely<DB>, input: Change & { now: Date }): Promise<string> =>
  asActor(db, input.actor, async tx => {
    // Two clicks at once would leave the receiver with a secret that is neither of the two that sign.
    const { id } = await lockShown(tx, input)
    const secret = newWebhookSecret()
    const { now } = input
    await setSecret(tx, { endpointId: id, secret, now, keepUntil: new Date(now.getTime() + ROTATION_MS) })
    await changeEndpoint(tx, id, {})
    await writeAudit(tx, { action: 'webhook_secret_rotated', entity: 'webhook_endpoints', entity_id: id })
    return secret
  })

const change = (
  db: Kysely<DB>,
  input: Change,
  action: string,
  of: (endpoint: Endpoint) => { changes: Parameters<typeof changeEndpoint>[2]; before: unknown; after: unknown },
): Promise<void> =>
  asActor(db, input.actor, async tx => {
    const endpoint = await lockShown(tx, input)
    const { changes, before, after } = of(endpoint)
    await changeEndpoint(tx, endpoint.id, changes)
    await writeAudit(tx, { action, entity: 'webhook_endpoints', entity_id: endpoint.id, before, after })
  })

/** Queues finished deliveries again, with the same id for the receiver. @returns how many. @throws Refusal */
export const resendDeliveries = (
  db: Kysely<DB>,
  input: { actor: Admin; endpointId: string; deliveryIds: readonly string[] },
): Promise<number> =>
  asActor(db, input.actor, async tx => {
    if (!(await lockEndpoint(tx, input.endpointId))) throw gone()
    const sent = input.deliveryIds.length === 0 ? 0 : await requeueDeliveries(tx, input)
    if (sent === 0) return 0
    await writeAudit(tx, {
      action: 'webhook_resent',
      entity: 'webhook_endpoints',
      entity_id: input.endpointId,
      after: { deliveries: input.deliveryIds },
    })
    return sent
  })

/** Sends an event that did not happen, also to a paused endpoint, once and without trying again. @throws Refusal */
export const sendTest = (
  db: Kysely<DB>,
  { actor, endpointId, now }: { actor: Admin; endpointId: string; now: Date },
): Promise<void> =>
  asActor(db, actor, async tx => {
    if (!(await lockEndpoint(tx, endpointId))) throw gone()
    if (await hasWaitingTest(tx, endpointId)) refuse('Ya hay una prueba en camino.')
    await insertTest(tx, { endpointId, type: TEST_EVENT, data: { endpoint_id: endpointId }, now })
    await writeAudit(tx, { action: 'webhook_tested', entity: 'webhook_endpoints', entity_id: endpointId })
  })
