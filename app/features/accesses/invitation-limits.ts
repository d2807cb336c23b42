import { DAY_MS, MINUTE_MS } from '#app/kernel/dates.ts'

/** Invitations and reminders that one buyer has sent in 24 hours at most: two full lists, and some corrections. */
export const BUYER_MAILS_A_DAY = 2500
/** What one address is sent in 24 hours at most, by whomever. */
export const ADDRESS_MAILS_A_DAY = 10
/** Where the 24 hours begin. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** How often the mail of one access is sent again, and milliseconds between. */
export const MOST_RESENDS = 5
const RESEND_EVERY_MS = 10 * MINUTE_MS

export type ResendRefusal = 'too_soon' | 'too_often'

/** Why an access's invitation is not sent again now, if so. @param sent its invitations so far, the first one included. */
export function resendRefusal(sent: number, lastAt: Date | null, now: Date): ResendRefusal | undefined {
  if (sent > MOST_RESENDS) return 'too_often'
  return lastAt && lastAt.getTime() > now.getTime() - RESEND_EVERY_MS ? 'too_soon' : undefined
}
