import { ACCESS_EXPORT_HEADER, exportAccesses } from '#app/features/accesses/access-export.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/access-export'
import { readAccessList } from './access-list.ts'
import { listDownload } from './lists/list-download.server.ts'
import { exportRequest } from './lists/ticked-rows.ts'

/** The list's accesses as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { url, only } = exportRequest(args.url)
  const { query } = readAccessList(url, now())
  return listDownload(args, user, {
    list: 'accesos',
    header: ACCESS_EXPORT_HEADER,
    batches: exportAccesses(db, actorOf(user), { ...query, only }),
    query: { ...query, only },
  })
}
