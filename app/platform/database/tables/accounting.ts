import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Pesos } from '#app/kernel/money.ts'
import type { ChargebackReason, ChargebackStatus, LedgerAccount, LedgerEvent } from '#app/platform/database/values.ts'
import type { NullableTimestamp } from './columns.ts'

type ChargebacksTable = {
  id: Generated<string>
  order_id: string
  attempt_id: string
  amount_clp: Pesos
  reason: ChargebackReason
  note: string | null
  /** The bank's name for it. */
  reference: string | null
  received_on: ColumnType<unknown, string, never>
  /** The last day for the answer. */
  answer_by: ColumnType<unknown, string, never>
  status: Generated<ChargebackStatus>
  /** The evidence that was sent to the bank. */
  answer: string | null
  answered_at: NullableTimestamp
  settled_at: NullableTimestamp
  settled_note: string | null
  /** When the order's accesses were revoked because of it; null: they were kept. */
  accesses_revoked_at: NullableTimestamp
  recorded_by: ColumnType<string | null, never, never>
  created_at: Date
  list_words: GeneratedAlways<string>
}

/** Written by functions of the database alone. */
type LedgerEntriesTable = {
  id: GeneratedAlways<string>
  event: GeneratedAlways<LedgerEvent>
  at: GeneratedAlways<Date>
  source_id: GeneratedAlways<string>
  order_id: GeneratedAlways<string | null>
  /** Of a payment at the simulator: not money. */
  is_simulated: GeneratedAlways<boolean>
  /** The sum of its debits, and of its credits. */
  amount_clp: GeneratedAlways<Pesos>
  accounts: GeneratedAlways<LedgerAccount[]>
  recorded_by: GeneratedAlways<string | null>
  created_at: GeneratedAlways<Date>
  list_words: GeneratedAlways<string>
}

type LedgerLinesTable = {
  entry_id: GeneratedAlways<string>
  position: GeneratedAlways<number>
  account: GeneratedAlways<LedgerAccount>
  debit_clp: GeneratedAlways<Pesos>
  credit_clp: GeneratedAlways<Pesos>
}

/** The result of comparing a closed day's entries with the rows that caused them. */
type LedgerChecksTable = {
  day: GeneratedAlways<unknown>
  checked_at: GeneratedAlways<Date>
  entry_count: GeneratedAlways<number>
  sales_clp: GeneratedAlways<Pesos>
  refunds_clp: GeneratedAlways<Pesos>
  chargebacks_clp: GeneratedAlways<Pesos>
  difference_count: GeneratedAlways<number>
  differences: GeneratedAlways<unknown>
  is_stale: GeneratedAlways<boolean>
}

/** The ledger, its checks, and chargebacks. */
export type AccountingTables = {
  chargebacks: ChargebacksTable
  ledger_entries: LedgerEntriesTable
  ledger_lines: LedgerLinesTable
  ledger_checks: LedgerChecksTable
}
