import { sql, type Transaction } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway, ReportSource } from '#app/platform/database/values.ts'
import type { Movement } from './movement.ts'

export type KeyedMovement = Movement & { key: string }

/** How many of these lines are stored already, and the days of the others. */
export async function knownKeys(
  tx: Transaction<DB>,
  gateway: ReconciledGateway,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ line_key: string }>`
    select line_key from gateway_movements where gateway = ${gateway} and line_key = any(${[...keys]})`.execute(tx)
  return new Set(rows.map(row => row.line_key))
}

/** Stores the lines that no earlier report had. @returns their ids. */
export async function insertMovements(
  tx: Transaction<DB>,
  report: { id: string; gateway: ReconciledGateway; source: ReportSource },
  movements: readonly KeyedMovement[],
): Promise<string[]> {
  // As one JSON value: a statement has at most 65,535 parameters.
  const { rows } = await sql<{ id: string }>`
    insert into gateway_movements (report_id, gateway, source, kind, row_number, line_key, day, accounting_day, reference,
      authorization_code, card_last4, payment_type, amount_clp, total_clp, installment, fee_clp, fee_vat_clp, payout_day, detail)
    select ${report.id}, ${report.gateway}, ${report.source}, kind, "row", key, day, "accountingDay", reference,
      "authorizationCode", "cardLast4", "paymentType", amount, total, installment, fee, "feeVat", "payoutDay", detail
    from jsonb_to_recordset(${storableJson(movements)}::jsonb) line (
      kind text, "row" integer, key text, day date, "accountingDay" date, reference text, "authorizationCode" text,
      "cardLast4" text, "paymentType" text, amount bigint, total bigint, installment integer, fee bigint, "feeVat" bigint,
      "payoutDay" date, detail text)
    on conflict on constraint gateway_movements_once do nothing
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Posts the settled lines of a report: the commission with its VAT, and the deposit. Money of the simulated bank is none:
 * its commission is posted among simulated entries, and there is no deposit.
 */
export async function postSettlement(
  tx: Transaction<DB>,
  report: { id: string; gateway: ReconciledGateway },
): Promise<void> {
  const receivable = report.gateway === 'webpay' ? 'card_receivable' : 'simulated_receivable'
  // A fee is a debit, and one that is given back with a refund a credit.
  await sql`
    select private.post_ledger('fee', line.at, line.id, line.order_id, case when line.is_back
      then jsonb_build_array(
        jsonb_build_object('account', ${receivable}::text, 'debit', line.fee_clp + line.fee_vat_clp),
        jsonb_build_object('account', 'fees', 'credit', line.fee_clp),
        jsonb_build_object('account', 'vat_credit', 'credit', line.fee_vat_clp))
      else jsonb_build_array(
        jsonb_build_object('account', 'fees', 'debit', line.fee_clp),
        jsonb_build_object('account', 'vat_credit', 'debit', line.fee_vat_clp),
        jsonb_build_object('account', ${receivable}::text, 'credit', line.fee_clp + line.fee_vat_clp))
      end)
    from (${SETTLED} where movement.report_id = ${report.id} and movement.payout_day is not null) line
    where line.fee_clp + line.fee_vat_clp > 0`.execute(tx)
  if (report.gateway !== 'webpay') return
  await sql`
    select private.post_ledger('payout', line.at, line.id, line.order_id, jsonb_build_array(
      jsonb_build_object('account', 'bank', case when line.payout > 0 then 'debit' else 'credit' end, abs(line.payout)),
      jsonb_build_object('account', 'card_receivable', case when line.payout > 0 then 'credit' else 'debit' end, abs(line.payout))))
    from (${SETTLED} where movement.report_id = ${report.id} and movement.payout_day is not null) line
    where line.payout <> 0`.execute(tx)
}

/** Settled lines with their order, their noon of the deposit, and what they add to it (`payoutOf`). */
const SETTLED = sql`
  select movement.id, attempt.order_id, (movement.payout_day + time '12:00') at time zone 'America/Santiago' as at,
    movement.kind = 'refund' as is_back, movement.fee_clp, movement.fee_vat_clp,
    case movement.kind
      when 'sale' then movement.amount_clp - movement.fee_clp - movement.fee_vat_clp
      when 'refund' then movement.fee_clp + movement.fee_vat_clp - movement.amount_clp
      else -movement.amount_clp end as payout
  from gateway_movements movement left join payment_attempts attempt on attempt.id = movement.attempt_id`

/** A line of a report as its page shows it. */
export type ReportLine = {
  id: string
  row_number: number
  kind: Movement['kind']
  day: Day
  reference: string | null
  authorization_code: string | null
  amount_clp: Pesos
  payout_day: Day | null
  order_id: string | null
  order_number: string | null
}

/** Lines of a confirmed report without a payment of ours, in the order of its rows. */
export async function unmatchedLines(tx: Transaction<DB>, reportId: string, max: number): Promise<ReportLine[]> {
  const { rows } = await sql<ReportLine>`
    select id, row_number, kind, day::text, reference, authorization_code, amount_clp, payout_day::text,
      null as order_id, null as order_number
    from gateway_movements where report_id = ${reportId} and attempt_id is null and kind in ('sale', 'refund')
    order by row_number limit ${max}`.execute(tx)
  return rows
}

/** What became of the new lines of a report. */
export async function countLines(
  tx: Transaction<DB>,
  reportId: string,
): Promise<{ matched: number; unmatched: number; other: number }> {
  const { rows } = await sql<{ matched: number; unmatched: number; other: number }>`
    select count(*) filter (where attempt_id is not null)::integer as matched,
      count(*) filter (where attempt_id is null and kind in ('sale', 'refund'))::integer as unmatched,
      count(*) filter (where attempt_id is null and kind not in ('sale', 'refund'))::integer as other
    from gateway_movements where report_id = ${reportId}`.execute(tx)
  return rows[0] ?? { matched: 0, unmatched: 0, other: 0 }
}

/** A report as its page shows it. */
export type StoredReport = {
  id: string
  gateway: ReconciledGateway
  source: ReportSource
  file_name: string
  from_day: Day
  until_day: Day
  line_count: number
  ignored_count: number
  new_count: number | null
  created_at: Date
  confirmed_at: Date | null
  uploaded_by: string
}

const COLUMNS = sql`report.id, report.gateway, report.source, report.file_name, report.from_day::text, report.until_day::text,
  report.line_count, report.ignored_count, report.new_count, report.created_at, report.confirmed_at,
  btrim(person.first_name || ' ' || person.last_name) as uploaded_by`
const SOURCE = sql`gateway_reports report join profiles person on person.id = report.uploaded_by`

/** One report; undefined for an unknown id. */
export async function findReport(tx: Transaction<DB>, id: string): Promise<StoredReport | undefined> {
  const { rows } = await sql<StoredReport>`select ${COLUMNS} from ${SOURCE} where report.id = ${id}`.execute(tx)
  return rows[0]
}

/** The newest confirmed reports. */
export async function recentReports(
  tx: Transaction<DB>,
  gateway: ReconciledGateway,
  max: number,
): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select ${COLUMNS} from ${SOURCE} where report.gateway = ${gateway} and report.confirmed_at is not null
    order by report.confirmed_at desc limit ${max}`.execute(tx)
  return rows
}

/** The confirmed report of a file with these bytes. */
export async function reportOfFile(
  tx: Transaction<DB>,
  { gateway, sha256 }: { gateway: ReconciledGateway; sha256: string },
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('gateway_reports')
    .select('id')
    .where('gateway', '=', gateway)
    .where('sha256', '=', sha256)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return found?.id
}

/** Stores an uploaded report for its review. @returns its id. */
export async function insertReport(
  tx: Transaction<DB>,
  report: {
    gateway: ReconciledGateway
    source: ReportSource
    fileName: string
    sha256: string
    from: Day
    until: Day
    movements: readonly Movement[]
    ignored: number
    now: Date
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('gateway_reports')
    .values({
      gateway: report.gateway,
      source: report.source,
      file_name: report.fileName,
      sha256: report.sha256,
      from_day: report.from,
      until_day: report.until,
      line_count: report.movements.length,
      ignored_count: report.ignored,
      content: storableJson(report.movements),
      created_at: report.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The movements of an unconfirmed report; undefined once it is confirmed. @param lock until the transaction ends */
export async function findContent(tx: Transaction<DB>, id: string, lock?: 'lock'): Promise<unknown> {
  const query = tx
    .selectFrom('gateway_reports')
    .select('content')
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row?.content
}

export async function confirmReport(
  tx: Transaction<DB>,
  { id, lines, now }: { id: string; lines: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('gateway_reports')
    .set({ content: null, confirmed_at: now, new_count: lines })
    .where('id', '=', id)
    .execute()
}

/** Deletes reports that nobody confirmed. @returns how many. */
export async function deleteUnconfirmed(tx: Transaction<DB>, before: Date): Promise<number> {
  const deleted = await tx
    .deleteFrom('gateway_reports')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
