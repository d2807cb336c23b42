import type { Kysely } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.db.server.ts'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.db.server.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMails } from '#app/platform/mail/outbox.server.ts'
import { issuerNow } from '#app/platform/mail/shop.ts'
import { certificateMail } from './session-mail.ts'
import { confirmAttendance, findSession, findWorkshopItem } from './workshops.db.server.ts'
import { sessionState } from './workshops.ts'

export type AttendanceFailure = {
  code:
    | 'item_not_found'
    /** No session, a cancelled one, or one that is still to come. */
    | 'not_held'
    /** All of them were confirmed before, lost their seats, or had accesses that ended before the session. */
    | 'nobody'
}

/**
 * Confirms who was there: their accesses are completed, each gets a certificate and a mail, and the audit log a line.
 * Repeated or parallel confirmations count once. It can't be undone, because a certificate may have been sent.
 */
export const recordAttendance = (
  db: Kysely<DB>,
  input: { actor: Extract<Actor, { kind: 'admin' }>; itemId: string; accessIds: readonly string[]; now: Date },
): Promise<Result<{ confirmed: number }, AttendanceFailure>> =>
  asActor(db, input.actor, async tx => {
    const { itemId, accessIds, now } = input
    const item = await findWorkshopItem(tx, itemId)
    if (!item) return err({ code: 'item_not_found' })
    const content = await findWorkshopContent(tx, item.slug)
    const ownPace = content?.selfPaced ?? false
    const session = await findSession(tx, itemId)
    if (!ownPace && sessionState(session, now) !== 'begun') return err({ code: 'not_held' })
    const issued = { issuer: issuerNow(), text: content?.certificateText ?? '' }
    const confirmed = await confirmAttendance(tx, { itemId, accessIds, ownPace, ...issued, now })
    if (confirmed.length === 0) return err({ code: 'nobody' })
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
    await queueMails(
      tx,
      confirmed.map(person => certificateMail(item, person, formatLongDate(person.held_at))),
    )
    return ok({ confirmed: confirmed.length })
  })
