import type { ColumnType, Generated } from 'kysely'
import type { SimulatorTables } from '#app/platform/payments/postgres-store.server.ts'
import type {
  AccessStatus,
  AttemptStatus,
  DocumentType,
  MailStatus,
  Mode,
  OrderStatus,
  PricingBand,
  ProductType,
  Role,
  RunStatus,
} from './values.ts'

/** A column that the database fills when a row is inserted without it. */
type Timestamp = ColumnType<Date, Date | undefined, Date>
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<Shape> = ColumnType<Shape, string, string>

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

type CategoriesTable = {
  id: Generated<string>
  name: string
  slug: string
  description: Generated<string>
  order: Generated<number>
  status: Generated<'active' | 'inactive'>
  created_at: Timestamp
  updated_at: Timestamp
}

type AssessmentsTable = {
  id: Generated<string>
  slug: string
  name: string
  type: ProductType
  description_short: Generated<string>
  description_long: Generated<string>
  image_url: string | null
  category_id: string
  tags: Generated<string[]>
  outcomes: Generated<string[]>
  audience: Generated<string>
  featured: Generated<boolean>
  format: Generated<string>
  duration_min: number
  duration_max: number | null
  base_price_clp: number
  allow_business: Generated<boolean>
  min_seats: Generated<number>
  max_seats: Generated<number>
  questionnaire_id: string | null
  paid_seats: Generated<number>
  status: Generated<'active' | 'draft' | 'archived'>
  deleted_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
}

type QuestionnairesTable = { id: string; created_at: Timestamp }

type QuestionnaireVersionsTable = {
  questionnaire_id: string
  version: number
  content: Json<unknown>
  published_at: Timestamp
}

type DiscountCodesTable = {
  id: Generated<string>
  code: string
  name: string
  description: Generated<string>
  type: 'percentage' | 'fixed_amount'
  value: number
  max_uses: number | null
  current_uses: Generated<number>
  valid_from: Timestamp
  valid_until: NullableTimestamp
  duration_days: number | null
  min_order_amount: Generated<number>
  max_discount_amount: number | null
  status: Generated<'active' | 'paused' | 'inactive'>
  archived_at: NullableTimestamp
  created_at: Timestamp
}

type OrdersTable = {
  id: Generated<string>
  user_id: string
  order_number: string
  status: Generated<OrderStatus>
  currency: Generated<'CLP'>
  subtotal_clp: number
  discount_clp: Generated<number>
  total_clp: number
  net_clp: number
  vat_clp: number
  discount_code: string | null
  idempotency_key: string
  document_type: Generated<DocumentType>
  billing_rut: string | null
  billing_name: string | null
  billing_activity: string | null
  billing_address: string | null
  billing_commune: string | null
  company_name: string | null
  company_url: string | null
  terms_version: string
  terms_accepted_at: Date
  created_at: Timestamp
  paid_at: NullableTimestamp
}

type OrderItemsTable = {
  id: Generated<string>
  order_id: string
  user_id: string
  assessment_id: string
  mode: Mode
  seats: number
  used_seats: Generated<number>
  base_price_clp: number
  unit_price_clp: number
  subtotal_clp: number
  discount_clp: Generated<number>
  total_clp: number
  pricing_band: PricingBand
  per_extra_rate: number
  deleted_at: NullableTimestamp
  created_at: Timestamp
}

type DiscountRedemptionsTable = {
  id: Generated<string>
  order_id: string
  user_id: string
  discount_code_id: string
  amount_clp: number
  created_at: Timestamp
  released_at: NullableTimestamp
}

type PaymentAttemptsTable = {
  id: Generated<string>
  order_id: string
  user_id: string
  gateway: string
  buy_order: string
  token: string | null
  amount_clp: number
  refunded_clp: Generated<number>
  status: Generated<AttemptStatus>
  authorization_code: string | null
  card_last4: string | null
  payment_type_code: string | null
  response_code: number | null
  installments: number | null
  detail: string | null
  checks: Generated<number>
  next_check_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
}

type UserAccessesTable = {
  id: Generated<string>
  order_item_id: string
  user_id: string
  email: string
  status: Generated<AccessStatus>
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
}

type RespondentSessionsTable = {
  id: Generated<string>
  token_hash: string
  access_id: string
  created_at: Timestamp
  expires_at: Date
  revoked_at: NullableTimestamp
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
  created_at: Timestamp
  updated_at: Timestamp
}

type RunAnswersTable = {
  run_id: string
  field: string
  option: number | null
  text: string | null
  client_seq: number
  updated_at: Timestamp
}

type MailsTable = {
  id: Generated<string>
  template: string
  recipient: string
  params: Json<unknown>
  order_id: string | null
  access_id: string | null
  status: Generated<MailStatus>
  attempts: Generated<number>
  next_attempt_at: NullableTimestamp
  last_error: string | null
  sent_at: NullableTimestamp
  created_at: Timestamp
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

/** The tables that the application's role sees; columns are the specification's. */
export type DB = {
  profiles: ProfilesTable
  categories: CategoriesTable
  assessments: AssessmentsTable
  questionnaires: QuestionnairesTable
  questionnaire_versions: QuestionnaireVersionsTable
  discount_codes: DiscountCodesTable
  orders: OrdersTable
  order_items: OrderItemsTable
  discount_redemptions: DiscountRedemptionsTable
  payment_attempts: PaymentAttemptsTable
  user_accesses: UserAccessesTable
  respondent_sessions: RespondentSessionsTable
  assessment_runs: AssessmentRunsTable
  run_answers: RunAnswersTable
  mails: MailsTable
  audit_log: AuditLogTable
} & SimulatorTables
