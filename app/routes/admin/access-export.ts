import { ACCESS_EXPORT_HEADER, exportAccesses } from '#app/features/accesses/access-export.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { dayOf } from '#app/kernel/dates.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { csvDownload } from '#app/platform/sheets/csv-download.server.ts'
import type { Route } from './+types/access-export'
import { readAccessList } from './access-list.ts'
import { exportRequest } from './lists/ticked-rows.ts'

/** The list's accesses as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { url, only } = exportRequest(args.url)
  const { query } = readAccessList(url, now())
  return csvDownload(
    `accesos-${dayOf(now())}.csv`,
    ACCESS_EXPORT_HEADER,
    exportAccesses(db, actorOf(user), { ...query, only }),
  )
}
