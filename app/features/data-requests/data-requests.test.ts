import { describe, expect, it } from 'vitest'
import { formatDateTime } from '#app/kernel/dates.ts'
import { dueText, extendedDeadline, legalDeadline } from './data-requests.ts'

const received = new Date('2026-12-04T18:00:00Z')

describe('legalDeadline', () => {
  it('gives 30 calendar days, to the end of the day in Santiago', () => {
    expect(formatDateTime(legalDeadline('access', received))).toBe('03-01-2027 23:59')
    expect(formatDateTime(legalDeadline('erasure', new Date('2026-12-05T02:30:00Z')))).toBe('03-01-2027 23:59')
  })

  it('gives a blocking two working days', () => {
    expect(formatDateTime(legalDeadline('blocking', received))).toBe('09-12-2026 23:59')
  })

  it('is extended by 30 calendar days', () => {
    expect(formatDateTime(extendedDeadline(legalDeadline('objection', received)))).toBe('02-02-2027 23:59')
  })
})

it('says how far a deadline is', () => {
  const due = legalDeadline('access', received)
  expect(dueText(due, received)).toBe('faltan 30 días')
  expect(dueText(due, new Date('2027-01-02T18:00:00Z'))).toBe('falta 1 día')
  expect(dueText(due, new Date('2027-01-03T18:00:00Z'))).toBe('vence hoy')
  expect(dueText(due, new Date('2027-01-05T18:00:00Z'))).toBe('venció hace 2 días')
})
