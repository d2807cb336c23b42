import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { exportQuotations, QUOTATION_EXPORT_HEADER } from '#app/features/quotations/quotation-list.db.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/quotations-export'
import { listDownload } from './lists/list-download.server.ts'
import { exportRequest } from './lists/ticked-rows.ts'
import { readQuotationList } from './quotation-list.ts'

/** The list's quotations as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { url, only } = exportRequest(args.url)
  const { query } = readQuotationList(url, now())
  return listDownload(args, user, {
    list: 'cotizaciones',
    header: QUOTATION_EXPORT_HEADER,
    batches: exportQuotations(db, actorOf(user), { ...query, only }),
    query: { ...query, only },
  })
}
