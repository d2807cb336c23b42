import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccessStatus, AgeDeclaration, ResultMode, RunStatus } from '#app/platform/database/values.ts'
import type { Json, NullableJson, NullableTimestamp, Timestamp } from './columns.ts'

type UserAccessesTable = {
  id: Generated<string>
  order_item_id: string
  /** The item's product; the database writes it. */
  assessment_id: ColumnType<string, never, never>
  user_id: string
  email: string
  status: Generated<AccessStatus>
  /** As it is stored: `accessCode` says what the person types. */
  access_code: Generated<string>
  first_name: string | null
  last_name: string | null
  invitee_name: string | null
  invitee_company: string | null
  job_role: string | null
  department: string | null
  invited_by_user_id: string | null
  accessed_at: NullableTimestamp
  completed_at: NullableTimestamp
  expires_at: Date
  progress: Generated<number>
  answered_closed: Generated<number>
  results: ColumnType<unknown, string | null | undefined, string | null>
  created_at: Timestamp
  updated_at: Timestamp
  /** When e-mail and code were first proved; the database writes it. */
  opened_at: ColumnType<Date | null, never, never>
  reminders_sent: ColumnType<number, never, never>
  reminded_at: ColumnType<Date | null, never, never>
  /** Its person blocked the data: nobody else reads them. */
  blocked_at: ColumnType<Date | null, never, never>
  /** Its person and answers were deleted. */
  erased_at: ColumnType<Date | null, never, never>
  /** The organisation that it belongs to; null: to its buyer alone. Of its order. */
  organisation_id: GeneratedAlways<string | null>
  /** The organisation, or else the buyer; generated. */
  holder_id: GeneratedAlways<string>
  /** What its person was promised; the database writes it. */
  result_mode: ColumnType<ResultMode, never, never>
}

type InvitationDraftsTable = {
  id: Generated<string>
  user_id: string
  order_item_id: string
  rows: Json<unknown>
  /** The sheets that the people were read from, and how; null without a sheet. */
  source: NullableJson
  created_at: Timestamp
  confirmed_at: NullableTimestamp
  invited: number | null
}

type AccessImportsTable = {
  id: Generated<string>
  created_by: string
  order_item_id: string | null
  rows: Json<unknown>
  source: NullableJson
  created_at: Timestamp
  confirmed_at: NullableTimestamp
  invited: number | null
}

type InvitationSendsTable = {
  id: Generated<string>
  started_by: string
  created_at: Date
  total: number
  sent: Generated<number>
  skipped: Generated<number>
  ended_at: NullableTimestamp
  stopped: Generated<boolean>
}

type InvitationSendRowsTable = { send_id: string; access_id: string }

type RespondentSessionsTable = {
  id: Generated<string>
  token_hash: string
  access_id: string
  created_at: Timestamp
  expires_at: Date
  revoked_at: NullableTimestamp
}

/** The column `counted_as` is the database's own. */
type AccessRefusalsTable = {
  id: Generated<number>
  access_id: string
  reason: 'wrong_code' | 'wrong_email' | 'expired' | 'revoked' | 'too_many'
  typed_email: string | null
  at: Timestamp
}

type AssessmentRunsTable = {
  id: Generated<string>
  session_id: Generated<string>
  user_id: string | null
  full_name: string
  corporate_email: string
  position: string
  organizational_unit: string
  data_role: string
  company_name: string
  invitation_code: string
  validated_access_id: string
  questionnaire_id: string
  questionnaire_version: number
  start_time: Timestamp
  end_time: NullableTimestamp
  duration_seconds: number | null
  active_seconds: Generated<number>
  status: Generated<RunStatus>
  closed_by: 'respondent' | 'buyer' | null
  current_section: Generated<number>
  privacy_notice_version: string
  age_declaration: AgeDeclaration | null
  created_at: Timestamp
  updated_at: Timestamp
}

type RunAnswersTable = {
  run_id: string
  field: string
  option: number | null
  text: string | null
  client_seq: number
  created_at: Timestamp
  updated_at: Timestamp
}

/** Seats in use, and what is answered in them. */
export type AccessesTables = {
  user_accesses: UserAccessesTable
  invitation_drafts: InvitationDraftsTable
  access_imports: AccessImportsTable
  invitation_sends: InvitationSendsTable
  invitation_send_rows: InvitationSendRowsTable
  respondent_sessions: RespondentSessionsTable
  access_refusals: AccessRefusalsTable
  assessment_runs: AssessmentRunsTable
  run_answers: RunAnswersTable
}
