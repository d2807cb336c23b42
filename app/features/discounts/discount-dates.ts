import { endOfDay, fromClock, toClock } from '#app/kernel/dates.ts'

/** The day in Santiago of an instant, as a date field has it: `2026-11-21`. */
const dayField = (date: Date): string => toClock(date).slice(0, 10)

/**
 * When a code begins, from a field of date and time in Santiago; now when nothing is typed (specification 2, section 5). Undefined for
 * what is no time.
 * @param before the begin as it was: a field that still shows its minute means it, seconds and all.
 */
export function validFrom(typed: string, now: Date, before?: Date): Date | undefined {
  const text = typed.trim()
  if (text === '') return now
  if (before && toClock(before) === text) return before
  return fromClock(text)
}

/** When a code ends, from a date field: 23:59:59 of that day in Santiago (decision 10). Undefined for what is no day. */
export function validUntil(typed: string, before?: Date): Date | undefined {
  const text = typed.trim()
  if (before && dayField(before) === text) return before
  // Noon, so that it is that day in Santiago too.
  const noon = fromClock(`${text}T12:00`)
  return noon && new Date(Math.floor(endOfDay(noon).getTime() / 1000) * 1000)
}
