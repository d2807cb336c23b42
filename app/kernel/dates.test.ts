import { describe, expect, it } from 'vitest'
import { addDays, formatDate, formatDateTime, formatLongDate, formatSlashedDate } from './dates.ts'

const at = (iso: string) => new Date(iso)

describe('dates of Santiago', () => {
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
