import { makeLinkedSlides } from '#app/features/results/board/make-board.server.ts'
import { answerFile } from '#app/features/results/files/file-answer.server.ts'
import { readLinkToken } from '#app/features/results/links/linked-results.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/linked-slides'

/** The consolidated results as a presentation, for whoever has a link to them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, pdf, log, now } = servicesOf(context)
  return answerFile(() => makeLinkedSlides({ db, pdf, log, now: now() }, readLinkToken(url)))
}
