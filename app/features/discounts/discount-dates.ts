import { endOfDay, fromClock, toClock } from '#app/kernel/dates.ts'

/** The day in Santiago of an instant, in the format of a date field: `2026-11-21`. */
const dayField = (date: Date): string => toClock(date).slice(0, 10)

/**
 * The begin of a code, from a date and time field in Santiago; now when it is empty (specification 2, section 5).
 * Undefined when it is invalid.
 * @param before the current begin: kept with its seconds when the field still shows its minute.
 */
export function validFrom(typed: string, now: Date, before?: Date): Date | undefined {
  const text = typed.trim()
  if (text === '') return now
  if (before && toClock(before) === text) return before
  return fromClock(text)
}

/**
 * The end of a code, from a date field: 23:59:59 of that day in Santiago (decision 10). Undefined when it is invalid.
 */
export function validUntil(typed: string, before?: Date): Date | undefined {
  const text = typed.trim()
  if (before && dayField(before) === text) return before
  // Noon UTC is the same day in Santiago.
  const noon = fromClock(`${text}T12:00`)
  return noon && new Date(Math.floor(endOfDay(noon).getTime() / 1000) * 1000)
}
