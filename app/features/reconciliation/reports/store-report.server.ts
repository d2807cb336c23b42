import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { daysOfPayments, matchLines } from '#app/features/reconciliation/days/payments-of-day.server.ts'
import { reconcileDays } from '#app/features/reconciliation/days/reconcile-days.server.ts'
import { type Day, daysBetween, parseDay, shiftDay } from '#app/kernel/dates.ts'
import { pesos } from '#app/kernel/money.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { ReconciledGateway } from '#app/platform/database/values.ts'
import { withKeys } from './line-keys.server.ts'
import type { Movement } from './movement.ts'
import type { Report } from './read-report.ts'
import {
  confirmReport,
  deleteUnconfirmed,
  findContent,
  findReport,
  insertMovements,
  insertReport,
  knownKeys,
  postSettlement,
  reportOfFile,
  type StoredReport,
} from './reports.server.ts'

type AdminActor = Extract<Actor, { kind: 'admin' }>

/** Days that one report may cover. */
const MAX_DAYS = 366

/** `from`, `until`: the days that the report was asked for, which may be more than those of its lines. */
export type UploadedReport = {
  report: Report
  fileName: string
  bytes: Uint8Array
  from: Day | null
  until: Day | null
}

/**
 * Stores a report for its review; nothing is compared yet. The same file again leads to the report that it was.
 * @returns the report's id. @throws Refusal
 */
export async function storeReport(
  db: Kysely<DB>,
  {
    actor,
    gateway,
    uploaded,
    now,
  }: { actor: AdminActor; gateway: ReconciledGateway; uploaded: UploadedReport; now: Date },
): Promise<string> {
  const { report, fileName, bytes } = uploaded
  const [from = report.from] = [uploaded.from ?? report.from, report.from].toSorted()
  const until = [uploaded.until ?? report.until, report.until].toSorted().at(-1) ?? report.until
  if (daysBetween(from, until) >= MAX_DAYS)
    refuse('El reporte cubre más de un año. Descarga un período más corto.', { status: 400 })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return asActor(db, actor, async tx => {
    const known = await reportOfFile(tx, { gateway, sha256 })
    if (known !== undefined) return known
    const { source, movements, ignored } = report
    const file = { gateway, source, fileName, sha256, from, until }
    return insertReport(tx, { ...file, movements, ignored: ignored.length, now })
  })
}

const amount = z.number().int().transform(pesos)
const day = z.string().transform((text, context) => {
  const known = parseDay(text)
  if (known) return known
  context.addIssue({ code: 'custom', message: 'Not a day' })
  return z.NEVER
})
const storedMovements: z.ZodType<Movement[]> = z.array(
  z.object({
    row: z.number(),
    kind: z.enum(['sale', 'refund', 'charge', 'retention']),
    day,
    accountingDay: day.nullable(),
    reference: z.string().nullable(),
    authorizationCode: z.string().nullable(),
    cardLast4: z.string().nullable(),
    paymentType: z.string().nullable(),
    amount,
    total: amount,
    installment: z.number().nullable(),
    fee: amount,
    feeVat: amount,
    payoutDay: day.nullable(),
    detail: z.string().nullable(),
  }),
)

/** A report, and of an unconfirmed one its movements with how many of them are new. */
export type ReviewedReport = { report: StoredReport; movements: Movement[]; fresh: number }

/** A report for its page; undefined for an unknown id. */
export const reviewReport = (
  db: Kysely<DB>,
  { actor, id }: { actor: AdminActor; id: string },
): Promise<ReviewedReport | undefined> =>
  asActor(db, actor, async tx => {
    const report = await findReport(tx, id)
    if (!report) return undefined
    const content = report.confirmed_at === null ? await findContent(tx, id) : undefined
    const movements = content === undefined ? [] : storedMovements.parse(content)
    return { report, movements, fresh: await countFresh(tx, report, movements) }
  })

async function countFresh(tx: Transaction<DB>, report: StoredReport, movements: readonly Movement[]): Promise<number> {
  const keys = withKeys(report.source, movements).map(({ key }) => key)
  const known = await knownKeys(tx, report.gateway, keys)
  return keys.filter(key => !known.has(key)).length
}

export type ConfirmedReport = { lines: number; matched: number }

/**
 * Stores the new lines of a reviewed report, matches them to payments, compares its days and posts commissions and
 * deposits to the ledger: all in one transaction, or nothing. Idempotent, also for concurrent calls: a confirmed report
 * is refused.
 * @throws Refusal
 */
export const confirmStoredReport = (
  db: Kysely<DB>,
  { actor, id, now }: { actor: AdminActor; id: string; now: Date },
): Promise<ConfirmedReport> =>
  asActor(db, actor, async tx => {
    const content = await findContent(tx, id, 'lock')
    const report = await findReport(tx, id)
    if (!report) return refuse('Este reporte ya no está: súbelo otra vez.', { status: 404 })
    if (content === undefined) return refuse('Este reporte ya se había guardado.')
    const { gateway, source } = report
    const movements = withKeys(source, storedMovements.parse(content))
    const lines = await insertMovements(tx, { id, gateway, source }, movements)
    const payments = await matchLines(tx, gateway, lines)
    await confirmReport(tx, { id, lines: lines.length, now })
    const days = [
      ...daysFrom(report),
      ...movements.map(movement => movement.day),
      ...(await daysOfPayments(tx, payments)),
    ]
    await reconcileDays(tx, { gateway, days, now })
    await postSettlement(tx, { id, gateway })
    await writeAudit(tx, {
      action: 'gateway_report_stored',
      entity: 'gateway_reports',
      entity_id: id,
      after: {
        file_name: report.file_name,
        source,
        gateway,
        from: report.from_day,
        until: report.until_day,
        lines: lines.length,
      },
    })
    return { lines: lines.length, matched: payments.length }
  })

function daysFrom({ from_day, until_day }: Pick<StoredReport, 'from_day' | 'until_day'>): Day[] {
  const days = Math.min(daysBetween(from_day, until_day), MAX_DAYS)
  return Array.from({ length: days + 1 }, (_, at) => shiftDay(from_day, at))
}

/** Days for which an unconfirmed report is kept. */
const KEPT_DAYS = 2

/** Deletes reports that were uploaded and never confirmed. @returns how many. */
export const purgeReports = (db: Kysely<DB>, now: Date): Promise<number> =>
  asActor(db, { kind: 'system' }, tx => deleteUnconfirmed(tx, new Date(now.getTime() - KEPT_DAYS * 86_400_000)))
