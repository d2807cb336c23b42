import { answerFile, dispositionAt } from '#app/features/results/files/file-answer.server.ts'
import { makeLinkedReport } from '#app/features/results/files/make-report.server.ts'
import { readLinkToken } from '#app/features/results/links/linked-results.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/linked-report'

/** The consolidated results as a PDF, for whoever has a link to them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, pdf, log, now } = servicesOf(context)
  return answerFile(() => makeLinkedReport({ db, pdf, log, now: now() }, readLinkToken(url)), dispositionAt(url))
}
