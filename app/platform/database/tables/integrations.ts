import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ApiScope, DeliveryStatus, WebhookEvent, WebhookOutcome } from '#app/platform/database/values.ts'
import type { Json, NullableTimestamp, Timestamp } from './columns.ts'

type WebhookEndpointsTable = {
  id: Generated<string>
  url: string
  description: Generated<string>
  events: WebhookEvent[]
  status: Generated<'active' | 'paused' | 'deleted'>
  paused_because: 'manual' | 'failing' | 'gone' | null
  failing_since: NullableTimestamp
  failures: Generated<number>
  hold_until: Timestamp
  lease: string | null
  leased_until: NullableTimestamp
  /** Goes up with every edit. */
  revision: Generated<number>
  created_at: Timestamp
}

type WebhookEventsTable = {
  id: Generated<string>
  seq: GeneratedAlways<number>
  type: string
  occurred_at: Timestamp
  data: Json<unknown>
}

type WebhookDeliveriesTable = {
  id: Generated<string>
  endpoint_id: string
  event_id: string
  seq: number
  is_test: Generated<boolean>
  status: Generated<DeliveryStatus>
  attempts: Generated<number>
  next_attempt_at: NullableTimestamp
  created_at: Timestamp
}

type WebhookAttemptsTable = {
  id: GeneratedAlways<number>
  delivery_id: string
  at: Date
  milliseconds: number
  outcome: WebhookOutcome
  http_status: number | null
  answer: Generated<string>
}

type ApiKeysTable = {
  id: Generated<string>
  name: string
  prefix: string
  /** Written once and read by the database alone. */
  key_hash: ColumnType<never, string, never>
  scopes: ApiScope[]
  created_by: string
  created_at: Timestamp
  expires_at: NullableTimestamp
  last_used_at: ColumnType<Date | null, never, never>
  revoked_at: NullableTimestamp
  /** The key that replaced it. */
  replaced_by: Generated<string | null>
}

/** Webhooks and API keys of other systems. */
export type IntegrationsTables = {
  webhook_endpoints: WebhookEndpointsTable
  webhook_events: WebhookEventsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  api_keys: ApiKeysTable
}
