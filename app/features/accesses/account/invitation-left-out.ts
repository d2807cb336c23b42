import { data } from 'react-router'
import { z } from 'zod'
import { previewList } from '#app/features/accesses/invitations/invitation-list.server.ts'
import { leftOutFile } from '#app/features/accesses/invitations/invitation-list-texts.ts'
import { requireUser } from '#app/features/identity/session.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/invitation-left-out'

const address = z.object({ itemId: z.uuid(), draftId: z.uuid() })

/** The people whom a list would not invite, as CSV. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const parsed = address.safeParse(args.params)
  const preview = parsed.success ? await previewList(db, { ...parsed.data, userId: user.id, now: now() }) : undefined
  if (!preview || preview.confirmed) throw data('Not found', 404)
  return leftOutFile(preview.rows)
}
