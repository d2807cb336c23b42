import type { Generated } from 'kysely'
import type { Role } from '#app/platform/database/values.ts'
import type { Timestamp } from './columns.ts'

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
}

/** People and their accounts. */
export type IdentityTables = {
  profiles: ProfilesTable
}
