/** Every day, deadline and clock that a person sees is that of Santiago (decision 36 of the specification's decisions). */
export const TIME_ZONE = 'America/Santiago'

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

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** Minutes that Santiago's wall clock is ahead of UTC at an instant (negative: behind). */
function offsetMs(instant: number): number {
  const at = Object.fromEntries(parts.formatToParts(instant).map(part => [part.type, Number(part.value)]))
  const wall = Date.UTC(at.year ?? 0, (at.month ?? 1) - 1, at.day, at.hour, at.minute, at.second)
  return wall - Math.floor(instant / 1000) * 1000
}

/**
 * The last second (23:59:59) of the Santiago day that holds `instant`. Chile moves its clocks at midnight, so the offset is
 * taken at the end of the day, not at the instant.
 */
export function endOfSantiagoDay(instant: Date): Date {
  const wallDay = new Date(instant.getTime() + offsetMs(instant.getTime()))
  const wallEnd = Date.UTC(wallDay.getUTCFullYear(), wallDay.getUTCMonth(), wallDay.getUTCDate(), 23, 59, 59)
  const guess = wallEnd - offsetMs(wallEnd)
  return new Date(wallEnd - offsetMs(guess))
}
