import { findReport } from '#app/features/analytics/find-analytics.server.ts'
import { requireRole, type SessionArgs } from '#app/features/identity/session.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { readDateRange } from '#app/lists/date-range.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'

/** The report of the address's period, for the dashboard and its exports. */
export async function readReport(args: SessionArgs & { url: URL }) {
  const { id } = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const at = now()
  const range = readDateRange(args.url, at)
  const requested = { days: range.span, previous: range.previous, today: dayOf(at) }
  const report = await findReport(db, { kind: 'admin', userId: id }, requested)
  const period = range.span ? `${range.span.from} a ${range.span.to}` : range.label
  return { report, range, period, at, userId: id }
}
