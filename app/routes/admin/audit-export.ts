import { AUDIT_EXPORT_HEADER, exportAudit } from '#app/features/audit/audit-export.server.ts'
import { auditChoices } from '#app/features/audit/audit-list.db.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { exportRequest } from '#app/lists/ticked-rows.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/audit-export'
import { auditShape, readAuditList } from './audit-list.ts'
import { listDownload } from './list-download.server.ts'

/** The list's entries as CSV, all pages of it (decision 37). */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const known = await asActor(db, actorOf(user), tx => auditChoices(tx, undefined))
  const { url, only } = exportRequest(args.url)
  const { query } = readAuditList(auditShape(known), url, now())
  return listDownload(args, user, {
    list: 'auditoria',
    header: AUDIT_EXPORT_HEADER,
    batches: exportAudit(db, actorOf(user), { ...query, only }),
    query: { ...query, only },
  })
}
