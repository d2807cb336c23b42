import { CLIENT_EXPORT_HEADER, exportClients } from '#app/features/identity/client-export.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/clients-export'
import { readClientList } from './client-list.ts'
import { listDownload } from './lists/list-download.server.ts'
import { exportRequest } from './lists/ticked-rows.ts'

/** The list's rows as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const { url, only } = exportRequest(args.url)
  const { query } = readClientList(url, now())
  return listDownload(args, user, {
    list: 'clientes',
    header: CLIENT_EXPORT_HEADER,
    batches: exportClients(db, actorOf(user), { ...query, only }),
    query: { ...query, only },
  })
}
