import type { Kysely } from 'kysely'
import { DatabaseError } from 'pg'
import { isExpired } from '#app/features/accesses/accesses.ts'
import { writeAudit } from '#app/features/audit/audit.db.server.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMails } from '#app/platform/mail/outbox.server.ts'
import type { SessionForm } from './session.schema.ts'
import { sessionMail } from './session-mail.ts'
import {
  findAttendees,
  findSession,
  findWorkshopItem,
  insertSession,
  type SessionFields,
  updateSession,
} from './workshops.db.server.ts'
import type { WorkshopSession } from './workshops.ts'

export type ScheduleFailure = {
  code:
    | 'item_not_found'
    /** Somebody else has set, changed or cancelled it since it was read. */
    | 'changed_meanwhile'
    /** A first date, or another one, that has passed already. */
    | 'in_the_past'
    /** Everybody's access ends before it: nobody could open the page or be confirmed. */
    | 'after_end'
    /** Attendance is confirmed: what was held is not changed. */
    | 'held'
    | 'nothing_to_cancel'
}

type Staff = Extract<Actor, { kind: 'admin' }>

/** `notified`: number of queued mails; 0 when nothing has changed. */
type Scheduled = Result<{ notified: number }, ScheduleFailure>

/**
 * Sets or changes the session of an item's workshop, writes it to the audit log and mails all participants, with a
 * calendar file. A cancelled session that gets a date again is a change of it.
 */
export const scheduleSession = (
  db: Kysely<DB>,
  input: { actor: Staff; itemId: string; form: SessionForm; now: Date },
): Promise<Scheduled> =>
  refusingHeld(() =>
    asActor(db, input.actor, async tx => {
      const { itemId, form, now } = input
      const item = await findWorkshopItem(tx, itemId)
      if (!item) return err({ code: 'item_not_found' })
      const before = await findSession(tx, itemId)
      if ((before?.revision ?? 0) !== form.revision) return err({ code: 'changed_meanwhile' })
      const fields = {
        starts_at: form.startsAt,
        minutes: form.minutes,
        place: form.place,
        link: form.link,
        notes: form.notes,
      }
      if (before && before.cancelled_at === null && isSame(before, fields)) return ok({ notified: 0 })
      if (form.startsAt <= now && form.startsAt.getTime() !== before?.starts_at.getTime()) {
        return err({ code: 'in_the_past' })
      }
      const people = await findAttendees(tx, itemId)
      if (people.length > 0 && people.every(person => isExpired(person, form.startsAt))) {
        return err({ code: 'after_end' })
      }
      const session = before
        ? await updateSession(tx, itemId, before.revision, { ...fields, cancelled_at: null })
        : await insertSession(tx, itemId, fields)
      if (!session) return err({ code: 'changed_meanwhile' })
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
      return ok({ notified: people.length })
    }),
  )

/** Cancels a session, writes it to the audit log and mails all participants. A new date may be set later. */
export const cancelSession = (
  db: Kysely<DB>,
  input: { actor: Staff; itemId: string; revision: number; now: Date },
): Promise<Scheduled> =>
  refusingHeld(() =>
    asActor(db, input.actor, async tx => {
      const { itemId, revision, now } = input
      const item = await findWorkshopItem(tx, itemId)
      if (!item) return err({ code: 'item_not_found' })
      const before = await findSession(tx, itemId)
      if (!before || before.cancelled_at) return err({ code: 'nothing_to_cancel' })
      const session = await updateSession(tx, itemId, revision, { cancelled_at: now })
      if (!session) return err({ code: 'changed_meanwhile' })
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
      return ok({ notified: people.length })
    }),
  )

/** Turns the constraint for confirmed attendance into a failure. */
async function refusingHeld(work: () => Promise<Scheduled>): Promise<Scheduled> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'workshop_sessions_held') return err({ code: 'held' })
    throw error
  }
}

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
