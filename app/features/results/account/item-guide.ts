import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { answerFile, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { makeGuideFile } from '#app/features/results/guides/guides.server.ts'
import { readShown } from '#app/features/results/shown.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/item-guide'

/** A guide that comes with the results of a purchase, as a PDF. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, pdf, log, now } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  const { key } = args.params
  return answerFile(() => {
    if (!itemId.success) throw resultsMissing()
    return makeGuideFile({ db, pdf, log, now: now() }, user.id, {
      itemId: itemId.data,
      key,
      shown: readShown(args.url),
    })
  })
}
