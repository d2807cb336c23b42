import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { exportWorkshops, WORKSHOP_EXPORT_HEADER } from '#app/features/workshops/session-list.db.server.ts'
import { exportRequest } from '#app/lists/ticked-rows.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/sessions-export'
import { listDownload } from './list-download.server.ts'
import { readSessionList } from './session-list.ts'

/** The list's workshops as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { url, only } = exportRequest(args.url)
  const { query } = readSessionList(url, now())
  return listDownload(args, user, {
    list: 'sesiones',
    header: WORKSHOP_EXPORT_HEADER,
    batches: exportWorkshops(db, actorOf(user), { ...query, only }),
    query: { ...query, only },
  })
}
