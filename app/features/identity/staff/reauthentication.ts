import { MINUTE_MS } from '#app/kernel/dates.ts'

/** How long a confirmation of who sits at the session is valid. The database has the same limit (`private.is_reauthenticated`). */
export const REAUTHENTICATION_MINUTES = 10

/** Whether a session was confirmed recently enough. @param at when it was, as stored with the session */
export const isReauthenticated = (at: Date | null, now: Date): boolean =>
  at !== null && at <= now && now.getTime() - at.getTime() < REAUTHENTICATION_MINUTES * MINUTE_MS
