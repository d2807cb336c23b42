import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { answerFile } from '#app/features/results/files/file-answer.server.ts'
import { makePersonReport } from '#app/features/results/files/make-report.server.ts'
import { err } from '#app/kernel/result.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/person-report'

/** One person's results as a PDF, for the buyer. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, pdf, log, now } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  if (!accessId.success) return answerFile(err({ code: 'missing' }))
  const made = await makePersonReport({ db, pdf, now: now() }, user, accessId.data)
  if (!made.ok && made.error.code === 'failed') {
    log.error('report_failed', { access: accessId.data, error: made.error.detail })
  }
  return answerFile(made)
}
