import { lazy } from './lazy.ts'

/** Every day, deadline and clock that a person sees is that of Santiago (spec D36). */
const TIME_ZONE = 'America/Santiago'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

const longDate = lazy(
  () =>
    new Intl.DateTimeFormat('es-CL', {
      timeZone: TIME_ZONE,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
)
const dashedDate = lazy(
  () =>
    new Intl.DateTimeFormat('es-CL', {
      timeZone: TIME_ZONE,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }),
)
const isoDate = lazy(() => new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }))
const clock = lazy(
  () =>
    new Intl.DateTimeFormat('es-CL', {
      timeZone: TIME_ZONE,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

/** `21 de noviembre de 2026` */
export const formatLongDate = (date: Date): string => longDate().format(date)

/** `21-11-2026` */
export const formatDate = (date: Date): string => dashedDate().format(date)

/** `21/11/2026`, the form that results use (specification 2, section 9). */
export const formatSlashedDate = (date: Date): string => dashedDate().format(date).replaceAll('-', '/')

/** `21-11-2026 15:05` */
export const formatDateTime = (date: Date): string => `${dashedDate().format(date)} ${clock().format(date)}`

/** `15:05`, in Santiago. */
export const formatTime = (date: Date): string => clock().format(date)

/** Day and time of the clock in Santiago as a form's fields hold them: `2026-11-21` and `15:05`. */
export const toSantiago = (date: Date): { day: string; time: string } => ({
  day: isoDate().format(date),
  time: clock().format(date),
})

/** Adds whole days of 24 hours: a deadline so many days after an instant. */
export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS)

/**
 * The last millisecond of the day in Santiago that is so many calendar days after that of an instant. The clock there changes at
 * midnight: a day may have 23 hours, or see its last hour twice, and ends with the second one.
 */
export function endOfDay(date: Date, daysLater = 0): Date {
  const midnight = Date.parse(`${isoDate().format(date)}T00:00:00Z`) + (daysLater + 1) * DAY_MS
  const targetDay = new Date(midnight - DAY_MS).toISOString().slice(0, 10)
  // Santiago is three or four hours behind UTC; the end is the later of the two candidates that is still on that day.
  const ends = [4, 3].map(hours => new Date(midnight + hours * 60 * MINUTE_MS - 1))
  return ends.find(end => isoDate().format(end) === targetDay) ?? new Date(midnight + 4 * 60 * MINUTE_MS - 1)
}

/** A calendar day in Santiago, as `2026-11-21`. */
export type Day = `${number}-${number}-${number}`

const isDay = (text: string): text is Day => /^\d{4}-\d\d-\d\d$/.test(text)

/** The day in Santiago of an instant. */
export function dayOf(date: Date): Day {
  const day = isoDate().format(date)
  if (!isDay(day)) throw new RangeError(`Not a day: ${day}`)
  return day
}

/** The day that a text names, if there is one in the calendar. */
export function parseDay(text: string | null | undefined): Day | undefined {
  if (!text || !isDay(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

/** The day so many calendar days later; earlier with a negative number. */
export function shiftDay(day: Day, days: number): Day {
  const shifted = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
  if (!isDay(shifted)) throw new RangeError(`Not a day: ${shifted}`)
  return shifted
}

/** Calendar days from one day to another; 0 for the same. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** The first instant of a day in Santiago: the one after the end of the day before, whatever the clock did at midnight. */
export const startOfDay = (day: Day): Date =>
  new Date(endOfDay(new Date(`${shiftDay(day, -1)}T15:00:00Z`)).getTime() + 1)

/** `21-11-2026` of a day. */
export const formatDay = (day: Day): string => day.split('-').toReversed().join('-')

/** `2026-11-21T15:05`: the clock in Santiago at an instant, as a field of date and time has it. */
export const toClock = (date: Date): string => `${isoDate().format(date)}T${clock().format(date)}`

/**
 * The instant at which the clock in Santiago shows a field's date and time, or undefined for an invalid one. Of an hour
 * that occurs twice the second is used; a time in the skipped hour becomes the start of the next hour.
 */
export function fromClock(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return undefined
  const written = new Date(`${text}:00Z`)
  if (Number.isNaN(written.getTime()) || !written.toISOString().startsWith(text)) return undefined
  const shows = [4, 3].map(hours => new Date(written.getTime() + hours * 60 * MINUTE_MS))
  return shows.find(date => toClock(date) === text) ?? shows[0]
}
