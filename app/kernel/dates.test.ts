import { describe, expect, it } from 'vitest'
import { addDays, endOfDay, formatDate, formatDateTime, formatLongDate, formatSlashedDate } from './dates.ts'

const at = (iso: string) => new Date(iso)

describe('dates of Santiago', () => {
  // shows: S1.8
  it('are written as people in Chile read them', () => {
    const instant = at('2026-11-21T18:05:00Z')
    expect(formatDate(instant)).toBe('21-11-2026')
    expect(formatSlashedDate(instant)).toBe('21/11/2026')
    expect(formatLongDate(instant)).toBe('21 de noviembre de 2026')
    expect(formatDateTime(instant)).toBe('21-11-2026 15:05')
  })

  it('belong to the day in Santiago, not in Greenwich', () => {
    expect(formatDate(at('2026-11-22T02:30:00Z'))).toBe('21-11-2026')
  })
})

it('adds days as whole days of 24 hours', () => {
  expect(addDays(at('2026-09-05T12:00:00Z'), 180).toISOString()).toBe('2027-03-04T12:00:00.000Z')
})

describe('the end of a day in Santiago', () => {
  it.each([
    ['in summer', '2026-11-21T15:00:00Z', 15, '2026-12-07T02:59:59.999Z'],
    ['in winter', '2026-06-01T15:00:00Z', 15, '2026-06-17T03:59:59.999Z'],
    ['late in the evening, when Greenwich is a day ahead', '2026-11-22T02:59:00Z', 0, '2026-11-22T02:59:59.999Z'],
    ['across the end of a month and a year', '2026-12-20T15:00:00Z', 15, '2027-01-05T02:59:59.999Z'],
    // On Saturday 4 April 2026 at 24:00 the clock goes back to 23:00.
    ['whose last hour comes twice', '2026-03-20T15:00:00Z', 15, '2026-04-05T03:59:59.999Z'],
    ['before that', '2026-03-19T15:00:00Z', 15, '2026-04-04T02:59:59.999Z'],
    // On Saturday 5 September 2026 at 24:00 it goes on to 1:00.
    ['after which an hour is missing', '2026-08-21T15:00:00Z', 15, '2026-09-06T03:59:59.999Z'],
    ['that begins with a missing hour', '2026-08-22T15:00:00Z', 15, '2026-09-07T02:59:59.999Z'],
  ])('%s', (_, from, days, end) => {
    expect(endOfDay(at(from), days).toISOString()).toBe(end)
  })
})
