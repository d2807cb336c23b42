import type { ColumnType, Generated } from 'kysely'
import type { OrganisationRole } from '#app/platform/database/values.ts'
import type { NullableTimestamp } from './columns.ts'

/** Companies whose people share purchases; functions of the database make and close them. */
type OrganisationsTable = {
  id: ColumnType<string, never, never>
  name: string
  rut: string | null
  created_at: ColumnType<Date, never, never>
  closed_at: ColumnType<Date | null, never, never>
}

type OrganisationMembersTable = {
  organisation_id: ColumnType<string, never, never>
  user_id: ColumnType<string, never, never>
  role: OrganisationRole
  joined_at: ColumnType<Date, never, never>
}

type OrganisationInvitationsTable = {
  id: Generated<string>
  organisation_id: string
  email: string
  role: OrganisationRole
  /** The SHA-256 (hex) of the link's token; the application writes it and does not read it. */
  token_hash: string
  invited_by: string
  created_at: Date
  expires_at: Date
  accepted_at: ColumnType<Date | null, never, never>
  revoked_at: NullableTimestamp
}

export type OrganisationsTables = {
  organisations: OrganisationsTable
  organisation_members: OrganisationMembersTable
  organisation_invitations: OrganisationInvitationsTable
}
