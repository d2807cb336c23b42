import type { Kysely } from 'kysely'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.server.ts'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { issuerNow } from '#app/platform/mail/shop.ts'
import type { WorkshopVisit } from './find-workshop-visit.server.ts'
import { workshopCompleted } from './workshop-completed.server.ts'
import { markLessonDone } from './workshops.server.ts'

type Mark = {
  /** Who takes part, as `findWorkshopVisit` found them. */
  actor: AnsweringActor
  visit: Pick<WorkshopVisit, 'access_id' | 'workshop' | 'lessons'>
  /** The key of a lesson of that workshop. */
  lesson: string
  /** False takes the mark back. */
  isDone: boolean
  now: Date
}

/**
 * Marks a lesson as done or takes the mark back. With the last one the access is completed, and the certificate is there, which is final: of
 * several marks at once one completes. @returns whether the workshop is completed now. @throws Refusal
 */
export const markLesson = (
  db: Kysely<DB>,
  { actor, visit: { access_id: accessId, workshop, lessons }, lesson, isDone, now }: Mark,
): Promise<boolean> =>
  asActorThenSystem(db, actor, async tx => {
    const content = await findWorkshopContent(tx, workshop.slug)
    const marked = await markLessonDone(tx, {
      accessId,
      lesson,
      isDone,
      lessons: lessons.map(({ key }) => key),
      issuer: issuerNow(),
      text: content?.certificateText ?? '',
      now,
    })
    if (!marked) return refuse('Tu acceso a este taller ya no está disponible.', { status: 404 })
    if (marked.ended && !marked.completed) refuse('Tu acceso a este taller venció: tu avance quedó como estaba.')
    if (marked.certified) await workshopCompleted(tx, workshop, [marked.certified])
    if (marked.completed && !isDone) refuse('Ya completaste el taller: sus lecciones quedan hechas.')
    return marked.completed
  })
