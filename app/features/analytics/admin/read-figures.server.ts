import { findAnalytics, findReport } from '#app/features/analytics/find-analytics.server.ts'
import type { Division } from '#app/features/analytics/funnel.ts'
import { requireRole, type SessionArgs } from '#app/features/identity/session.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { readDateRange } from '#app/kit/lists/date-range.ts'
import { readsOf, servicesOf } from '#app/platform/services/services.server.ts'

/** The analytics of the address's period, for the screen and its files. */
export async function readAnalytics(
  args: SessionArgs,
  requested: { divisions: readonly Division[]; maxBars?: number },
) {
  const { id } = await requireRole(args, ['admin'])
  const at = servicesOf(args.context).now()
  const range = readDateRange(args.url, at)
  const analytics = await findAnalytics(
    readsOf(args.context),
    { kind: 'admin', userId: id },
    { ...requested, days: range.span, previous: range.previous, today: dayOf(at) },
  )
  const named = range.span ? `${range.span.from}-a-${range.span.to}` : 'todas-las-fechas'
  return { analytics, period: range.label, named }
}

/** Maximum days in a file: ten years. */
export const DAYS_OF_A_FILE = 3660

/** The report of the address's period, for the dashboard and its exports. */
export async function readReport(args: SessionArgs) {
  const { id } = await requireRole(args, ['admin'])
  const at = servicesOf(args.context).now()
  const range = readDateRange(args.url, at)
  const requested = { days: range.span, previous: range.previous, today: dayOf(at) }
  const report = await findReport(readsOf(args.context), { kind: 'admin', userId: id }, requested)
  const period = range.span ? `${range.span.from} a ${range.span.to}` : range.label
  return { report, range, period, at, userId: id }
}
