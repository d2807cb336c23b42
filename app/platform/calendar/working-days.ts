import { type Day, dayOf, daysBetween, endOfDay, parseDay, shiftDay } from '#app/kernel/dates.ts'

/** Holidays on the same day each year, as `MM-DD`. Leyes 2.977, 3.810, 18.018, 18.432, 20.148 and 19.973. */
const FIXED: readonly string[] = [
  '01-01',
  '05-01',
  '05-21',
  '07-16',
  '08-15',
  '09-18',
  '09-19',
  '11-01',
  '12-08',
  '12-25',
]

const at = (year: number, monthAndDay: string): Day => {
  const day = parseDay(`${year}-${monthAndDay}`)
  if (day === undefined) throw new RangeError(`Not a day: ${year}-${monthAndDay}`)
  return day
}

/** 0 is Sunday. */
const weekday = (day: Day): number => new Date(`${day}T12:00:00Z`).getUTCDay()

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + d + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const date = ((h + l - 7 * m + 114) % 31) + 1
  return at(year, `${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`)
}

/** Ley 19.668: from Tuesday to Thursday the holiday moves to that week's Monday, on Friday to the next one. */
function movedToMonday(day: Day): Day {
  const of = weekday(day)
  if (of >= 2 && of <= 4) return shiftDay(day, 1 - of)
  return of === 5 ? shiftDay(day, 3) : day
}

/** Ley 20.299: the 31st of October moves to the Friday before from Tuesday, and to the one after from Wednesday. */
function movedToFriday(day: Day): Day {
  const of = weekday(day)
  return of === 2 ? shiftDay(day, -4) : of === 3 ? shiftDay(day, 2) : day
}

/** Mean length of the year from one June solstice to the next, in milliseconds. */
const SOLSTICE_YEAR_MS = 365.2416 * 86_400_000
const SOLSTICE_2026 = Date.parse('2026-06-21T08:24:00Z')

/** Ley 21.357: the day of the winter solstice in Santiago. */
const solstice = (year: number): Day => dayOf(new Date(SOLSTICE_2026 + (year - 2026) * SOLSTICE_YEAR_MS))

/** Leyes 20.215 and 20.983: days between a weekend and the holidays of January and September. */
function bridges(year: number): Day[] {
  const first = weekday(at(year, '01-01')) === 0 ? [at(year, '01-02')] : []
  const independence = weekday(at(year, '09-18'))
  if (independence === 2) return [...first, at(year, '09-17')]
  if (independence === 6) return [...first, at(year, '09-17')]
  return independence === 3 ? [...first, at(year, '09-20')] : first
}

/** The national holidays of a year in Chile, in no order; elections and regional holidays are not among them. */
export const holidaysOf = (year: number): readonly Day[] => [
  ...FIXED.map(day => at(year, day)),
  shiftDay(easter(year), -2),
  shiftDay(easter(year), -1),
  movedToMonday(at(year, '06-29')),
  movedToMonday(at(year, '10-12')),
  movedToFriday(at(year, '10-31')),
  solstice(year),
  ...bridges(year),
]

/** Whether work is done on a day: neither Saturday, Sunday nor a holiday (Ley 19.880, article 25). */
export function isWorkingDay(day: Day): boolean {
  const of = weekday(day)
  return of !== 0 && of !== 6 && !holidaysOf(Number(day.slice(0, 4))).includes(day)
}

/** The end of the working day that is so many after the day of an instant, which does not count itself. */
export function endOfWorkingDay(from: Date, count: number): Date {
  const start = dayOf(from)
  let day = start
  for (let left = count; left > 0; ) {
    day = shiftDay(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return endOfDay(from, daysBetween(start, day))
}
