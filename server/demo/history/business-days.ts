import { type Day, dayOf, fromClock, shiftDay } from '#app/kernel/dates.ts'
import type { Draw } from './draw.ts'

/** Days before the first start that have visits and sales: the default period of the back office and the one before it. */
export const HISTORY_DAYS = 60

/** How much of a usual weekday's business a day has: fewer people buy on weekends. */
export function businessOf(day: Day): number {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  if (weekday === 0) return 0.25
  if (weekday === 6) return 0.32
  return weekday === 5 ? 0.85 : 1
}

/** The days before today in Santiago, the oldest first. */
export const historyDays = (now: Date): Day[] =>
  Array.from({ length: HISTORY_DAYS }, (_, index) => shiftDay(dayOf(now), index - HISTORY_DAYS))

/**
 * The days of so many events, spread as business is: the same number for the same weekdays.
 * @returns a day of `historyDays` for each, in order
 */
export function spreadOver(days: readonly Day[], count: number): Day[] {
  const whole = days.reduce((sum, day) => sum + businessOf(day), 0)
  const spread: Day[] = []
  let passed = 0
  for (const day of days) {
    passed += businessOf(day)
    while (spread.length < count && ((spread.length + 0.5) / count) * whole <= passed) spread.push(day)
  }
  return spread
}

/** A moment of a day in Santiago, between nine in the morning and eight in the evening, so that a visit before it is of the same day. */
export function drawMoment(draw: Draw, day: Day): Date {
  const minutes = 9 * 60 + Math.floor(draw() * 11 * 60)
  const clock = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
  const moment = fromClock(`${day}T${clock}`)
  if (!moment) throw new Error(`No ${clock} on ${day}`)
  return new Date(moment.getTime() + Math.floor(draw() * 60_000))
}
