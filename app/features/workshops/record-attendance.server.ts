import type { Kysely } from 'kysely'
import { writeAudits } from '#app/features/audit/audit.db.server.ts'
import { findWorkshopContent } from '#app/features/catalogue/workshop-content.db.server.ts'
import { formatLongDate } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { queueMails } from '#app/platform/mail/outbox.server.ts'
import { issuerNow } from '#app/platform/mail/shop.ts'
import { itemGone } from './schedule-session.server.ts'
import { certificateMail } from './session-mail.ts'
import { confirmAttendance, findSession, findWorkshopItem } from './workshops.db.server.ts'
import { sessionState } from './workshops.ts'

/**
 * Confirms who was there: their accesses are completed, each gets a certificate and a mail, and the audit log a line.
 * Repeated or parallel confirmations count once. It can't be undone, because a certificate may have been sent.
 * @returns how many are confirmed. @throws Refusal
 */
export const recordAttendance = (
  db: Kysely<DB>,
  input: { actor: Extract<Actor, { kind: 'admin' }>; itemId: string; accessIds: readonly string[]; now: Date },
): Promise<number> =>
  asActor(db, input.actor, async tx => {
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
    await queueMails(
      tx,
      confirmed.map(person => certificateMail(item, person, formatLongDate(person.held_at))),
    )
    return confirmed.length
  })
