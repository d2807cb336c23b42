import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type {
  DayState,
  DifferenceKind,
  DifferenceStatus,
  MovementKind,
  ReconciledGateway,
  ReportSource,
} from '#app/platform/database/values.ts'
import type { NullableTimestamp } from './columns.ts'

/** A calendar day; queries select it as text. */
type DayColumn = ColumnType<unknown, Day, Day>
type NullableDayColumn = ColumnType<unknown, Day | null, Day | null>

/** An uploaded report of the gateway. */
type GatewayReportsTable = {
  id: Generated<string>
  gateway: ReconciledGateway
  source: ReportSource
  file_name: string
  sha256: string
  from_day: DayColumn
  until_day: DayColumn
  line_count: number
  ignored_count: number
  /** Lines that no earlier report had; null until it is confirmed. */
  new_count: ColumnType<number | null, never, number>
  /** Its movements as JSON until it is confirmed. */
  content: ColumnType<unknown, string, null>
  uploaded_by: ColumnType<string, never, never>
  created_at: ColumnType<Date, Date, never>
  confirmed_at: ColumnType<Date | null, never, Date>
}

/** A line of a confirmed report; amounts are positive pesos. */
type GatewayMovementsTable = {
  id: Generated<string>
  report_id: string
  gateway: ReconciledGateway
  source: ReportSource
  kind: MovementKind
  row_number: number
  line_key: string
  day: DayColumn
  accounting_day: NullableDayColumn
  reference: string | null
  authorization_code: string | null
  card_last4: string | null
  payment_type: string | null
  amount_clp: Pesos
  total_clp: Pesos
  installment: number | null
  fee_clp: Pesos
  fee_vat_clp: Pesos
  payout_day: NullableDayColumn
  detail: string | null
  attempt_id: ColumnType<string | null, never, string>
  matched_by: ColumnType<'reference' | 'authorization' | null, never, 'reference' | 'authorization'>
}

/** A day's figures, ours and the gateway's, in pesos. */
type ReconciliationDaysTable = {
  gateway: ReconciledGateway
  day: DayColumn
  state: DayState
  is_covered: boolean
  payment_count: number
  payments_clp: Pesos
  refunds_clp: Pesos
  reported_count: number
  reported_clp: Pesos
  reported_refunds_clp: Pesos
  settled_clp: Pesos
  open_count: number
  reviewed_count: number
  changed_at: Date
}

type ReconciliationDifferencesTable = {
  id: Generated<string>
  gateway: ReconciledGateway
  day: DayColumn
  kind: DifferenceKind
  subject: string
  attempt_id: string | null
  order_id: string | null
  movement_id: string | null
  reference: string | null
  authorization_code: string | null
  our_clp: Pesos | null
  their_clp: Pesos | null
  status: ColumnType<DifferenceStatus, never, DifferenceStatus>
  note: ColumnType<string | null, never, string | null>
  reviewed_by: ColumnType<string | null, never, string | null>
  reviewed_at: NullableTimestamp
  created_at: ColumnType<Date, Date, never>
  /** Written by the database. */
  day_start: ColumnType<Date, never, never>
  list_words: ColumnType<string, never, never>
}

type MonthClosingsTable = {
  /** Its first day. */
  month: DayColumn
  totals: ColumnType<unknown, string, never>
  open_days: number
  open_differences: number
  reason: string | null
  closed_by: ColumnType<string, never, never>
  closed_at: ColumnType<Date, Date, never>
}

export type ReconciliationTables = {
  gateway_reports: GatewayReportsTable
  gateway_movements: GatewayMovementsTable
  reconciliation_days: ReconciliationDaysTable
  reconciliation_differences: ReconciliationDifferencesTable
  month_closings: MonthClosingsTable
}
