import { data } from 'react-router'
import { z } from 'zod'
import { leftOutFile } from '#app/features/accesses/invitations/invitation-list-texts.ts'
import { requireRole } from '#app/features/identity/session.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/import-left-out'
import { previewImport } from './access-import.server.ts'

/** The people whom an import would not invite, as CSV. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.importId)
  const actor = { kind: 'admin', userId: user.id } as const
  const preview = id.success ? await previewImport(db, { actor, importId: id.data, search: '', now: now() }) : undefined
  if (preview?.step !== 'review') throw data('Not found', 404)
  return leftOutFile(preview.rows)
}
