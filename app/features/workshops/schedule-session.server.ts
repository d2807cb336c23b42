import type { Kysely } from 'kysely'
import { isExpired } from '#app/features/accesses/accesses.ts'
import { writeAudit, writeAudits } from '#app/features/audit/audit.server.ts'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.server.ts'
import { Refusal, refuse, refusing } from '#app/kernel/refusal.ts'
import { queueMails } from '#app/mails/outbox.server.ts'
import { type Actor, asActor, asActorThenSystem } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { issuerNow } from '#app/platform/mail/shop.ts'
import { sessionMail } from './session-mail.ts'
import type { SessionForm } from './session-schema.server.ts'
import { workshopCompleted } from './workshop-completed.server.ts'
import {
  confirmAttendance,
  findAttendees,
  findSession,
  findWorkshopItem,
  insertSession,
  type SessionFields,
  updateSession,
} from './workshops.server.ts'
import { sessionState, type WorkshopSession } from './workshops.ts'

type Staff = Extract<Actor, { kind: 'admin' }>

const itemGone = () => new Refusal('Este taller ya no está: su orden se reembolsó o se eliminó.', { status: 404 })
const changedMeanwhile = () =>
  new Refusal('Otra persona cambió la sesión mientras la tenías abierta. Revisa los datos y guarda de nuevo.')
/** What was held is not changed. */
const HELD = {
  workshop_sessions_held: ['La asistencia ya está confirmada: la sesión no se puede cambiar.'],
} as const

/**
 * Sets or changes the session of an item's workshop, writes it to the audit log and mails all participants, with a
 * calendar file. A cancelled session that gets a date again is a change of it.
 * @returns the number of queued mails; 0 when nothing has changed. @throws Refusal
 */
export const scheduleSession = (
  db: Kysely<DB>,
  input: { actor: Staff; itemId: string; form: SessionForm; now: Date },
): Promise<number> =>
  refusing(
    asActor(db, input.actor, async tx => {
      const { itemId, form, now } = input
      const item = await findWorkshopItem(tx, itemId)
      if (!item) throw itemGone()
      const before = await findSession(tx, itemId)
      if ((before?.revision ?? 0) !== form.revision) throw changedMeanwhile()
      const fields = {
        starts_at: form.startsAt,
        minutes: form.minutes,
        place: form.place,
        link: form.link,
        notes: form.notes,
      }
      if (before && before.cancelled_at === null && isSame(before, fields)) return 0
      if (form.startsAt <= now && form.startsAt.getTime() !== before?.starts_at.getTime()) {
        refuse('Esa fecha ya pasó. Elige una por venir.', { field: 'day' })
      }
      const people = await findAttendees(tx, itemId)
      if (people.length > 0 && people.every(person => isExpired(person, form.startsAt))) {
        // Nobody could open the page or be confirmed.
        refuse('El acceso de todas las personas vence antes de esa fecha. Elige una anterior.', { field: 'day' })
      }
      const session = before
        ? await updateSession(tx, itemId, before.revision, { ...fields, cancelled_at: null })
        : await insertSession(tx, itemId, fields)
      if (!session) throw changedMeanwhile()
      await writeAudit(tx, {
        action: before ? 'workshop_session_changed' : 'workshop_session_set',
        entity: 'workshop_sessions',
        entity_id: itemId,
        ...(before && { before: recorded(before) }),
        after: recorded(session),
      })
      const kind = before && before.cancelled_at === null ? 'changed' : 'first'
      await queueMails(
        tx,
        people.map(person => sessionMail(item, session, person, kind)),
      )
      return people.length
    }),
    HELD,
  )

/** Cancels a session, writes it to the audit log and mails all participants. A new date may be set later. @returns as `scheduleSession`. @throws Refusal */
export const cancelSession = (
  db: Kysely<DB>,
  input: { actor: Staff; itemId: string; revision: number; now: Date },
): Promise<number> =>
  refusing(
    asActor(db, input.actor, async tx => {
      const { itemId, revision, now } = input
      const item = await findWorkshopItem(tx, itemId)
      if (!item) throw itemGone()
      const before = await findSession(tx, itemId)
      if (!before || before.cancelled_at) refuse('No hay una sesión por cancelar.')
      const session = await updateSession(tx, itemId, revision, { cancelled_at: now })
      if (!session) throw changedMeanwhile()
      await writeAudit(tx, {
        action: 'workshop_session_cancelled',
        entity: 'workshop_sessions',
        entity_id: itemId,
        before: recorded(before),
      })
      const people = await findAttendees(tx, itemId)
      await queueMails(
        tx,
        people.map(person => sessionMail(item, session, person, 'cancelled')),
      )
      return people.length
    }),
    HELD,
  )

const isSame = (before: WorkshopSession, fields: SessionFields): boolean =>
  before.starts_at.getTime() === fields.starts_at.getTime() &&
  before.minutes === fields.minutes &&
  before.place === fields.place &&
  before.link === fields.link &&
  before.notes === fields.notes

const recorded = ({ starts_at, minutes, place, link, notes, revision }: WorkshopSession) => ({
  starts_at,
  minutes,
  place,
  link,
  notes,
  revision,
})

/**
 * Confirms who was there: their accesses are completed, each gets a certificate and a mail, and the audit log a line.
 * Repeated or parallel confirmations count once. It can't be undone, because a certificate may have been sent.
 * @returns how many are confirmed. @throws Refusal
 */
export const recordAttendance = (
  db: Kysely<DB>,
  input: { actor: Extract<Actor, { kind: 'admin' }>; itemId: string; accessIds: readonly string[]; now: Date },
): Promise<number> =>
  asActorThenSystem(db, input.actor, async tx => {
    const { itemId, accessIds, now } = input
    const item = await findWorkshopItem(tx, itemId)
    if (!item) throw itemGone()
    const content = await findWorkshopContent(tx, item.slug)
    const ownPace = content?.selfPaced ?? false
    const session = await findSession(tx, itemId)
    if (!ownPace && sessionState(session, now) !== 'begun') {
      refuse('La sesión todavía no se realiza: la asistencia se confirma después.')
    }
    const issued = { issuer: issuerNow(), text: content?.certificateText ?? '' }
    const confirmed = await confirmAttendance(tx, { itemId, accessIds, ownPace, ...issued, now })
    if (confirmed.length === 0) refuse('Esas personas ya estaban confirmadas, o su acceso había terminado.')
    await writeAudits(
      tx,
      confirmed.map(person => ({
        action: 'workshop_attendance_confirmed',
        entity: 'user_accesses',
        entity_id: person.access_id,
        before: { certificate: null },
        after: { order_item_id: itemId, certificate: person.code },
      })),
    )
    await workshopCompleted(tx, item, confirmed)
    return confirmed.length
  })
