import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { answerFile, dispositionAt, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { makePersonReport } from '#app/features/results/files/make-report.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/person-report'

/** One person's results as a PDF, for the buyer. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, pdf, log, now } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  return answerFile(() => {
    if (!accessId.success) throw resultsMissing()
    return makePersonReport({ db, pdf, log, now: now() }, user, accessId.data)
  }, dispositionAt(args.url))
}
