import type { Kysely } from 'kysely'
import { findParticipantsItem } from '#app/features/accesses/dashboard/participants.server.ts'
import { type Day, dayOf } from '#app/kernel/dates.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { changeDueDate, changeReminders } from './manage-invitation.server.ts'

type FollowUpChoice = {
  userId: string
  itemId: string
  /** Null: no date. */
  day: Day | null
  /** Days between reminders; null: none. */
  days: number | null
  now: Date
}

/**
 * Sets until which day people are asked to answer and how they are reminded, and writes what differs from what is stored. False: no item of this
 * buyer. @throws Refusal of another day, with nothing saved
 */
export const saveFollowUp = (db: Kysely<DB>, choice: FollowUpChoice): Promise<boolean> =>
  asActor(db, { kind: 'user', userId: choice.userId }, async tx => {
    const item = await findParticipantsItem(tx, choice.userId, choice.itemId)
    if (!item) return false
    const { selected_due_at: due, reminder_days: days } = item
    if (choice.day !== (due && dayOf(due))) await changeDueDate(tx, choice)
    if (choice.days !== days) await changeReminders(tx, choice)
    return true
  })
