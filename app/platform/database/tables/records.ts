import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { MailStatus } from '#app/platform/database/values.ts'
import type { Json, NullableTimestamp, Timestamp } from './columns.ts'

type MailsTable = {
  id: Generated<string>
  template: string
  recipient: string
  params: Json<unknown>
  order_id: string | null
  access_id: string | null
  status: Generated<MailStatus>
  attempts: Generated<number>
  last_error: string | null
  sent_at: NullableTimestamp
  /** When a try last failed; written by the database. */
  last_failed_at: GeneratedAlways<Date | null>
  created_at: Timestamp
  /** As it was sent; null until the first attempt. */
  subject: Generated<string | null>
}

type AuditLogTable = {
  id: Generated<number>
  at: Timestamp
  actor_kind: Generated<string>
  actor_user_id: Generated<string | null>
  action: string
  entity: string
  entity_id: string
  before: ColumnType<unknown, string | null | undefined, never>
  after: ColumnType<unknown, string | null | undefined, never>
}

type SavedViewsTable = {
  id: Generated<string>
  user_id: ColumnType<string, never, never>
  path: string
  name: string
  query: string
  created_at: Timestamp
}

/** Mails to send, the log of changes, and the staff's own views of lists. */
export type RecordsTables = {
  mails: MailsTable
  audit_log: AuditLogTable
  saved_views: SavedViewsTable
}
