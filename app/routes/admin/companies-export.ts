import { COMPANY_EXPORT_HEADER, exportCompanies } from '#app/features/identity/client-export.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/companies-export'
import { readCompanyList } from './client-list.ts'
import { listDownload } from './lists/list-download.server.ts'
import { exportRequest } from './lists/ticked-rows.ts'

/** The list's rows as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db } = servicesOf(args.context)
  const { url, only } = exportRequest(args.url)
  const { query } = readCompanyList(url)
  return listDownload(args, user, {
    list: 'empresas',
    header: COMPANY_EXPORT_HEADER,
    batches: exportCompanies(db, actorOf(user), { ...query, only }),
    query: { ...query, only },
  })
}
