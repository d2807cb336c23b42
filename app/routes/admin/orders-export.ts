import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { exportOrders, ORDER_EXPORT_HEADER } from '#app/features/orders/order-export.db.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/orders-export'
import { listDownload } from './lists/list-download.server.ts'
import { exportRequest } from './lists/ticked-rows.ts'
import { readOrderList } from './order-list.ts'

/** The list's orders as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { url, only } = exportRequest(args.url)
  const { query } = readOrderList(url, now())
  return listDownload(args, user, {
    list: 'ordenes',
    header: ORDER_EXPORT_HEADER,
    batches: exportOrders(db, actorOf(user), { ...query, only }),
    query: { ...query, only },
  })
}
