import { DAY_MS } from '#app/kernel/dates.ts'

/** Invitations and reminders that one buyer has sent in 24 hours at most: two full lists, and some corrections. */
export const BUYER_MAILS_A_DAY = 2500
/** What one address is sent in 24 hours at most, by whomever. */
export const ADDRESS_MAILS_A_DAY = 10
/** Where the 24 hours begin. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS)
