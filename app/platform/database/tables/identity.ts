import type { Generated } from 'kysely'
import type { Role } from '#app/platform/database/values.ts'
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
  created_at: Timestamp
  updated_at: Timestamp
  /** When its person left; orders keep pointing here. */
  deleted_at: NullableTimestamp
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

/** People and their accounts. */
export type IdentityTables = {
  profiles: ProfilesTable
  email_changes: EmailChangesTable
}
