import type { Generated } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type { Role, StaffScope } from '#app/platform/database/values.ts'
import type { NullableTimestamp, Timestamp } from './columns.ts'

type ProfilesTable = {
  id: Generated<string>
  first_name: string
  last_name: Generated<string>
  company: string | null
  phone: string | null
  email: string
  email_verified: Generated<boolean>
  avatar_url: string | null
  role: Generated<Role>
  /** Null but for the staff, whose role is `admin`. */
  staff_scope: Generated<StaffScope | null>
  created_at: Timestamp
  updated_at: Timestamp
  /** When its person left; orders keep pointing here. */
  deleted_at: NullableTimestamp
  /** Of the profile's company; written by the database. */
  company_id: Generated<string | null>
}

/** Wishes for another e-mail, as far as the application's role reads them; functions write them. */
type EmailChangesTable = {
  id: Generated<string>
  user_id: string
  new_email: string
  created_at: Timestamp
  expires_at: Date
  confirmed_at: NullableTimestamp
  cancelled_at: NullableTimestamp
}

/** A person's purchases and payments; maintained by the database. `id` is the profile's. */
type ClientTotalsTable = {
  id: string
  paid_orders: number
  seats: number
  /** Net of refunds. */
  spent_clp: Pesos
  refunded_clp: Pesos
  last_paid_at: Date | null
}

/** Companies as people and orders name them; written by the database. */
type CompaniesTable = {
  id: string
  key: string
  name: string
  rut: string | null
  paid_orders: number
  seats: number
  /** Net of refunds. */
  spent_clp: Pesos
  refunded_clp: Pesos
  last_paid_at: Date | null
  created_at: Date
}

/** What the staff writes down about a client. */
type ClientNotesTable = {
  id: Generated<string>
  user_id: string
  author_id: string
  body: string
  created_at: Timestamp
}

/** People and their accounts. */
export type IdentityTables = {
  profiles: ProfilesTable
  email_changes: EmailChangesTable
  client_totals: ClientTotalsTable
  companies: CompaniesTable
  client_notes: ClientNotesTable
}
