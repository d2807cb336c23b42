import { MINUTE_MS } from '#app/kernel/dates.ts'

/** How long a confirmation of who sits at the session is valid. The database has the same limit (`private.is_reauthenticated`). */
export const REAUTHENTICATION_MINUTES = 10

/** What a screen says that has no field to ask in, when the confirmation was valid as it was loaded. */
export const CONFIRMATION_EXPIRED =
  'Tu confirmación venció y no cambió nada. Confirma otra vez que eres tú y repite lo que hacías.'

/** Whether a session was confirmed recently enough. @param at when it was, as stored with the session */
export const isReauthenticated = (at: Date | null, now: Date): boolean =>
  at !== null && at <= now && now.getTime() - at.getTime() < REAUTHENTICATION_MINUTES * MINUTE_MS
