import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './columns.ts'

type WorkshopSessionsTable = {
  order_item_id: string
  starts_at: Date
  minutes: number
  place: Generated<string>
  link: Generated<string>
  notes: Generated<string>
  cancelled_at: NullableTimestamp
  /** Counted by the database. */
  revision: ColumnType<number, never, never>
  created_at: Timestamp
  updated_at: ColumnType<Date, never, never>
}

/** Written by private.confirm_attendance alone. */
type WorkshopCertificatesTable = {
  access_id: ColumnType<string, never, never>
  code: ColumnType<string, never, never>
  full_name: ColumnType<string, never, never>
  workshop: ColumnType<string, never, never>
  held_on: ColumnType<string, never, never>
  /** How long it was; null for old certificates. */
  minutes: ColumnType<number | null, never, never>
  issued_at: ColumnType<Date, never, never>
  /** Who certified and who signs, as JSON. */
  seller: ColumnType<unknown, never, never>
  /** Its text; null for old certificates. */
  text: ColumnType<string | null, never, never>
}

/** Workshops that are held, and who was there. */
export type WorkshopsTables = {
  workshop_sessions: WorkshopSessionsTable
  workshop_certificates: WorkshopCertificatesTable
}
