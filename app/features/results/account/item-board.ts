import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { makeBoardFile } from '#app/features/results/board/make-board.server.ts'
import { paperAt } from '#app/features/results/board/papers.ts'
import { answerFile, dispositionAt, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { readShown } from '#app/features/results/shown.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/item-board'

/** The consolidated results of an item on one page, as a PDF. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, pdf, log, now } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  return answerFile(() => {
    if (!itemId.success) throw resultsMissing()
    const asked = { itemId: itemId.data, paper: paperAt(args.url), shown: readShown(args.url) }
    return makeBoardFile({ db, pdf, log, now: now() }, user, asked)
  }, dispositionAt(args.url))
}
