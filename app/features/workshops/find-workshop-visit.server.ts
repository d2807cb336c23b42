import type { Kysely } from 'kysely'
import { isExpired } from '#app/features/accesses/accesses.ts'
import type { WorkshopProgram } from '#app/features/catalogue/workshop-content.server.ts'
import { findWorkshopContent, programOf } from '#app/features/catalogue/workshop-content.server.ts'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import { findAnsweredAccess } from '#app/features/questionnaires/runs/runs.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { readAs, SYSTEM } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { shop } from '#app/platform/mail/shop.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import { type Lesson, listLessons } from './lessons.ts'
import { findMaterials } from './materials.server.ts'
import {
  type Certificate,
  findCertificate,
  findLessonsDone,
  findSession,
  findWorkshopOfAccess,
} from './workshops.server.ts'
import { fillText, type SessionState, sessionState, type WorkshopSession } from './workshops.ts'

/** A workshop as one of its participants sees it. */
export type WorkshopVisit = {
  access_id: string
  email: string
  name: string
  /** The buyer's own access. */
  own: boolean
  access_code: string
  expires_at: Date
  completed: boolean
  workshop: NonNullable<Awaited<ReturnType<typeof findWorkshopOfAccess>>>
  program: WorkshopProgram | undefined
  /** How to take part, from the workshop's content. */
  advice: string | undefined
  selfPaced: boolean
  /** Of a workshop at one's own pace, in their order. */
  lessons: readonly Lesson[]
  session: WorkshopSession | undefined
  session_state: SessionState
  certificate: Certificate | undefined
}

export type FoundVisit =
  /** `actor`: who of the requester's identities takes part. */
  | { state: 'open'; visit: WorkshopVisit; actor: AnsweringActor }
  /** `endedOn`: when the requester's access expired, as a formatted date. */
  | { state: 'ended'; itemId: string; slug: string; name: string; endedOn: string }

/**
 * What a participant's address of a workshop shows. The id alone grants nothing: the browser needs a respondent session
 * or the signed-in owner of that access (spec D16). Reads only. Undefined when neither may see it.
 */
export async function findWorkshopVisit(
  db: Kysely<DB>,
  input: { actors: AsyncIterable<AnsweringActor>; accessId: string; now: Date },
): Promise<FoundVisit | undefined> {
  const { accessId, now } = input
  for await (const actor of input.actors) {
    const [access, found] = await Promise.all([
      readAs(db, actor, tx => findAnsweredAccess(tx, actor, accessId)),
      // Read meanwhile by the shop, and shown only to whom the access is.
      readAs(db, SYSTEM, async tx => {
        const [workshop, certificate, done] = await Promise.all([
          findWorkshopOfAccess(tx, accessId),
          findCertificate(tx, accessId),
          findLessonsDone(tx, accessId),
        ])
        return workshop && { workshop, certificate, done, session: await findSession(tx, workshop.item_id) }
      }),
    ])
    if (!access) continue
    if (!found) return undefined
    const { workshop, session, certificate, done } = found
    if (isExpired(access, now)) {
      const { item_id: itemId, slug, name } = workshop
      return { state: 'ended', itemId, slug, name, endedOn: formatDate(access.expires_at) }
    }
    const [content, materials] = await Promise.all([
      findWorkshopContent(db, workshop.slug),
      findMaterials(db, workshop),
    ])
    const selfPaced = content?.selfPaced ?? false
    return {
      state: 'open',
      actor,
      visit: {
        access_id: access.id,
        email: access.email,
        name: access.invitee_name || [access.first_name, access.last_name].filter(Boolean).join(' '),
        own: access.invited_by_user_id === null,
        access_code: accessCode(access.access_code),
        expires_at: access.expires_at,
        completed: access.status === 'completed',
        workshop,
        program: programOf(content),
        advice:
          content &&
          fillText(content.sessionNote, { correo_soporte: shop().correo_soporte, correo_participante: access.email }),
        selfPaced,
        lessons: selfPaced ? listLessons(materials, done) : [],
        session,
        session_state: sessionState(session, now),
        certificate,
      },
    }
  }
  return undefined
}
