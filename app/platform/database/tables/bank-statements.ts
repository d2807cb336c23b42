import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import type { BankLineState } from '#app/platform/database/values.ts'
import type { NullableJson } from './columns.ts'

type BankAccountsTable = {
  id: Generated<string>
  name: string
  /** How its statements are read, as last confirmed. */
  reading: NullableJson
  created_at: Date
}

type BankStatementsTable = {
  id: Generated<string>
  account_id: string
  uploaded_by: string
  file_name: string
  source: NullableJson
  created_at: Date
  confirmed_at: Date | null
  new_lines: number | null
}

type BankLinesTable = {
  id: Generated<string>
  account_id: string
  statement_id: string
  row_number: number
  /** The driver reads a date as a moment: select it as text. */
  booked_on: ColumnType<unknown, Day, never>
  amount_clp: Pesos
  description: string
  operation: string | null
  payer_rut: string | null
  occurrence: number
  state: Generated<BankLineState>
  order_id: string | null
  attempt_id: string | null
  surplus_clp: Generated<Pesos>
  surplus_returned_at: Date | null
  note: string | null
  /** The administrator; written by the database. */
  decided_by: ColumnType<string | null, never, never>
  decided_at: Date | null
  created_at: Date
  /** Noon of its day in Santiago; written by the database. */
  booked_at: ColumnType<Date, never, never>
}

export type BankStatementsTables = {
  bank_accounts: BankAccountsTable
  bank_statements: BankStatementsTable
  bank_lines: BankLinesTable
}
