import { COMPANY_EXPORT_HEADER, exportCompanies } from '#app/features/identity/client-export.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { csvDownload } from '#app/platform/sheets/csv-download.server.ts'
import type { Route } from './+types/companies-export'
import { readCompanyList } from './client-list.ts'
import { exportRequest } from './lists/ticked-rows.ts'

/** The list's rows as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { url, only } = exportRequest(args.url)
  const { query } = readCompanyList(url)
  const batches = exportCompanies(db, actorOf(user), { ...query, only })
  return csvDownload(`empresas-${dayOf(now())}.csv`, COMPANY_EXPORT_HEADER, batches)
}
