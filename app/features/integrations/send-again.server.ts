import type { Kysely } from 'kysely'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { hasWaitingTest, insertTest, lockEndpoint, requeueDeliveries } from './webhooks.db.server.ts'
import { TEST_EVENT } from './webhooks.ts'

type Admin = Extract<Actor, { kind: 'admin' }>

/** Queues finished deliveries again, with the same id for the receiver. @returns how many */
export const resendDeliveries = (
  db: Kysely<DB>,
  input: { actor: Admin; endpointId: string; deliveryIds: readonly string[] },
): Promise<Result<number, { code: 'endpoint_not_found' | 'nothing_to_send' }>> =>
  asActor(db, input.actor, async tx => {
    if (!(await lockEndpoint(tx, input.endpointId))) return err({ code: 'endpoint_not_found' })
    const sent = input.deliveryIds.length === 0 ? 0 : await requeueDeliveries(tx, input)
    if (sent === 0) return err({ code: 'nothing_to_send' })
    await writeAudit(tx, {
      action: 'webhook_resent',
      entity: 'webhook_endpoints',
      entity_id: input.endpointId,
      after: { deliveries: input.deliveryIds },
    })
    return ok(sent)
  })

/** Sends an event that did not happen, also to a paused endpoint, once and without trying again. */
export const sendTest = (
  db: Kysely<DB>,
  input: { actor: Admin; endpointId: string; now: Date },
): Promise<Result<void, { code: 'endpoint_not_found' | 'test_waiting' }>> =>
  asActor(db, input.actor, async tx => {
    const { endpointId, now } = input
    if (!(await lockEndpoint(tx, endpointId))) return err({ code: 'endpoint_not_found' })
    if (await hasWaitingTest(tx, endpointId)) return err({ code: 'test_waiting' })
    await insertTest(tx, { endpointId, type: TEST_EVENT, data: { endpoint_id: endpointId }, now })
    await writeAudit(tx, { action: 'webhook_tested', entity: 'webhook_endpoints', entity_id: endpointId })
    return ok(undefined)
  })
