import { DISCOUNT_EXPORT_HEADER, exportDiscounts } from '#app/features/discounts/discount-export.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { exportRequest } from '#app/lists/ticked-rows.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/discounts-export'
import { readDiscountList } from './discount-list.ts'
import { listDownload } from './list-download.server.ts'

/** The list's codes as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { url, only } = exportRequest(args.url)
  const { query } = readDiscountList(url)
  return listDownload(args, user, {
    list: 'descuentos',
    header: DISCOUNT_EXPORT_HEADER,
    batches: exportDiscounts(db, actorOf(user), { ...query, only, now: now() }),
    query: { ...query, only },
  })
}
