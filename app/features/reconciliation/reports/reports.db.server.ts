import { sql, type Transaction } from 'kysely'
import type { Day } from '#app/kernel/dates.ts'
import { storableJson } from '#app/kernel/text.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway, ReportSource } from '#app/platform/database/values.ts'
import type { Movement } from './movement.ts'

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
