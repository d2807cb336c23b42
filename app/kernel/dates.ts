/** Every day, deadline and clock that a person sees is that of Santiago (decision 36 of the specification's decisions). */
const TIME_ZONE = 'America/Santiago'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

const longDate = new Intl.DateTimeFormat('es-CL', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const dashedDate = new Intl.DateTimeFormat('es-CL', {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
const isoDate = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })
const clock = new Intl.DateTimeFormat('es-CL', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `21 de noviembre de 2026` */
export const formatLongDate = (date: Date): string => longDate.format(date)

/** `21-11-2026` */
export const formatDate = (date: Date): string => dashedDate.format(date)

/** `21/11/2026`, the form that results use (specification 2, section 9). */
export const formatSlashedDate = (date: Date): string => dashedDate.format(date).replaceAll('-', '/')

/** `21-11-2026 15:05` */
export const formatDateTime = (date: Date): string => `${dashedDate.format(date)} ${clock.format(date)}`

/** Adds whole days of 24 hours: a deadline so many days after an instant. */
export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS)

/**
 * The last millisecond of the day in Santiago that is so many calendar days after that of an instant. The clock there changes at
 * midnight: a day may have 23 hours, or see its last hour twice, and ends with the second one.
 */
export function endOfDay(date: Date, daysLater = 0): Date {
  const midnight = Date.parse(`${isoDate.format(date)}T00:00:00Z`) + (daysLater + 1) * DAY_MS
  const wanted = new Date(midnight - DAY_MS).toISOString().slice(0, 10)
  // Santiago is three or four hours behind Greenwich; the later of the two that is still that day is its end.
  const ends = [4, 3].map(hours => new Date(midnight + hours * 60 * MINUTE_MS - 1))
  return ends.find(end => isoDate.format(end) === wanted) ?? new Date(midnight + 4 * 60 * MINUTE_MS - 1)
}
