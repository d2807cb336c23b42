import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { answerFile, dispositionAt, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { makeItemReport } from '#app/features/results/files/make-report.server.ts'
import { readShown } from '#app/features/results/shown.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/item-report'

/** The consolidated results of an item as a PDF, for the buyer. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, pdf, log, now } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  return answerFile(() => {
    if (!itemId.success) throw resultsMissing()
    return makeItemReport({ db, pdf, log, now: now() }, user, itemId.data, readShown(args.url))
  }, dispositionAt(args.url))
}
