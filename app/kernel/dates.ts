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
