import { makeLinkedBoard } from '#app/features/results/board/make-board.server.ts'
import { paperAt } from '#app/features/results/board/papers.ts'
import { answerFile, dispositionAt } from '#app/features/results/files/file-answer.server.ts'
import { readLinkToken } from '#app/features/results/links/linked-results.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/linked-board'

/** The consolidated results on one page, as a PDF, for whoever has a link to them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, pdf, log, now } = servicesOf(context)
  return answerFile(
    () => makeLinkedBoard({ db, pdf, log, now: now() }, readLinkToken(url), paperAt(url)),
    dispositionAt(url),
  )
}
