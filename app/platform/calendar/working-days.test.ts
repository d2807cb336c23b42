import { expect, it } from 'vitest'
import { formatDateTime, parseDay } from '#app/kernel/dates.ts'
import { endOfWorkingDay, holidaysOf, isWorkingDay } from './working-days.ts'

it('knows the holidays of 2026', () => {
  expect([...holidaysOf(2026)].sort()).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-04',
    '2026-05-01',
    '2026-05-21',
    '2026-06-21',
    '2026-06-29',
    '2026-07-16',
    '2026-08-15',
    '2026-09-18',
    '2026-09-19',
    '2026-10-12',
    '2026-10-31',
    '2026-11-01',
    '2026-12-08',
    '2026-12-25',
  ])
})

it.each([
  ['the solstice is on another day', 2025, '2025-06-20'],
  ['the solstice is on another day', 2024, '2024-06-20'],
  ['Saint Peter moves to Monday', 2023, '2023-06-26'],
  ['the discovery moves to Monday', 2023, '2023-10-09'],
  ['the evangelical churches move to Friday', 2023, '2023-10-27'],
  ['a Monday before the two days of September', 2018, '2018-09-17'],
  ['a Friday before a September weekend', 2021, '2021-09-17'],
  ['a Friday after the two days of September', 2024, '2024-09-20'],
  ['a Monday after a New Year on Sunday', 2023, '2023-01-02'],
])('%s in %i', (_, year, day) => {
  expect(holidaysOf(year)).toContain(day)
})

it('counts neither weekends nor holidays, and ends with the day', () => {
  const friday = new Date('2026-12-04T18:00:00Z')
  // Monday the 7th, and the 9th because the 8th is a holiday.
  expect(formatDateTime(endOfWorkingDay(friday, 2))).toBe('09-12-2026 23:59')
  expect(formatDateTime(endOfWorkingDay(new Date('2026-12-24T23:00:00Z'), 1))).toBe('28-12-2026 23:59')
  const day = parseDay('2026-12-08')
  expect(day && isWorkingDay(day)).toBe(false)
})
