import { describe, expect, it } from 'vitest'
import {
  addDays,
  endOfDay,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatSlashedDate,
  fromClock,
  toClock,
  toSantiago,
} from './dates.ts'

const at = (iso: string) => new Date(iso)

describe('dates in Santiago', () => {
  // shows: S1.8
  it('are formatted as in Chile', () => {
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

it('add days of 24 hours', () => {
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

describe('a day and time on the clock in Santiago', () => {
  it.each([
    ['in summer', '2026-12-03T09:30', '2026-12-03T12:30:00Z'],
    ['in winter', '2026-06-03T09:30', '2026-06-03T13:30:00Z'],
    // On Saturday 4 April 2026 at 24:00 the clock goes back to 23:00.
    ['before the hour that comes twice', '2026-04-04T22:59', '2026-04-05T01:59:00Z'],
    ['in the hour that comes twice, the second time', '2026-04-04T23:30', '2026-04-05T03:30:00Z'],
    ['after it', '2026-04-05T00:00', '2026-04-05T04:00:00Z'],
    // On Saturday 5 September 2026 at 24:00 it goes on to 1:00.
    ['before the missing hour', '2026-09-05T23:59', '2026-09-06T03:59:00Z'],
    ['after the missing hour', '2026-09-06T01:00', '2026-09-06T04:00:00Z'],
  ])('is an instant, and back: %s', (_, clock, instant) => {
    expect(fromClock(clock)).toEqual(at(instant))
    expect(toClock(at(instant))).toBe(clock)
    expect(toSantiago(at(instant))).toEqual({ day: clock.slice(0, 10), time: clock.slice(11) })
  })

  it('that the clock skips is as long after midnight on the new clock, which shows another time', () => {
    expect(fromClock('2026-09-06T00:00')).toEqual(at('2026-09-06T04:00:00Z'))
    expect(toClock(at('2026-09-06T04:00:00Z'))).toBe('2026-09-06T01:00')
    expect(fromClock('2026-09-06T00:30')).toEqual(at('2026-09-06T04:30:00Z'))
  })

  it.each(['2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T25:00', 'T', 'mañanaT10:00', ''])(
    'is invalid: %s',
    clock => {
      expect(fromClock(clock)).toBeUndefined()
    },
  )
})
