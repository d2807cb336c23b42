import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { answerFile, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { makeItemData } from '#app/features/results/files/make-data.server.ts'
import { readShown } from '#app/features/results/shown.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/item-data'

const requested = z.object({ itemId: z.uuid(), format: z.enum(['csv', 'xlsx', 'plan']) })

/** The data of an item as a sheet, for the buyer. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const params = requested.safeParse(args.params)
  return answerFile(() => {
    if (!params.success) throw resultsMissing()
    return makeItemData(db, { userId: user.id, ...params.data, shown: readShown(args.url), now: now() })
  })
}
