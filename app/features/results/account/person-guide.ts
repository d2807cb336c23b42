import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { answerFile, resultsMissing } from '#app/features/results/files/file-answer.server.ts'
import { makeGuideFile } from '#app/features/results/guides/guides.server.ts'

import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/person-guide'

/** A guide that comes with one person's results, as a PDF. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, pdf, log, now } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  const { key } = args.params
  return answerFile(() => {
    if (!accessId.success) throw resultsMissing()
    return makeGuideFile({ db, pdf, log, now: now() }, user.id, { accessId: accessId.data, key })
  })
}
