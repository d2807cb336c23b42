import { DAY_MS } from '#app/kernel/dates.ts'

/** Reminders of one person that the shop sends of its own accord, or proposes (`private.claim_reminders`). */
export const MOST_REMINDERS = 3

/** Days between a person's mails where a buyer has chosen none. */
export const LEAST_REMINDER_DAYS = 1

type Reminded = { reminders_sent: number; reminded_at: Date | null; created_at: Date }

/**
 * Whether a person who can still answer may be reminded without being pressed: fewer than three reminders, and the last mail (the invitation,
 * at first) as long ago as the buyer chose.
 * @param days between reminders; null: none were chosen.
 */
export function isReminderDue(
  { reminders_sent, reminded_at, created_at }: Reminded,
  days: number | null,
  now: Date,
): boolean {
  const last = reminded_at ?? created_at
  const wait = (days ?? LEAST_REMINDER_DAYS) * DAY_MS
  return reminders_sent < MOST_REMINDERS && last.getTime() <= now.getTime() - wait
}
