import type { Kysely, Transaction } from 'kysely'
import { findPaidItem, lockItemOrder, lockSeats, revokeUnstarted } from '#app/features/accesses/accesses.server.ts'
import {
  findParticipant,
  updateDueDate,
  updateReminders,
} from '#app/features/accesses/dashboard/participants.server.ts'
import { participantActions } from '#app/features/accesses/dashboard/participants.ts'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import type { SessionUser } from '#app/features/identity/session.server.ts'
import { type Day, dayOf, endOfDay, startOfDay } from '#app/kernel/dates.ts'
import { Refusal, refuse } from '#app/kernel/refusal.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { BUYER_TEXTS, resendInvitation } from './resend-invitation.server.ts'

type Manager = Pick<SessionUser, 'id' | 'first_name' | 'last_name' | 'company'>
type Input = { user: Manager; itemId: string; accessId: string; now: Date }

const notFound = () => new Refusal('No encontramos esa invitación. Recarga la página.')

/** Sends an invitation again, in the name of whoever does it. @returns where it is sent @throws as `resendInvitation` */
export const resendAsBuyer = (db: Kysely<DB>, { user, itemId, accessId, now }: Input): Promise<string> =>
  asActor(db, { kind: 'user', userId: user.id }, async tx => {
    await lockSeats(tx, user.id, { itemId })
    await lockItemOrder(tx, itemId)
    const item = await findPaidItem(tx, user.id, itemId)
    const person = item && (await findParticipant(tx, { userId: user.id, itemId, now }, accessId))
    if (!person) throw notFound()
    const invited = {
      mail: {
        accessId,
        accessCode: person.access_code,
        email: person.email,
        firstName: person.name.split(' ')[0] ?? '',
        buyer: { name: fullName(user), company: item.company_name ?? user.company },
        expiresAt: person.expires_at,
        product: item,
      },
      invitations: person.invitations,
      mailedAt: person.mailed_at,
      isOpen: participantActions(person).resend,
    }
    return resendInvitation(tx, invited, BUYER_TEXTS, now)
  })

/**
 * Revokes an invitation that nobody has started to answer: its code becomes invalid and its seat is free again.
 * @throws Refusal
 */
export const revokeInvitation = (db: Kysely<DB>, input: Input): Promise<void> =>
  asActor(db, { kind: 'user', userId: input.user.id }, async tx => {
    const { user, itemId, accessId, now } = input
    await lockSeats(tx, user.id, { itemId })
    const person = await findParticipant(tx, { userId: user.id, itemId, now }, accessId)
    if (!person || person.own || person.of_buyer || person.stage === 'revoked') throw notFound()
    if (!(await revokeUnstarted(tx, user.id, accessId))) {
      refuse('Esta persona ya comenzó a responder: su asiento no puede volver.')
    }
    await writeAudit(tx, {
      action: 'access_revoked',
      entity: 'user_accesses',
      entity_id: accessId,
      before: { status: 'active', email: person.email, invitee_name: person.name },
      after: { status: 'revoked' },
    })
  })

type DueDate = { userId: string; itemId: string; day: Day | null; now: Date }

/**
 * Sets until which day, in Santiago, people are asked to answer; null: until their accesses end. It closes nothing: mails
 * and screens say it. @returns false for no item of this buyer @throws Refusal of another day
 */
export async function changeDueDate(tx: Transaction<DB>, { userId, itemId, day, now }: DueDate): Promise<boolean> {
  const item = await findPaidItem(tx, userId, itemId)
  if (!item) return false
  if (day && day < dayOf(now)) refuse('Elige hoy o un día que venga.', { field: 'due' })
  if (day && day > dayOf(item.expires_at)) refuse('Los accesos terminan antes de ese día.', { field: 'due' })
  const dueAt = day && endOfDay(startOfDay(day))
  await updateDueDate(tx, { userId, itemId, dueAt })
  await writeAudit(tx, { action: 'due_date_set', entity: 'order_items', entity_id: itemId, after: { due_at: dueAt } })
  return true
}

type Reminders = { userId: string; itemId: string; days: number | null }

/** Sets after how many days reminders are sent to the people of an item; null: none. False: no item of this buyer. */
export async function changeReminders(tx: Transaction<DB>, input: Reminders): Promise<boolean> {
  if (!(await updateReminders(tx, input))) return false
  await writeAudit(tx, {
    action: 'reminders_scheduled',
    entity: 'order_items',
    entity_id: input.itemId,
    after: { days: input.days },
  })
  return true
}
