import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { makeSlidesFile } from '#app/features/results/board/make-board.server.ts'
import { answerFile, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { readShown } from '#app/features/results/shown.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/item-slides'

/** The consolidated results of an item as a presentation that can be edited. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, pdf, log, now } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  return answerFile(() => {
    if (!itemId.success) throw resultsMissing()
    return makeSlidesFile({ db, pdf, log, now: now() }, user, { itemId: itemId.data, shown: readShown(args.url) })
  })
}
