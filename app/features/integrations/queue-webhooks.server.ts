import { sql, type Transaction } from 'kysely'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { WebhookEvent } from '#app/platform/database/values.ts'

/**
 * Puts an event into the outbox of webhooks, once, with a delivery for each endpoint that subscribed to it; a paused one gets it when it
 * resumes. Nothing is written where nobody subscribed. As the shop, in the transaction of the change.
 * @param facts what each event tells, as endpoints read it
 */
export async function queueWebhooks(
  tx: Transaction<DB>,
  event: WebhookEvent,
  facts: readonly Record<string, unknown>[],
): Promise<void> {
  await sql`
    with subscribed as materialized (select id from webhook_endpoints where status <> 'deleted' and ${event} = any (events)),
    happened as (
      insert into webhook_events (type, data)
      select ${event}, fact from jsonb_array_elements(${storableJson(facts)}::jsonb) fact
      where exists (select from subscribed)
      returning id, seq)
    insert into webhook_deliveries (endpoint_id, event_id, seq)
    select subscribed.id, happened.id, happened.seq from happened cross join subscribed`.execute(tx)
}
