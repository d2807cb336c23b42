import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {
  DataRequestChannel,
  DataRequestKind,
  DataRequestStatus,
  ProcessingCapacity,
} from '#app/platform/database/values.ts'
import type { NullableJson, NullableTimestamp, Timestamp } from './columns.ts'

type DataRequestsTable = {
  id: Generated<string>
  /** `SD-2026-000012`; the database writes it. */
  number: GeneratedAlways<string>
  kind: DataRequestKind
  status: Generated<DataRequestStatus>
  channel: DataRequestChannel
  email: string
  user_id: ColumnType<string | null, never, never>
  person_name: string | null
  details: string | null
  received_at: Date
  acknowledged_at: Date
  due_at: Date
  extended_at: NullableTimestamp
  extension_reason: string | null
  assigned_to: string | null
  /** When it was passed on to who invited the person. */
  forwarded_at: NullableTimestamp
  recorded_by: string | null
  answered_at: NullableTimestamp
  answered_by: string | null
  answer: string | null
  proof: NullableJson
  warned_at: ColumnType<Date | null, never, never>
  overdue_warned_at: ColumnType<Date | null, never, never>
}

type ProcessingActivitiesTable = {
  id: Generated<string>
  /** Of the release's rows. */
  key: string | null
  position: Generated<number>
  name: string
  capacity: ProcessingCapacity
  purposes: string
  legal_basis: string
  subjects: string
  data_categories: string
  recipients: string
  retention: string
  safeguards: string
  archived_at: NullableTimestamp
  updated_at: Timestamp
  updated_by: string | null
}

type DataBreachesTable = {
  id: Generated<string>
  title: string
  known_at: Date
  occurred_at: NullableTimestamp
  description: string
  data_categories: string
  people: number | null
  consequences: string
  measures: string
  notify_by: Date
  agency_notified_at: NullableTimestamp
  people_notified_at: NullableTimestamp
  buyers_notified_at: NullableTimestamp
  told: string | null
  closed_at: NullableTimestamp
  created_by: ColumnType<string, never, never>
  created_at: Timestamp
  updated_at: Timestamp
  warned_at: NullableTimestamp
}

/** People's rights over their data: requests, the record of processing and the register of breaches. */
export type DataRequestsTables = {
  data_requests: DataRequestsTable
  processing_activities: ProcessingActivitiesTable
  data_breaches: DataBreachesTable
}
